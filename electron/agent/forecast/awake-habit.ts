import { z } from 'zod';
import type { ProfileHistory } from '../../store/history.ts';
import { Habit, addPeriod, chanceByHour } from './daily-habit.ts';

const Kept = z.object({ habit: Habit, until: z.number() });

/** So many hours awake are believed of each hour of the day, so that one night tells little. */
const doubt = 2;
/** The habit is written down so often, in ms: what a crash loses looks like a machine that was off. */
const keptEvery = 10 * 60_000;
const day = 24 * 3600_000;

/**
 * Follows when this machine is awake and Askbell runs on it, and learns when it usually does: what the quota holds is
 * worth nothing in hours that nobody can ask in. Kept in the history's marks. `now` by the network's clock; `isSure`: whether
 * it is known that no sleep since is part of that.
 */
export function createAwakeLog(profile: ProfileHistory, now: () => number, isSure: () => boolean = () => true) {
  const kept = Kept.safeParse(profile.mark('awake'));
  let habit: Habit | undefined = kept.success ? kept.data.habit : undefined;
  // Since the last run nobody was awake here. Of weeks away a day is learned: they say little of the days at home.
  if (kept.success && now() > kept.data.until + keptEvery)
    habit = addPeriod(habit, Math.max(kept.data.until, now() - day), now(), false);
  let since = now();
  let keptAt = since;
  const keep = (): void => {
    if (habit) profile.setMark('awake', { habit, until: since });
    keptAt = since;
  };
  return {
    /** Still awake. */
    note(): void {
      if (!isSure()) return;
      const at = now();
      habit = addPeriod(habit, since, at, true);
      since = at;
      if (at - keptAt >= keptEvery) keep();
    },
    /** The machine slept for so many ms, until now; before that it was awake. */
    slept(ms: number): void {
      const at = now();
      const from = Math.max(since, at - ms);
      habit = addPeriod(addPeriod(habit, since, from, true), from, at, false);
      since = at;
    },
    /** The chance that it is awake, by hour of the day; the time awake that still goes on counts. */
    usual: (): Float64Array => chanceByHour(habit && isSure() ? addPeriod(habit, since, now(), true) : habit, doubt),
    relabel(by: number): void {
      since += by;
      keptAt += by;
    },
    flush(): void {
      this.note();
      keep();
    },
  };
}
