import type { Notice, StoredNotice, Subject } from '../../../store/events.ts';
import type { Locale } from '../../../../common/i18n/locale.ts';

/** Returns the subjects of several notices without duplicates; reputation is added up by site. */
export function mergedSubjects(all: readonly Subject[]): Subject[] {
  const merged = new Map<string, Subject>();
  for (const subject of all) {
    if (subject.kind !== 'reputation') {
      merged.set(JSON.stringify(subject), subject);
      continue;
    }
    const { account, kind, siteId } = subject;
    const name = JSON.stringify([account, kind, siteId]);
    const before = merged.get(name);
    merged.set(name, before?.kind === 'reputation' ? { ...before, ...addedUp(before, subject) } : subject);
  }
  return [...merged.values()];
}

type ReputationSubject = Extract<Subject, { kind: 'reputation' }>;

/** Adds up two reputation subjects. Those of privileges and of older notices have no keys. */
function addedUp(one: ReputationSubject, other: ReputationSubject): Pick<ReputationSubject, 'change' | 'keys'> {
  if (one.keys === undefined && other.keys === undefined) return {};
  return {
    change: (one.change ?? 0) + (other.change ?? 0),
    keys: [...new Set([...(one.keys ?? []), ...(other.keys ?? [])])],
  };
}

/** Why notices are summarized: they were held, or there were too many of them. */
export type SummaryReason = 'suppressed' | 'many';

/** Returns one notice for several that could not be shown when they were decided. */
export function summary(merged: StoredNotice[], { words }: Locale, why: SummaryReason = 'suppressed'): Notice {
  const subjects = mergedSubjects(
    merged.flatMap((notice): Subject[] =>
      notice.kind === 'status' ? [{ kind: 'status', title: notice.title }] : notice.subjects,
    ),
  );
  const count = (kind: Subject['kind']) => subjects.filter((subject) => subject.kind === kind).length;
  const [items, questions, sites] = [count('inbox'), count('question'), count('reputation')];
  const badgeSites = count('badges');
  const parts = [
    items > 0 && words('notices.summaryInbox', { count: items }),
    questions > 0 && words('notices.summaryQuestions', { count: questions }),
    sites > 0 && words('notices.summaryReputation', { count: sites }),
    badgeSites > 0 && words('notices.summaryBadges', { count: badgeSites }),
    ...subjects.flatMap((subject) => (subject.kind === 'status' ? [subject.title] : [])),
  ].filter((part) => part !== false);
  return {
    kind: 'summary',
    title: words(why === 'many' ? 'notices.summaryOfMany' : 'notices.summaryTitle'),
    body: parts.join('\n'),
    count: merged.reduce((sum, notice) => sum + notice.count, 0),
    subjects,
    ...(merged.length > 0 && merged.every((notice) => notice.silent === true) && { silent: true }),
  };
}
