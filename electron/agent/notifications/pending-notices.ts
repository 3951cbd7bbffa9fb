import type { Notice, StoredNotice, Subject } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/history.ts';
import { notices, summary, type News, type NoticeRules } from './notices.ts';

/**
 * What a notice may still tell when it comes to be shown: while it waited, what it is about may have been read, put off, or
 * muted. Decided only then, so that what is undone meanwhile is told all the same.
 */

/** The inbox item or question that a subject names, as it is kept, while it is unread. */
function unreadNews(profile: ProfileHistory, subject: Subject): News {
  if (subject.kind === 'inbox') {
    const item = profile.inbox.get(subject.key);
    return item?.unread === true ? { inbox: [{ ...item, unreadAtNetwork: true }] } : {};
  }
  if (subject.kind !== 'question') return {};
  const question = profile.questions.get(subject.siteId, subject.questionId);
  return question?.unread === true ? { questions: [question] } : {};
}

/** Whether a subject would be announced by these rules, if it were new now. */
export function isStillNews(profile: ProfileHistory, rules: NoticeRules, subject: Subject): boolean {
  if (subject.kind === 'status') return true;
  if (subject.kind === 'reputation')
    return rules.notify.reputation && rules.mutedSites?.includes(subject.siteId) !== true;
  return notices(unreadNews(profile, subject), rules).length > 0;
}

/** A notice without what is no news any more, told anew; undefined when nothing is left of it. */
function retold(
  profile: ProfileHistory,
  rules: NoticeRules,
  notice: StoredNotice,
  isNews: (subject: Subject) => boolean,
): Notice | undefined {
  const left = notice.subjects.filter(isNews);
  if (left.length === notice.subjects.length) return notice;
  if (left.length === 0) return undefined;
  const kept = { ...notice, subjects: left, count: notice.count - (notice.subjects.length - left.length) };
  if (notice.kind === 'summary') return summary([kept], rules.speech);
  const news = left.map((subject) => unreadNews(profile, subject));
  const [told] = notices(
    { inbox: news.flatMap(({ inbox = [] }) => inbox), questions: news.flatMap(({ questions = [] }) => questions) },
    rules,
  );
  return told ? { ...told, ...(notice.silent === true && { silent: true }) } : kept;
}

/** Takes out of the pending notices what is no news any more, all in one: whoever is killed meanwhile finds all of it or none. */
export function retellPending(
  profile: ProfileHistory,
  rules: NoticeRules,
  isNews: (subject: Subject) => boolean,
): void {
  profile.transaction(() => {
    for (const notice of profile.notices.pending()) {
      const told = retold(profile, rules, notice, isNews);
      if (told !== notice) profile.notices.retell(notice.id, told);
    }
  });
}
