import { describe, expect, it } from 'vitest';
import { HOSTILE_NAMES } from '../../../bench/faults/cost/answers.ts';
import { costsOf, type CostOfAnswer } from '../../../bench/faults/cost/run.ts';

describe.skipIf(process.platform !== 'linux')('a hostile answer', () => {
  it('costs 100 ms and 50 MB at most, whichever it is, and a good one costs less', async () => {
    const costs: CostOfAnswer[] = [];
    for await (const cost of costsOf()) costs.push(cost);
    expect(costs.map(({ answer }) => answer)).toEqual(HOSTILE_NAMES);
    expect(costs.filter(({ passed }) => !passed)).toEqual([]);
    const good = costs.filter(({ answer }) => answer.startsWith('good'));
    expect(good.map(({ told }) => told)).toEqual(['nothing', 'nothing']);
  });
});
