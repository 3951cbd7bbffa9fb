import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../../../common/durations.ts';
import { Habits } from '../../../../../electron/agent/scheduler/forecast/habits.ts';
import { findPrice } from '../../../../../electron/agent/scheduler/plan/price.ts';
import { openProfile, type ProfileHistory } from '../../../../support/profile.ts';
import { streamOf, worth } from '../plan/stream-of.ts';

const day = 24 * HOUR_MS;
const start = Date.UTC(2026, 4, 4);

describe('when this machine is awake', () => {
  let [now, sure] = [start, true];
  let profile: ProfileHistory;
  beforeEach(() => {
    [now, sure] = [start, true];
    ({ profile } = openProfile());
  });
  const begin = () => new Habits(profile, { now: () => now, uncertainMs: () => (sure ? 0 : 1) });
  /** After twenty days, of which the machine sleeps through so many hours at the end. */
  const afterNights = (asleep: number) => {
    const log = begin();
    for (let nights = 0; nights < 20; nights++) {
      now += (24 - asleep) * HOUR_MS;
      log.noteAwake();
      now += asleep * HOUR_MS;
      log.noteSlept(asleep * HOUR_MS);
    }
    return log;
  };

  it('is always, until it was seen otherwise', () => {
    const log = begin();
    now += 3 * day;
    log.noteAwake();
    expect(Math.min(...log.outlook().awake)).toBe(1);
  });

  it('is learned from nights that it sleeps through', () => {
    const log = afterNights(2);
    const usual = log.outlook().awake;
    expect(usual[22]! + usual[23]!).toBeLessThan(0.4);
    expect(Math.min(...usual.slice(0, 22))).toBe(1);
  });

  it('is kept over restarts, and what lay between two runs counts as asleep', () => {
    for (let days = 0; days < 20; days++) {
      const log = begin();
      now += 8 * HOUR_MS;
      log.noteAwake();
      log.flush();
      now += 16 * HOUR_MS;
    }
    const usual = begin().outlook().awake;
    expect(Math.min(...usual.slice(0, 8))).toBe(1);
    expect(Math.max(...usual.slice(8))).toBeLessThan(0.2);
  });

  it('counts a time awake that still goes on, and does not keep it twice', () => {
    const log = afterNights(8);
    const asleep = log.outlook().awake[20]!;
    now += 24 * HOUR_MS;
    const [soFar, again] = [log.outlook().awake, log.outlook().awake];
    expect(soFar[20]!).toBeGreaterThan(asleep + 0.04);
    expect(again).toEqual(soFar);
    log.noteAwake();
    expect(log.outlook().awake).toEqual(soFar);
  });

  it('counts no time of which it is not sure whether it was awake, also at the end', () => {
    const log = afterNights(8);
    const before = log.outlook().awake;
    sure = false;
    now += 24 * HOUR_MS;
    log.noteAwake();
    expect(log.outlook().awake).toEqual(before);
    log.flush();
    expect(begin().outlook().awake[20]!).toBeLessThan(before[20]! + 0.001);
  });

  it('makes requests cheaper where it will sleep through half of the day', () => {
    const streams = [streamOf('inbox', { minIntervalMs: 60_000, lastSentAt: start, forecast: worth(1, start) })];
    const presence = { now: true, usual: new Float64Array(24).fill(1) };
    const given = { now: start, streams, allowance: { spendable: 100, lastsFor: day } };
    const priceWith = (awake?: Float64Array) => findPrice({ ...given, presence: { ...presence, awake } }).now;
    const half = Float64Array.from({ length: 24 }, (_, at) => (at < 12 ? 1 : 0));
    // Half of the hours to share the same requests: each may be polled twice as often, at a quarter of the price.
    expect(priceWith(half) / priceWith()).toBeGreaterThan(0.2);
    expect(priceWith(half) / priceWith()).toBeLessThan(0.3);
  });
});
