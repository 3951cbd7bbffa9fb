import { describe, expect, it } from 'vitest';
import { NetworkError, type NetworkErrorKind } from '../../../../electron/api/network.ts';
import { localizeCondition } from '../../../../electron/agent/conditions.ts';
import { assessFailure } from '../../../../electron/agent/scheduler/failures.ts';
import { localeOf } from '../../../../common/i18n/locale.ts';

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3600_000;
const judged = (kind: NetworkErrorKind, failures = 1, retryAt?: number) => {
  const error = new NetworkError(kind, 'What happened.', retryAt === undefined ? {} : { retryAt });
  return assessFailure(error, failures, now, () => 0.5, 'Loops');
};

describe('a failed request', () => {
  it.each([
    ['offline', 'network', 'offline'],
    ['throttled', 'network', 'throttled'],
    ['quota-exhausted', 'network', 'quota-exhausted'],
    ['token-rejected', 'network', 'signed-out'],
    ['bad-key', 'network', 'bad-key'],
    ['timeout', 'stream', 'timeout'],
    ['scope-missing', 'stream', 'scope-missing'],
    ['server-fault', 'stream', 'server-fault'],
    ['bad-answer', 'stream', 'bad-answer'],
    ['bad-request', 'stream', 'bad-request'],
    ['not-found', 'stream', 'bad-request'],
    ['blocked-by-protection', 'network', 'blocked-by-protection'],
    ['captive-portal', 'network', 'captive-portal'],
  ] as const)('%s holds the %s and is shown as %s, with what to do', (kind, reach, shown) => {
    const verdict = judged(kind);
    expect(verdict.reach).toBe(reach);
    expect(verdict.condition).toMatchObject({ kind: shown, severity: 'problem' });
    const { title, advice } = localizeCondition(verdict.condition, localeOf('en'));
    expect(`${title} ${advice}`).toMatch(/^[^{}]{26,}$/);
    expect(verdict.condition.retryAt).toBeGreaterThan(now);
  });

  it('a fault of its own is told as that', () => {
    expect(assessFailure(new Error('disk full'), 1, now, () => 0.5, 'Loops')).toMatchObject({
      reach: 'stream',
      condition: { kind: 'askbell-fault' },
    });
  });

  it('waits longer each time, up to a limit, and does not try by itself what only the person can mend', () => {
    const waits = [1, 2, 3, 4, 20].map((failures) => judged('server-fault', failures).condition.retryAt! - now);
    expect(waits).toEqual([60_000, 120_000, 240_000, 480_000, 30 * 60_000]);
    for (const kind of ['token-rejected', 'bad-key'] as const) expect(judged(kind).condition.retryAt).toBe(Infinity);
  });

  it('waits five minutes or more for a protection, and longer each time', () => {
    const waits = [1, 2, 3, 20].map(
      (failures) => judged('blocked-by-protection', failures, now + hour / 12).condition.retryAt! - now,
    );
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(5 * 60_000);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBeLessThanOrEqual(2 * hour);
  });

  it.each(['captive-portal', 'offline'] as const)('looks for the end of %s again within three minutes', (kind) => {
    const waits = [1, 2, 3, 20].map((failures) => judged(kind, failures, now + 60_000).condition.retryAt! - now);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBeLessThan(3 * 60_000);
  });

  const quoted = ['throttled', 'token-rejected', 'scope-missing', 'bad-key', 'server-fault', 'bad-request'] as const;
  it.each(quoted)('tells what the network said of it beside our own words: %s', (kind) => {
    const error = new NetworkError(kind, 'x', { said: 'more requests available in 46472 seconds' });
    const { condition } = assessFailure(error, 1, now, () => 0.5, 'Loops');
    const { advice } = localizeCondition(condition, localeOf('en'));
    expect(advice).toMatch(/^The network said: “more requests available in 46472 seconds”\. .{20}/);
  });
});
