import { describe, expect, it } from 'vitest';
import { HOSTILE_NAMES } from '../../../bench/faults/wire/cost/answers.ts';
import { costsOf, MAX_MEMORY_AFTER, type CostOfAnswer } from '../../../bench/faults/wire/cost/run.ts';

describe.skipIf(process.platform !== 'linux')('a hostile answer', () => {
  it('costs 100 ms and 50 MB at most, whichever it is, and all of them leave little memory in use', async () => {
    const costs: CostOfAnswer[] = [];
    for await (const cost of costsOf()) costs.push(cost);
    expect(costs.map(({ answer }) => answer)).toEqual(HOSTILE_NAMES);
    expect(costs.filter(({ passed }) => !passed)).toEqual([]);
    expect(costs.at(-1)!.rss_mb).toBeLessThanOrEqual(costs[0]!.rss_mb * MAX_MEMORY_AFTER);
    const good = costs.filter(({ answer }) => answer.startsWith('good'));
    expect(good.map(({ told }) => told)).toEqual(['nothing', 'nothing']);
  });
});
