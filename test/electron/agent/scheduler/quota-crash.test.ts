import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../common/durations.ts';
import { Quota } from '../../../../electron/agent/scheduler/quota.ts';
import { readStoredMarks } from '../../../../electron/store/database/examine.ts';
import { openHistory } from '../../../../electron/store/history.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const NOW = 1_790_000_000_000;

it('after a crash is as it was written: with something else, or at once where nothing or all is left', () => {
  const file = join(temporaryFolder(), 'history.sqlite');
  const history = openHistory(file, { now: () => NOW, warn: () => undefined });
  onTestFinished(() => history.close());
  const quota = new Quota(history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' }), 0);
  const observe = (remaining: number, after: number) => quota.observe({ max: 300, remaining }, NOW + after);
  /** As the file has it, which is all that a run after a crash can read. */
  const left = () => (readStoredMarks(file, 'demo', 1)['budget'] as { remaining: number }).remaining;
  observe(40, 0);
  observe(39, MINUTE_MS);
  expect(left()).toBe(40);
  history.writeLater();
  expect(left()).toBe(39);
  observe(0, 2 * MINUTE_MS);
  observe(0, 4 * MINUTE_MS);
  expect(left()).toBe(0);
  observe(299, 24 * HOUR_MS);
  expect(left()).toBe(299);
});
