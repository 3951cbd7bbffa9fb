import type { Locale } from '../../../common/i18n/locale.ts';
import type { Notice, StoredNotice } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { NoticeRules } from './notices.ts';
import { eventsOf, endHold, hold, isBundled, isHeld } from './pending.ts';
import {
  inboxNotice,
  lines,
  questionNotice,
  reputationNotice,
  mergedSubjects,
  summary,
  type SummaryReason,
} from './wording.ts';

/** An account with notifications and the rules for them; `id` identifies it among the others. */
export interface RuledAccount {
  id: string;
  profile: ProfileHistory;
  rules: NoticeRules;
}

/** Pending notifications of one account. */
interface Share extends RuledAccount {
  notices: StoredNotice[];
}

/**
 * Kinds whose notifications of one round of polls are merged into one. A round has several polls, perhaps of several
 * networks: one for each site's reputation, and two of the inbox if it continues on a second page.
 */
const FOLDED_KINDS = ['inbox', 'activity', 'reputation', 'question', 'badges'] as const;

/**
 * Merges the pending notifications of all accounts just before they are shown. Held ones become one summary. The others
 * are merged by kind; if more are bundled than may be shown, they become one summary.
 * @param free number of bundled notifications that may be shown
 */
export function mergePending(
  accounts: readonly RuledAccount[],
  { areAllHeld, free }: { areAllHeld: boolean; free: number },
  now: number,
): void {
  const { held = [], others = [] } = Object.groupBy(accounts, ({ profile }) =>
    areAllHeld || isHeld(profile) ? 'held' : 'others',
  );
  summarize(sharesOf(held), 'suppressed', now);
  for (const { profile } of held) endHold(profile);
  for (const kind of FOLDED_KINDS) {
    // Notifications that have to wait are merged once, when they may be shown, and not in each round.
    if (free <= 0 && isBundled({ kind })) continue;
    const alike = sharesOf(others, (notice) => notice.kind === kind && isOfOneAccount(notice));
    if (countOf(alike) > 1) replace(alike, foldedNotice(alike), now);
  }
  const bundled = sharesOf(others, isBundled);
  if (free > 0 && countOf(bundled) > free) summarize(bundled, 'many', now);
}

/**
 * Splits pending summaries of several accounts into one for each again. To be called before a user signs out, so that
 * no account's events are removed with another's. A summary is pending if the desktop refused it.
 */
export function splitSummaries(accounts: readonly RuledAccount[], now: number): void {
  for (const holder of accounts) {
    const { profile, rules } = holder;
    for (const notice of profile.notices.pending().filter((pending) => !isOfOneAccount(pending))) {
      profile.transaction(() => {
        profile.notices.mergeInto([notice]);
        for (const [id, own] of Map.groupBy(notice.subjects, ({ account }) => account ?? holder.id)) {
          const owner = accounts.find((candidate) => candidate.id === id);
          if (!owner) continue;
          const subjects = own.map(({ account: _holders, ...subject }) => subject);
          owner.profile.notices.add(summary([{ ...notice, subjects, count: own.length }], rules.locale), now);
          hold(owner.profile);
        }
      });
    }
  }
}

const sharesOf = (
  accounts: readonly RuledAccount[],
  isMeant: (notice: StoredNotice) => boolean = () => true,
): Share[] =>
  accounts
    .map((account) => ({ ...account, notices: account.profile.notices.pending().filter(isMeant) }))
    .filter(({ notices }) => notices.length > 0);

const countOf = (shares: readonly Share[]): number => shares.reduce((sum, { notices }) => sum + notices.length, 0);

const isOfOneAccount = ({ subjects }: StoredNotice): boolean => subjects.every(({ account }) => account === undefined);

/** Returns the notifications of all shares; if there are several accounts, each is set in its subjects. */
const noticesOf = (shares: readonly Share[]): StoredNotice[] =>
  shares.flatMap(({ id, notices }) =>
    shares.length === 1
      ? notices
      : notices.map((notice) => ({
          ...notice,
          subjects: notice.subjects.map((subject) => ({ account: id, ...subject })),
        })),
  );

function summarize(shares: readonly Share[], why: SummaryReason, now: number): void {
  const [first] = shares;
  if (first && countOf(shares) > 1) replace(shares, summary(noticesOf(shares), first.rules.locale, why), now);
}

/** Replaces several notifications by one of the first account. */
function replace(shares: readonly Share[], merged: Notice | undefined, now: number): void {
  const [first, ...others] = shares;
  if (!first || !merged) return;
  first.profile.transaction(() => {
    for (const { profile, notices } of others) profile.notices.mergeInto(notices);
    first.profile.notices.merge(first.notices, merged, now);
  });
}

/** Returns one notice for several of one kind, or undefined if they cannot be merged. */
function foldedNotice(shares: readonly Share[]): Notice | undefined {
  const alike = noticesOf(shares);
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
  const { locale } = shares[0]!.rules;
  if (kind === 'badges') return badgesTogether(locale, alike);
  const found = shares.map((share) => eventsOfShare(share, shares.length > 1));
  const questions = found.flatMap((events) => events.questions);
  const inbox = found.flatMap((events) => events.inbox);
  if (kind === 'question') return questionNotice(locale, questions);
  if (kind !== 'reputation') return inboxNotice(locale, inbox);
  const total = alike
    .flatMap(({ subjects }) => subjects)
    .reduce((sum, subject) => sum + (subject.kind === 'reputation' ? (subject.change ?? 0) : 0), 0);
  const today = shares.flatMap((share) => share.rules.reputationToday?.() ?? []);
  const changes = found.flatMap(({ reputation }) => reputation);
  const notice = reputationNotice(locale, changes, today, total);
  return notice && withPrivileges(locale, notice, alike);
}

/** Returns the stored events of a share's notices, with each site scoped to its account if there are several. */
function eventsOfShare({ profile, notices, id }: Share, areSeveral: boolean) {
  const subjects = mergedSubjects(notices.flatMap((notice) => notice.subjects));
  const { inbox, questions, reputation } = eventsOf(profile, subjects);
  const named = <T extends { site: { id: string; name: string } }>(events: T[]): T[] =>
    areSeveral ? events.map((event) => ({ ...event, site: { ...event.site, id: `${id}/${event.site.id}` } })) : events;
  return { inbox: named(inbox), questions: named(questions), reputation: named(reputation) };
}

/** Adds the names of the privileges gained with the reputation. */
function withPrivileges(locale: Locale, reputation: Notice, alike: readonly StoredNotice[]): Notice {
  const gained = alike.filter(({ subjects }) =>
    subjects.every((subject) => subject.kind !== 'reputation' || subject.keys === undefined),
  );
  const count = reputation.count + gained.reduce((sum, notice) => sum + notice.count, 0);
  const body = lines(locale, [...gained.map(({ title }) => title), ...reputation.body.split('\n')]);
  return { ...reputation, count, body };
}

/** Merges notices of badges on several sites by listing their titles. */
function badgesTogether(locale: Locale, alike: readonly StoredNotice[]): Notice {
  const count = alike.reduce((sum, notice) => sum + notice.count, 0);
  const titles = alike.map(({ title }) => title);
  const title = locale.words('notices.badgesOnSites', { count });
  return { kind: 'badges', title, body: lines(locale, titles), count, subjects: [] };
}
