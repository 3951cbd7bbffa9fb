import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evenInterval, plan, sameRequestFloor, type PlanInput } from '../../electron/agent/planner.ts';
import type { Stream, StreamId } from '../../electron/agent/streams.ts';

const now = Date.UTC(2026, 5, 1, 9);
const hour = 3600_000;
const stream = (id: StreamId, part: Partial<Stream> = {}): Stream => ({ id, cost: 1, wanted: false, byPerson: false, onDemand: false, ...part });
const input = (streams: Stream[], part: Partial<PlanInput> = {}): PlanInput => ({
  now,
  streams,
  allowance: { spendable: 9000, forClicks: 9030, lastsFor: 24 * hour },
  ...part,
});

describe('the even plan', () => {
  it('polls what was never polled at once', () => {
    expect(plan(input([stream('inbox', { lastSentAt: now }), stream('accounts')]))).toEqual({ stream: 'accounts', at: now });
  });

  it('has nothing to do without streams', () => {
    expect(plan(input([]))).toBeUndefined();
  });

  it('leaves on-demand streams alone until they are wanted', () => {
    expect(plan(input([stream('sites', { onDemand: true })]))).toBeUndefined();
    expect(plan(input([stream('sites', { onDemand: true, wanted: true })]))?.stream).toBe('sites');
  });

  it('polls each stream every minute where the quota is rich', () => {
    expect(plan(input([stream('inbox', { lastSentAt: now })]))?.at).toBe(now + sameRequestFloor);
  });

  it('spreads a small quota over the day', () => {
    const streams = [stream('inbox', { lastSentAt: now }), stream('accounts', { lastSentAt: now })];
    // Two streams and one spare request a round: 285 requests make 95 rounds a day.
    const next = plan(input(streams, { allowance: { spendable: 285, lastsFor: 24 * hour } }));
    expect(next!.at - now).toBeCloseTo((24 * hour) / 95, -1);
  });

  it('asks a wanted stream again after the minute, however sparse the plan is', () => {
    const streams = [stream('inbox', { lastSentAt: now - 20_000, wanted: true })];
    expect(plan(input(streams, { allowance: { spendable: 10, lastsFor: 24 * hour } }))?.at).toBe(now + 40_000);
  });

  it('waits for a backoff, even when somebody wants the stream', () => {
    const streams = [stream('inbox', { lastSentAt: now - hour, wanted: true, notBefore: now + 90_000 })];
    expect(plan(input(streams))?.at).toBe(now + 90_000);
  });

  it('holds everything while the network is out of reach', () => {
    expect(plan(input([stream('inbox'), stream('accounts')], { holdUntil: now + hour }))?.at).toBe(now + hour);
  });

  it('waits for the next day when the quota is used up', () => {
    const allowance = { spendable: 0, forClicks: 30, lastsFor: 5 * hour, fullAgainAt: now + 5 * hour };
    expect(plan(input([stream('inbox', { lastSentAt: now - hour })], { allowance }))?.at).toBe(now + 5 * hour);
  });

  it('lets a click use the reserve', () => {
    const allowance = { spendable: 0, forClicks: 30, lastsFor: 5 * hour, fullAgainAt: now + 5 * hour };
    const clicked = stream('inbox', { lastSentAt: now - hour, wanted: true, byPerson: true });
    expect(plan(input([clicked], { allowance }))!.at).toBeLessThanOrEqual(now);
    expect(plan(input([clicked], { allowance: { ...allowance, forClicks: 0 } }))?.at).toBe(now + 5 * hour);
  });

  it('never plans more requests than there are, and never the same within a minute', () => {
    const streams = fc.array(fc.record({ age: fc.integer({ min: 0, max: 48 * 60 }), wanted: fc.boolean() }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(streams, fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 24 * 60 }), (kinds, spendable, minutes) => {
        const list = kinds.map(({ age, wanted }, index) => stream(`questions:${index}`, { lastSentAt: now - age * 60_000, wanted }));
        const allowance = { spendable, lastsFor: minutes * 60_000, fullAgainAt: now + minutes * 60_000 };
        const next = plan(input(list, { allowance }))!;
        const chosen = list.find(({ id }) => id === next.stream)!;
        expect(next.at).toBeGreaterThanOrEqual(chosen.lastSentAt! + sameRequestFloor);
        if (spendable === 0) expect(next.at).toBeGreaterThanOrEqual(now + minutes * 60_000);
        const interval = evenInterval(list, allowance);
        if (Number.isFinite(interval)) expect((allowance.lastsFor / interval) * list.length).toBeLessThanOrEqual(spendable + 1);
      }),
    );
  });
});
