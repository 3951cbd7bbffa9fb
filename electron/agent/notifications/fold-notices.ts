import type { InboxEvent, Notice, QuestionEvent, ReputationEvent, StoredNotice } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { inboxNotice, lines, questionNotice } from './wording/notice-texts.ts';
import type { NoticeRules } from './notices.ts';
import { allFindings } from './pending-notices.ts';
import { reputationNotice } from './wording/reputation-notice.ts';
import { mergedSubjects } from './wording/summary.ts';

/**
 * Kinds whose notifications of one round of polls are merged into one. A round has several polls, perhaps of several
 * networks: one for each site's reputation, and two of the inbox if it continues on a second page.
 */

export const FOLDED_KINDS = ['inbox', 'activity', 'reputation', 'question', 'badges'] as const;

/** Notices of one account, with the context for their texts; `id` names the account if there are several. */
interface Share {
  profile: ProfileHistory;
  rules: NoticeRules;
  notices: StoredNotice[];
  id?: string;
}

/** Returns one notice for several of one kind, or undefined if they cannot be merged. */
export function foldedNotice(shares: readonly Share[]): Notice | undefined {
  const alike = shares.flatMap(({ notices }) => notices);
  const subjects = mergedSubjects(alike.flatMap((notice) => notice.subjects));
  const worded = wordAlike(shares, alike);
  const silent = alike.every((notice) => notice.silent === true);
  return (
    worded && { ...worded, kind: alike[0]!.kind, subjects, silent, ...(subjects.length > 1 && { link: undefined }) }
  );
}

/** Returns the text of one notice for shares of one kind, or undefined if they cannot be merged. */
function wordAlike(shares: readonly Share[], alike: StoredNotice[]): Notice | undefined {
  const [{ kind }] = alike as [StoredNotice];
  const [{ rules }] = shares as [Share];
  const { locale } = rules;
  const count = alike.reduce((sum, notice) => sum + notice.count, 0);
  if (kind === 'badges')
    return { ...namedTogether(locale, alike), title: locale.words('notices.badgesOnSites', { count }) };
  const found = shares.map(findingsOfShare);
  if (kind === 'inbox' || kind === 'activity')
    return ifAny(
      newestFirst(
        found.flatMap(({ inbox }) => inbox),
        ({ createdAt }) => createdAt,
      ),
      (all: Filled<InboxEvent>) => inboxNotice(locale, all),
    );
  if (kind === 'question')
    return ifAny(
      newestFirst(
        found.flatMap(({ questions }) => questions),
        ({ createdAt }) => createdAt,
      ),
      (all: Filled<QuestionEvent>) => questionNotice(locale, all),
    );
  const total = alike
    .flatMap(({ subjects }) => subjects)
    .reduce((sum, subject) => sum + (subject.kind === 'reputation' ? (subject.change ?? 0) : 0), 0);
  const today = shares.flatMap((share) => share.rules.reputationToday?.() ?? []);
  return ifAny(
    newestFirst(
      found.flatMap(({ reputation }) => reputation),
      ({ onDate }) => onDate,
    ),
    (all: Filled<ReputationEvent>) => withPrivileges(locale, reputationNotice(locale, all, today, total), alike),
  );
}

/**
 * Returns the stored events of a share's notices; if there are several accounts, each site is scoped to its account.
 */
function findingsOfShare({ profile, notices, id }: Share) {
  const { inbox, questions, reputation } = allFindings(
    profile,
    mergedSubjects(notices.flatMap(({ subjects }) => subjects)),
  );
  const named = <T extends { site: { id: string; name: string } }>(events: T[]): T[] =>
    id === undefined
      ? events
      : events.map((event) => ({ ...event, site: { ...event.site, id: `${id}/${event.site.id}` } }));
  return { inbox: named(inbox), questions: named(questions), reputation: named(reputation) };
}

type Filled<T> = [T, ...T[]];

const newestFirst = <T>(events: readonly T[], date: (event: T) => number): T[] =>
  events.toSorted((one, other) => date(other) - date(one));

const ifAny = <T>(events: T[], word: (all: Filled<T>) => Notice): Notice | undefined =>
  events.length === 0 ? undefined : word(events as Filled<T>);

/** Adds the names of the privileges gained with the reputation. */
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

/** Merges several notices by listing their titles. */
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
