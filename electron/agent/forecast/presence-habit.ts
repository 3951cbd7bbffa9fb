import type { PresenceState } from '../../desktop/desktop.ts';
import type { ProfileHistory } from '../../store/history.ts';
import { Habit, addPeriod, chanceByHour } from './daily-habit.ts';

/** Follows whether somebody is there, and learns when they usually are; kept in the history's marks. `now` by the network's clock. */
export function createPresenceLog(profile: ProfileHistory, now: () => number) {
  const kept = Habit.safeParse(profile.mark('presence'));
  let habit: Habit | undefined = kept.success ? kept.data : undefined;
  let state: PresenceState = 'present';
  let since = now();
  const note = (): void => {
    const at = now();
    // Where somebody never leaves, or nobody can tell, there is no habit to learn.
    if (habit || state === 'away') habit = addPeriod(habit, since, at, state !== 'away');
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
    outlook: () => ({ now: state !== 'away', usual: chanceByHour(habit) }),
    relabel(by: number): void {
      since += by;
    },
    flush: note,
  };
}
