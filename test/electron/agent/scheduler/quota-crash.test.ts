import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../common/durations.ts';
import { Quota } from '../../../../electron/agent/scheduler/quota.ts';
import { readStoredMarks } from '../../../../electron/store/database/examine.ts';
import { openHistory, type History } from '../../../../electron/store/history.ts';

const NOW = 1_790_000_000_000;

describe('what a crash leaves of the quota', () => {
  let folder: string;
  let history: History;
  let quota: Quota;
  /** As the file has it, which is all that a run after a crash can read. */
  const left = () => {
    const marks = readStoredMarks(join(folder, 'history.sqlite'), 'demo', 1);
    return (marks['budget'] as { remaining: number }).remaining;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'askbell-quota-'));
    history = openHistory(join(folder, 'history.sqlite'), { now: () => NOW, warn: () => undefined });
    quota = new Quota(history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' }), 0);
    quota.observe({ max: 300, remaining: 40 }, NOW);
  });
  afterEach(() => {
    history.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is not all of it, for an answer that finds less is written with something else', () => {
    quota.observe({ max: 300, remaining: 39 }, NOW + MINUTE_MS);
    expect(left()).toBe(40);
    history.writeLater();
    expect(left()).toBe(39);
  });

  it('is that nothing is left', () => {
    quota.observe({ max: 300, remaining: 0 }, NOW + MINUTE_MS);
    quota.observe({ max: 300, remaining: 0 }, NOW + 3 * MINUTE_MS);
    expect(left()).toBe(0);
  });

  it('is that all of it is there again', () => {
    quota.observe({ max: 300, remaining: 0 }, NOW + MINUTE_MS);
    quota.observe({ max: 300, remaining: 0 }, NOW + 3 * MINUTE_MS);
    quota.observe({ max: 300, remaining: 299 }, NOW + 24 * HOUR_MS);
    expect(left()).toBe(299);
  });
});
