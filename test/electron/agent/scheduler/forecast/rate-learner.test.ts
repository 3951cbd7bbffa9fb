import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../../../common/durations.ts';
import { addCounts, noCounts } from '../../../../../electron/agent/scheduler/forecast/hourly-rates.ts';
import { countMatches, withSharedCounts } from '../../../../../electron/agent/scheduler/forecast/rate-learner.ts';

const quiet = Array.from({ length: 3000 }, (_, at): [string, number[]] => [`quiet-${at}`, []]);
const noon = 12 * HOUR_MS;

it('counts each watch as by itself, and thousands that find nothing as one, also after they were stored', () => {
  const first = countMatches(undefined, new Map([...quiet, ['found', [noon - 1]]]), 0, noon);
  expect(first['quiet-7']).toEqual(addCounts(noCounts(), [], 0, noon));
  expect(first['found']).toEqual(addCounts(noCounts(), [noon - 1], 0, noon));
  const stored = JSON.parse(JSON.stringify(first)) as typeof first;
  const later = countMatches(withSharedCounts(stored), new Map([...quiet, ['new', []]]), noon, 2 * noon);
  expect(later['quiet-7']).toEqual(addCounts(first['quiet-7']!, [], noon, 2 * noon));
  expect(later['new']).toEqual(addCounts(noCounts(), [], noon, 2 * noon));
  expect(new Set(Object.values(later)).size).toBe(2);
});
