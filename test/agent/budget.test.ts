import { describe, expect, it } from 'vitest';
import { allowance, observe, quotaWindow, reserveOf, spend, type BudgetState } from '../../electron/agent/budget.ts';

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3600_000;
const known = (part: Partial<BudgetState> = {}): BudgetState => ({ max: 10_000, remaining: 4000, observedAt: now, windowStartedAt: now - 6 * hour, usedByAskbell: 120, ...part });

describe('budget', () => {
  it('plans freely before the network has said anything', () => {
    expect(allowance(undefined, now).spendable).toBeUndefined();
  });

  it('follows what the network says, also what other apps spent', () => {
    expect(observe(known(), { max: 10_000, remaining: 2500 }, now)).toMatchObject({ remaining: 2500, usedByAskbell: 120, windowStartedAt: now - 6 * hour });
  });

  it('takes a jump upward for the reset', () => {
    expect(observe(known(), { max: 10_000, remaining: 9999 }, now)).toMatchObject({ remaining: 9999, usedByAskbell: 1, windowStartedAt: now });
  });

  it('takes another ceiling (signed in now) for another quota', () => {
    expect(observe(known({ max: 300, remaining: 250 }), { max: 10_000, remaining: 200 }, now).windowStartedAt).toBe(now);
  });

  it('does not take overtaking answers for a reset', () => {
    expect(observe(known(), { max: 10_000, remaining: 4002 }, now).windowStartedAt).toBe(now - 6 * hour);
  });

  it('counts each request when it is sent', () => {
    expect(spend(known())).toMatchObject({ remaining: 3999, usedByAskbell: 121 });
    expect(spend(undefined)).toBeUndefined();
  });

  it('keeps a reserve for clicks: a twentieth, 30 at most', () => {
    expect([reserveOf(10_000), reserveOf(300), reserveOf(10)]).toEqual([30, 15, 0]);
    expect(allowance(known({ remaining: 20 }), now)).toMatchObject({ spendable: 0, forClicks: 20 });
  });

  it('lasts until a day after its start', () => {
    expect(allowance(known(), now)).toMatchObject({ spendable: 3970, lastsFor: 18 * hour, fullAgainAt: now + 18 * hour });
  });

  it('looks again hourly once the day is over and no reset was seen', () => {
    const late = known({ remaining: 0, windowStartedAt: now - 30 * hour, observedAt: now - hour / 2 });
    expect(allowance(late, now).fullAgainAt).toBe(now + hour / 2);
  });

  it('survives a clock that was set back', () => {
    const future = known({ windowStartedAt: now + 40 * 24 * hour, observedAt: now + 40 * 24 * hour });
    const plan = allowance(future, now);
    expect(plan.lastsFor).toBe(quotaWindow);
    expect(plan.fullAgainAt).toBeLessThanOrEqual(now + hour);
  });

  it('reads a negative remainder, which networks have sent, as nothing left', () => {
    expect(allowance(observe(known(), { max: 300, remaining: -3 }, now), now)).toMatchObject({ spendable: 0, forClicks: 0 });
  });
});
