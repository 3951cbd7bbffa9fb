import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  allowanceAt,
  caughtUp,
  observeQuota,
  QUOTA_WINDOW_MS,
  fullReserve,
  countRequest,
  Quota,
  type QuotaState,
} from '../../../../electron/agent/scheduler/quota.ts';
import { readStoredMarks } from '../../../../electron/store/database/examine.ts';
import { openHistory } from '../../../../electron/store/history.ts';
import { ADA } from '../../../support/events.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const now = Date.UTC(2026, 5, 1, 9);
const [minute, hour] = [60_000, 3600_000];
const used = { max: 10_000, remaining: 4000, observedAt: now, windowStartedAt: now - 6 * hour, usedByAskbell: 120 };
const known = (part: Partial<QuotaState> = {}): QuotaState => ({ ...used, ...part });

describe('budget', () => {
  const began = now - 6 * hour;
  it.each<[string, Partial<QuotaState>, remaining: number, Partial<QuotaState>]>([
    ['follows what the network says, and what others spent', {}, 2500, { usedByAskbell: 120, windowStartedAt: began }],
    ['takes a jump upward for the reset', {}, 9999, { usedByAskbell: 1, windowStartedAt: now }],
    ['takes another ceiling for another quota', { max: 300, remaining: 250 }, 200, { windowStartedAt: now }],
    ['does not take overtaking answers for a reset', {}, 4002, { windowStartedAt: began }],
  ])('%s', (_, before, remaining, seen) => {
    expect(observeQuota(known(before), { max: 10_000, remaining }, now)).toMatchObject({ remaining, ...seen });
  });

  it('takes what is missing after a crash for its own requests, which it had no time to note', () => {
    const before = known({ others: { requests: 12, hours: 10 }, observedAt: now - hour });
    const quota = { max: 10_000, remaining: 3600 };
    const seen = observeQuota(caughtUp(before, quota, now), quota, now);
    expect(seen).toMatchObject({ remaining: 3600, usedByAskbell: 520, windowStartedAt: now - 6 * hour });
    expect(seen.others!.requests).toBeLessThanOrEqual(12);
    const full = { max: 10_000, remaining: 9999 };
    expect(observeQuota(caughtUp(before, full, now), full, now)).toEqual(observeQuota(before, full, now));
  });

  it('takes a beginning that is still to come, noted under a wrong clock, for now', () => {
    const ahead = known({ windowStartedAt: now + 24 * hour, observedAt: now + 24 * hour, shownAt: now + 24 * hour });
    const seen = observeQuota(ahead, { max: 10_000, remaining: 3990 }, now);
    expect(seen).toMatchObject({ windowStartedAt: now, observedAt: now, shownAt: now });
    expect(allowanceAt(seen, now).lastsFor).toBe(QUOTA_WINDOW_MS);
  });

  it('plans freely before the network has said anything', () =>
    expect(allowanceAt(undefined, now).spendable).toBeUndefined());

  it('keeps a reserve for clicks: a twentieth, 30 at most', () =>
    expect([fullReserve(10_000), fullReserve(300), fullReserve(10)]).toEqual([30, 15, 0]));

  const restOfDay = { spendable: 3970, lastsFor: 18 * hour, fullAgainAt: now + 18 * hour + 2000 };
  const over = { remaining: 0, windowStartedAt: now - 30 * hour, observedAt: now - hour / 2 };
  it.each<[string, Partial<QuotaState>, Partial<ReturnType<typeof allowanceAt>>]>([
    ['leaves the reserve to clicks', { remaining: 20 }, { spendable: 0, forClicks: 20 }],
    ['lasts until a day after its start', {}, restOfDay],
    ['looks again hourly once the day is over', over, { fullAgainAt: now + hour / 2 }],
  ])('%s', (_, state, allowance) => expect(allowanceAt(known(state), now)).toMatchObject(allowance));

  it('leaves to the inbox what is kept for it, and not what others are about to take', () => {
    const shared = allowanceAt(known({ max: 300, remaining: 150, others: { requests: 120, hours: 24 } }), now);
    expect(shared.spendable).toBeLessThan(100);
    expect(shared.forInbox! - shared.spendable!).toBeCloseTo(10, 5);
  });

  it('plans with half of what is left however much others took: they may have stopped', () => {
    const robbed = allowanceAt(known({ max: 1500, remaining: 1400, others: { requests: 1400, hours: 4 } }), now);
    expect(robbed.spendable).toBeGreaterThanOrEqual((1400 - 30) / 2);
  });

  it('looks for the reset as soon as the day is over, at the full pace until an answer shows it has not come', () => {
    const over = known({ remaining: 2000, windowStartedAt: now - 24 * hour, observedAt: now - 1000 });
    expect(allowanceAt(over, now)).toMatchObject({ pace: 9970, fullAgainAt: now + 2000 });
    const looked = observeQuota(countRequest(over, 1), { max: 10_000, remaining: 1999 }, now + 10_000);
    const after = allowanceAt(looked, now + 10_000);
    expect(after).toMatchObject({ spendable: 1996, lastsFor: QUOTA_WINDOW_MS });
    expect(after.pace).toBeUndefined();
  });

  it('takes a small rise for the reset where it is due and hardly anything was spent, and not else', () => {
    const hardlyUsed = known({ remaining: 9996, windowStartedAt: now - 25 * hour, observedAt: now - 2 * hour });
    expect(observeQuota(countRequest(hardlyUsed, 1), { max: 10_000, remaining: 9999 }, now)).toMatchObject({
      usedByAskbell: 1,
      remaining: 9999,
    });
    // A request that was counted here and never arrived there.
    const lost = known({ remaining: 3, windowStartedAt: now - 25 * hour, observedAt: now - 2 * hour });
    expect(observeQuota(countRequest(lost, 2), { max: 10_000, remaining: 2 }, now)).toMatchObject({
      usedByAskbell: 122,
      windowStartedAt: now - 25 * hour,
    });
  });

  it('learns that a day begins with the first request where the machine slept over the end of the one before', () => {
    // The day ended at 9 while the machine slept; whether the next began then or now, at 17, is not known yet.
    const slept = known({ windowStartedAt: now - 24 * hour, observedAt: now - 10 * hour });
    const seven = observeQuota(slept, { max: 10_000, remaining: 9999 }, now + 8 * hour);
    expect(seven.windowStartedAt).toBe(now);
    // At 9 nothing is full again, so it began at 17.
    const nine = now + 24 * hour;
    const counted = countRequest({ ...seven, remaining: 3000 }, 1);
    const notYet = observeQuota(counted, { max: 10_000, remaining: 2999 }, nine + 90_000);
    expect(allowanceAt(notYet, nine + 90_000)).toMatchObject({ lastsFor: 8 * hour - 90_000, spendable: 2969 });
    // The next night it is known.
    const again = observeQuota(notYet, { max: 10_000, remaining: 9999 }, nine + 20 * hour);
    expect(again.windowStartedAt).toBe(nine + 20 * hour);
    // A reset long before that shows that it comes at its own time after all.
    expect(observeQuota(again, { max: 10_000, remaining: 9999 + 6 }, nine + 30 * hour)).toMatchObject({ rolls: false });
  });
});

it('after a crash is as it was written: with something else, or at once where nothing or all is left', () => {
  const file = join(temporaryFolder(), 'history.sqlite');
  const history = openHistory(file, { now: () => now, warn: () => undefined });
  onTestFinished(() => history.close());
  const quota = new Quota(history.profile(ADA), 0);
  const observe = (remaining: number, after: number) => quota.observe({ max: 300, remaining }, now + after);
  /** As the file has it, which is all that a run after a crash can read. */
  const left = () => (readStoredMarks(file, 'demo', 1)['budget'] as { remaining: number }).remaining;
  observe(40, 0);
  observe(39, minute);
  expect(left()).toBe(40);
  history.writeLater();
  expect(left()).toBe(39);
  observe(0, 2 * minute);
  observe(0, 4 * minute);
  expect(left()).toBe(0);
  observe(299, 24 * hour);
  expect(left()).toBe(299);
});
