import type { InboxEvent, Notice, QuestionEvent, ReputationEvent, StoredNotice } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/history.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { inboxNotice, lines, questionNotice } from './wording/notice-texts.ts';
import type { NoticeRules } from './notices.ts';
import { allFindings } from './pending-notices.ts';
import { reputationNotice } from './wording/reputation-notice.ts';
import { mergedSubjects } from './wording/summary.ts';

/**
 * A round of polls asks several things: each site's reputation by itself, and the inbox twice where it goes on. What
 * they found of one kind is told by one notification.
 */

const FOLDED_KINDS = ['inbox', 'reputation', 'question', 'badges'] as const;

/** Leaves at most one pending notice of each kind, in the place of several; nothing of what they tell gets lost. */
export function foldPending(profile: ProfileHistory, rules: NoticeRules, now: number): void {
  const byKind = Map.groupBy(profile.notices.pending(), ({ kind }) => kind);
  for (const kind of FOLDED_KINDS) {
    const alike = byKind.get(kind) ?? [];
    const folded = alike.length > 1 ? foldAlike(profile, rules, alike) : undefined;
    if (folded) profile.notices.merge(alike, folded, now);
  }
}

function foldAlike(profile: ProfileHistory, rules: NoticeRules, alike: StoredNotice[]): Notice | undefined {
  const subjects = mergedSubjects(alike.flatMap((notice) => notice.subjects));
  const worded = wordAlike(profile, rules, alike);
  const silent = alike.every((notice) => notice.silent === true);
  return worded && { ...worded, subjects, link: undefined, silent };
}

/** Of those of one kind; undefined where they cannot be told together. */
function wordAlike(profile: ProfileHistory, rules: NoticeRules, alike: StoredNotice[]): Notice | undefined {
  const { locale } = rules;
  const count = alike.reduce((sum, notice) => sum + notice.count, 0);
  const [{ kind }] = alike as [StoredNotice];
  if (kind === 'badges')
    return { ...namedTogether(locale, alike), title: locale.words('notices.badgesOnSites', { count }) };
  const found = allFindings(
    profile,
    alike.flatMap(({ subjects }) => subjects),
  );
  if (kind === 'inbox')
    return ifAny(
      newestFirst(found.inbox, ({ createdAt }) => createdAt),
      (all: Filled<InboxEvent>) => inboxNotice(locale, all),
    );
  if (kind === 'question')
    return ifAny(
      newestFirst(found.questions, ({ createdAt }) => createdAt),
      (all: Filled<QuestionEvent>) => questionNotice(locale, all),
    );
  const total = alike
    .flatMap(({ subjects }) => subjects)
    .reduce((sum, subject) => sum + (subject.kind === 'reputation' ? (subject.change ?? 0) : 0), 0);
  return ifAny(
    newestFirst(found.reputation, ({ onDate }) => onDate),
    (all: Filled<ReputationEvent>) =>
      withPrivileges(locale, reputationNotice(locale, all, rules.reputationToday?.(), total), alike),
  );
}

type Filled<T> = [T, ...T[]];

const newestFirst = <T>(events: readonly T[], date: (event: T) => number): T[] =>
  events.toSorted((one, other) => date(other) - date(one));

const ifAny = <T>(events: T[], word: (all: Filled<T>) => Notice): Notice | undefined =>
  events.length === 0 ? undefined : word(events as Filled<T>);

/** What was gained by reputation is told with it, by its name. */
function withPrivileges(locale: Locale, reputation: Notice, alike: readonly StoredNotice[]): Notice {
  const gained = alike.filter(({ subjects }) =>
    subjects.every((subject) => subject.kind !== 'reputation' || subject.keys === undefined),
  );
  const count = reputation.count + gained.reduce((sum, notice) => sum + notice.count, 0);
  return {
    ...reputation,
    count,
    body: lines(locale, [...gained.map(({ title }) => title), ...reputation.body.split('\n')]),
  };
}

/** Several notices told by their own titles. */
function namedTogether(locale: Locale, alike: readonly StoredNotice[]): Notice {
  const [first] = alike as [StoredNotice];
  const count = alike.reduce((sum, notice) => sum + notice.count, 0);
  return {
    kind: first.kind,
    title: first.title,
    body: lines(
      locale,
      alike.map(({ title }) => title),
    ),
    count,
    subjects: [],
  };
}
