import type { ProfileHistory } from '../../store/history.ts';
import { notices, type NoticeRules } from './notices.ts';

/** How long an inbox item can be put off. */
export type ItemSnooze = 'later-today' | 'tomorrow' | 'next-week';

const laterToday = 3 * 3600_000;
/** When people start their day, by this machine's time zone. */
const morningHour = 8;

/** When an item that is put off at `now` comes back; both in ms since the epoch. Next week begins on Monday. */
export function itemSnoozeEnd(until: ItemSnooze, now: number): number {
  if (until === 'later-today') return now + laterToday;
  const morning = new Date(now);
  const days = until === 'tomorrow' ? 1 : (8 - morning.getDay()) % 7 || 7;
  morning.setDate(morning.getDate() + days);
  morning.setHours(morningHour, 0, 0, 0);
  return morning.getTime();
}

/** Brings back what was put off until now: unread again, with a notification, all in one. Gives whether there was any. */
export function bringBack(history: ProfileHistory, rules: NoticeRules, now: number): boolean {
  if ((history.inbox.nextReturn() ?? Infinity) > now) return false;
  return history.transaction(() => {
    const back = history.inbox.comeBack(now);
    for (const notice of notices({ inbox: back.map((item) => ({ ...item, unreadAtNetwork: true })) }, rules))
      history.notices.add(notice, now);
    return back.length > 0;
  });
}
