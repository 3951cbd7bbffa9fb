import { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS } from '../../common/durations.ts';
import { createRandom, type Random } from './random.ts';
import type { Chaos, ChaosWorld } from './replay/replay.ts';
import type { Happening } from './replay/sim-clock.ts';

const [second, minute, hour, day] = [SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS];

/** Part of the quota that another app with the same address takes. */
export const MAX_STOLEN_SHARE = 0.4;

/** What chaos did, for the figures. */
export interface ChaosRecord {
  /** From and to, in ms since the epoch: the machine slept. */
  sleeps: [number, number][];
  stolen: number;
  /** When each of them was taken, in ms since the epoch. */
  stolenAt: number[];
  clockSets: number;
  restarts: number;
  backoffs: number;
  refusals: number;
}

const emptyRecord = (): ChaosRecord => ({
  sleeps: [],
  stolen: 0,
  stolenAt: [],
  clockSets: 0,
  restarts: 0,
  backoffs: 0,
  refusals: 0,
});

/**
 * All that can go wrong, at random but by a seed: pauses asked for, 403s, a lid that is closed for minutes and nights,
 * a machine clock set by anything up to half a day, restarts, and another app that takes 40 % of the quota in bursts.
 */
export function createChaos(seed: number, requestsPerDay: number, world: ChaosWorld): Chaos & { record: ChaosRecord } {
  const random = createRandom(seed * 65_537 + 11);
  const record = emptyRecord();
  const wait = (mean: number): number => random.wait(mean);
  const from = (mean: number, happen: (now: number) => number): Happening => ({ at: world.start + wait(mean), happen });

  /** Now and then one to eight requests at once. */
  const betweenBursts = day / ((MAX_STOLEN_SHARE * requestsPerDay) / 4.5);
  const steal = from(betweenBursts, (now) => {
    for (let left = Math.ceil(random.between(0, 8)); left > 0; left--) {
      if (!world.steal()) continue;
      record.stolen++;
      record.stolenAt.push(now);
    }
    return now + wait(betweenBursts);
  });

  let wakes = -Infinity;
  const wake: Happening = {
    at: Infinity,
    happen() {
      world.woke();
      return Infinity;
    },
  };
  function sleep(now: number, length: number): void {
    // What was to begin while it slept comes at the moment of waking: nobody closes the lid then.
    if (now <= wakes) return;
    wakes = now + length;
    record.sleeps.push([now, wakes]);
    world.sleepUntil(wakes);
    // Not every system tells of a wake.
    if (random.chance(0.8)) wake.at = wakes;
  }
  const nap = from(day / 3, (now) => {
    sleep(now, random.between(2 * minute, 40 * minute));
    return Math.max(now, wakes) + wait(day / 3);
  });
  const bedtime = (): number => random.between(22 * hour, 24.5 * hour);
  let midnight = world.start;
  const night: Happening = {
    at: midnight + bedtime(),
    happen(now) {
      if (random.chance(0.5)) sleep(now, random.between(5 * hour, 9 * hour));
      midnight += day;
      return midnight + bedtime();
    },
  };

  let off = 0;
  const setClock = from(2 * day, (now) => {
    // Half of the time somebody sets it right again.
    const by = off !== 0 && random.chance(0.5) ? -off : jump(random);
    off += by;
    record.clockSets++;
    world.setClock(by);
    return now + wait(2 * day);
  });
  const restart = from(3 * day, (now) => {
    record.restarts++;
    void world.restart();
    return now + wait(3 * day);
  });

  return {
    record,
    happenings: [steal, nap, night, wake, setClock, restart],
    interfere() {
      if (random.chance(0.01)) {
        record.refusals++;
        return { throttledFor: Math.ceil(random.between(10, 120)) };
      }
      if (!random.chance(0.02)) return {};
      record.backoffs++;
      return { backoff: Math.ceil(random.chance(0.1) ? random.between(300, 1200) : random.between(5, 60)) };
    },
  };
}

/** Ten seconds to twelve hours, forth or back. */
const jump = (random: Random): number =>
  (random.chance(0.5) ? 1 : -1) * 10 * second * Math.exp(random.between(0, Math.log((12 * hour) / (10 * second))));
