import type { ProfileHistory } from '../../store/profile-history.ts';
import { MATCH_KIND } from '../../../common/schemas/match-kind.ts';
import type { StoredInboxItem } from '../../store/inbox/inbox-row.ts';
import { notices, type NoticeRules } from './notices.ts';

const isMatch = ({ itemType }: StoredInboxItem): boolean => itemType === MATCH_KIND;

/**
 * Moves inbox items and matches whose snooze has ended back to the inbox: unread again, with a notification, in one
 * transaction. Returns whether there were any.
 */
export function endItemSnoozes(history: ProfileHistory, rules: NoticeRules, now: number): boolean {
  if ((history.itemSnoozes.nextEnd() ?? Infinity) > now) return false;
  return history.transaction(() => {
    const back = history.itemSnoozes.returnDue(now);
    const news = {
      inbox: back.filter((item) => !isMatch(item)).map((item) => ({ ...item, unreadAtNetwork: true })),
      questions: back.flatMap((item) =>
        isMatch(item) && item.questionId !== undefined ? [{ ...item, questionId: item.questionId }] : [],
      ),
    };
    for (const notice of notices(news, rules)) history.notices.add(notice, now);
    return back.length > 0;
  });
}
