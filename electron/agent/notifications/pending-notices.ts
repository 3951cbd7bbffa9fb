import type { Notice, StoredNotice, Subject } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/history.ts';
import { notices, summary, type PollFindings, type NoticeRules } from './notices.ts';

/**
 * What a pending notice still tells when its time comes: what it is about may have been read, snoozed or muted while it
 * waited. That is decided only then, so that what was undone meanwhile is told all the same.
 */

/** The inbox item or question that a subject names, as it is kept, while it is unread. */
function unreadFindings(profile: ProfileHistory, subject: Subject): PollFindings {
  if (subject.kind === 'inbox') {
    const item = profile.inbox.get(subject.key);
    return item?.unread === true ? { inbox: [{ ...item, unreadAtNetwork: true }] } : {};
  }
  if (subject.kind !== 'question') return {};
  const question = profile.questions.get(subject.siteId, subject.questionId);
  return question?.unread === true ? { questions: [question] } : {};
}

/** Whether a subject would be announced by these rules, if it were new now. */
export function isStillDue(profile: ProfileHistory, rules: NoticeRules, subject: Subject): boolean {
  if (subject.kind === 'status') return true;
  if (subject.kind === 'reputation' || subject.kind === 'badges')
    return rules.notify[subject.kind] && rules.mutedSites?.includes(subject.siteId) !== true;
  return notices(unreadFindings(profile, subject), rules).length > 0;
}

/** A notice without what is no longer news; undefined when nothing is left of it. */
function updated(
  profile: ProfileHistory,
  rules: NoticeRules,
  notice: StoredNotice,
  isNews: (subject: Subject) => boolean,
): Notice | undefined {
  const left = notice.subjects.filter(isNews);
  if (left.length === notice.subjects.length) return notice;
  if (left.length === 0) return undefined;
  const shortened = { ...notice, subjects: left, count: notice.count - (notice.subjects.length - left.length) };
  if (notice.kind === 'summary') return summary([shortened], rules.locale);
  const news = left.map((subject) => unreadFindings(profile, subject));
  const [fresh] = notices(
    { inbox: news.flatMap(({ inbox = [] }) => inbox), questions: news.flatMap(({ questions = [] }) => questions) },
    rules,
  );
  return fresh ? { ...fresh, ...(notice.silent === true && { silent: true }) } : shortened;
}

/**
 * Takes out of the pending notices what is no longer news, in one transaction: after a crash all of it is done or none.
 */
export function updatePending(
  profile: ProfileHistory,
  rules: NoticeRules,
  isNews: (subject: Subject) => boolean,
): void {
  if (profile.notices.pending().length === 0) return;
  profile.transaction(() => {
    for (const notice of profile.notices.pending()) {
      const current = updated(profile, rules, notice, isNews);
      if (current !== notice) profile.notices.retell(notice.id, current);
    }
  });
}
