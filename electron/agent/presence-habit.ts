import { z } from 'zod';
import type { PresenceState } from '../desktop/desktop.ts';
import type { ProfileHistory } from '../store/history.ts';
import { hour, hourOfDay } from './rates.ts';

/** When somebody is usually there: hours spent present, and hours watched, by hour of the day; older ones count less. */
export const PresenceHabit = z.object({ there: z.array(z.number()).length(24), watched: z.array(z.number()).length(24) });
export type PresenceHabit = z.output<typeof PresenceHabit>;

const halfLife = 14 * 24;
/** Longer than this adds nothing that is not forgotten again. */
const longest = 14 * 24 * hour;

/** Adds a stretch of time, in ms since the epoch, during which somebody was there or not. Gives a new habit. */
export function live(habit: PresenceHabit | undefined, from: number, to: number, there: boolean): PresenceHabit {
  const keep = 0.5 ** (Math.max(0, to - from) / hour / halfLife);
  const next: PresenceHabit = {
    there: habit?.there.map((hours) => hours * keep) ?? Array.from({ length: 24 }, () => 0),
    watched: habit?.watched.map((hours) => hours * keep) ?? Array.from({ length: 24 }, () => 0),
  };
  for (let at = Math.max(from, to - longest); at < to; ) {
    const until = Math.min(to, (Math.floor(at / hour) + 1) * hour);
    const hours = (until - at) / hour;
    next.watched[hourOfDay(at)]! += hours;
    if (there) next.there[hourOfDay(at)]! += hours;
    at = until;
  }
  return next;
}

/** So many hours of being there are believed before any was seen. */
const doubt = 0.05;

/** The chance that somebody is there, by hour of the day; somebody is, until it was seen otherwise. */
export const usualPresence = (habit: PresenceHabit | undefined): Float64Array =>
  Float64Array.from({ length: 24 }, (_, at) => ((habit?.there[at] ?? 0) + doubt) / ((habit?.watched[at] ?? 0) + doubt));

/** Follows whether somebody is there, and learns when they usually are; kept in the history's marks. `now` by the network's clock. */
export function createPresenceLog(profile: ProfileHistory, now: () => number) {
  const kept = PresenceHabit.safeParse(profile.mark('presence'));
  let habit: PresenceHabit | undefined = kept.success ? kept.data : undefined;
  let state: PresenceState = 'present';
  let since = now();
  const note = (): void => {
    const at = now();
    // Where somebody never leaves, or nobody can tell, there is no habit to learn.
    if (habit || state === 'away') habit = live(habit, since, at, state !== 'away');
    if (habit) profile.setMark('presence', habit);
    since = at;
  };
  return {
    /** Gives true when somebody has come back. */
    become(next: PresenceState): boolean {
      const back = state === 'away' && next === 'present';
      if (next !== state) note();
      state = next;
      return back;
    },
    /** For the planner. */
    outlook: () => ({ now: state !== 'away', usual: usualPresence(habit) }),
    relabel(by: number): void {
      since += by;
    },
    flush: note,
  };
}
