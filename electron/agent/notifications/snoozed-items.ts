import type { ProfileHistory } from '../../store/history.ts';
import { notices, type NoticeRules } from './notices.ts';

/**
 * Brings back the items whose snooze has ended: unread again, with a notification, in one transaction. Gives whether
 * there were any.
 */
export function endItemSnoozes(history: ProfileHistory, rules: NoticeRules, now: number): boolean {
  if ((history.inbox.nextSnoozeEnd() ?? Infinity) > now) return false;
  return history.transaction(() => {
    const back = history.inbox.returnSnoozed(now);
    for (const notice of notices({ inbox: back.map((item) => ({ ...item, unreadAtNetwork: true })) }, rules))
      history.notices.add(notice, now);
    return back.length > 0;
  });
}
