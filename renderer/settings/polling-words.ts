import type { AppState } from '../../electron/contract.ts';
import { clockTime, duration } from '../components/time-words.ts';

const count = new Intl.NumberFormat('en');

type PlannedStream = NonNullable<AppState['plan']>[number];

/** How often a stream is asked ("every 62 s, about 1,390 requests a day"). */
export function paceWords({ everySeconds, perDay }: Pick<PlannedStream, 'everySeconds' | 'perDay'>): string {
  const requests = Math.round(perDay);
  // A pace is an average, so it is told to the nearest minute where a countdown would be rounded up.
  const pace = everySeconds < 120 ? Math.max(1, Math.round(everySeconds)) : Math.round(everySeconds / 60) * 60;
  return `every ${duration(pace)}, about ${count.format(requests)} ${requests === 1 ? 'request' : 'requests'} a day`;
}

/** What all streams cost together. */
export function totalWords(plan: readonly PlannedStream[]): string {
  const all = Math.round(plan.reduce((sum, { perDay }) => sum + perDay, 0));
  return `In all about ${count.format(all)} requests a day.`;
}

/** Whether somebody is there, and what that means for polling. */
export function presenceWords({ state, since }: AppState['presence'], now: number): string {
  if (state === 'present') return 'You are here: Askbell asks as often as the requests last.';
  return `You have been away since ${clockTime(since, now)}: Askbell asks seldom, and looks at once when you are back.`;
}

/** What is kept back from polling. */
export function reserveWords({ reserve }: Pick<NonNullable<AppState['quota']>, 'reserve'>): string {
  return `${count.format(reserve)} are kept back for what you ask for yourself.`;
}
