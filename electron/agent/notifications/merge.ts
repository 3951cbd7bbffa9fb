import type { Locale } from '../../../common/i18n/locale.ts';
import type { NewNotification, StoredNotification } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { NotificationRules } from './rules.ts';
import { eventsOf, endHold, hold, isBundled, isHeld } from './pending.ts';
import {
  badgesOnSites,
  inboxNotification,
  lines,
  questionNotification,
  reputationNotification,
  mergedSubjects,
  summary,
  type SummaryReason,
} from './wording.ts';

/** An account with notifications and the rules for them; `id` identifies it among the others. */
export interface RuledAccount {
  id: string;
  profile: ProfileHistory;
  rules: NotificationRules;
}

/** Pending notifications of one account. */
interface Share extends RuledAccount {
  notifications: StoredNotification[];
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
    const alike = sharesOf(others, (notification) => notification.kind === kind && isOfOneAccount(notification));
    if (countOf(alike) > 1) replace(alike, foldedNotification(alike), now);
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
    for (const notification of profile.notifications.pending().filter((pending) => !isOfOneAccount(pending))) {
      profile.transaction(() => {
        profile.notifications.mergeInto([notification]);
        for (const [id, own] of Map.groupBy(notification.subjects, ({ account }) => account ?? holder.id)) {
          const owner = accounts.find((candidate) => candidate.id === id);
          if (!owner) continue;
          const subjects = own.map(({ account: _holders, ...subject }) => subject);
          owner.profile.notifications.add(
            summary([{ ...notification, subjects, count: own.length }], rules.locale),
            now,
          );
          hold(owner.profile);
        }
      });
    }
  }
}

const sharesOf = (
  accounts: readonly RuledAccount[],
  isMeant: (notification: StoredNotification) => boolean = () => true,
): Share[] =>
  accounts
    .map((account) => ({ ...account, notifications: account.profile.notifications.pending().filter(isMeant) }))
    .filter(({ notifications }) => notifications.length > 0);

const countOf = (shares: readonly Share[]): number =>
  shares.reduce((sum, { notifications }) => sum + notifications.length, 0);

const isOfOneAccount = ({ subjects }: StoredNotification): boolean =>
  subjects.every(({ account }) => account === undefined);

/** Returns the notifications of all shares; if there are several accounts, each is set in its subjects. */
const noticesOf = (shares: readonly Share[]): StoredNotification[] =>
  shares.flatMap(({ id, notifications }) =>
    shares.length === 1
      ? notifications
      : notifications.map((notification) => ({
          ...notification,
          subjects: notification.subjects.map((subject) => ({ account: id, ...subject })),
        })),
  );

function summarize(shares: readonly Share[], why: SummaryReason, now: number): void {
  const [first] = shares;
  if (first && countOf(shares) > 1) replace(shares, summary(noticesOf(shares), first.rules.locale, why), now);
}

/** Replaces several notifications by one of the first account. */
function replace(shares: readonly Share[], merged: NewNotification | undefined, now: number): void {
  const [first, ...others] = shares;
  if (!first || !merged) return;
  first.profile.transaction(() => {
    for (const { profile, notifications } of others) profile.notifications.mergeInto(notifications);
    first.profile.notifications.merge(first.notifications, merged, now);
  });
}

/** Returns one notification for several of one kind, or undefined if they cannot be merged. */
function foldedNotification(shares: readonly Share[]): NewNotification | undefined {
  const alike = noticesOf(shares);
  const subjects = mergedSubjects(alike.flatMap((notification) => notification.subjects));
  const worded = wordAlike(shares, alike);
  const silent = alike.every((notification) => notification.silent === true);
  return (
    worded && { ...worded, kind: alike[0]!.kind, subjects, silent, ...(subjects.length > 1 && { link: undefined }) }
  );
}

/** Returns the text of one notification for shares of one kind, or undefined if they cannot be merged. */
function wordAlike(shares: readonly Share[], alike: StoredNotification[]): NewNotification | undefined {
  const [{ kind }] = alike as [StoredNotification];
  const { locale } = shares[0]!.rules;
  if (kind === 'badges') return badgesOnSites(locale, alike);
  const found = shares.map((share) => eventsOfShare(share, shares.length > 1));
  const questions = found.flatMap((events) => events.questions);
  const inbox = found.flatMap((events) => events.inbox);
  if (kind === 'question') return questionNotification(locale, questions);
  if (kind !== 'reputation') return inboxNotification(locale, inbox);
  const total = alike
    .flatMap(({ subjects }) => subjects)
    .reduce((sum, subject) => sum + (subject.kind === 'reputation' ? (subject.change ?? 0) : 0), 0);
  const today = shares.flatMap((share) => share.rules.reputationToday?.() ?? []);
  const changes = found.flatMap(({ reputation }) => reputation);
  const notification = reputationNotification(locale, changes, today, total);
  return notification && withPrivileges(locale, notification, alike);
}

/** Returns the stored events of a share's notifications, with each site scoped to its account if there are several. */
function eventsOfShare({ profile, notifications, id }: Share, areSeveral: boolean) {
  const subjects = mergedSubjects(notifications.flatMap((notification) => notification.subjects));
  const { inbox, questions, reputation } = eventsOf(profile, subjects);
  const named = <T extends { site: { id: string; name: string } }>(events: T[]): T[] =>
    areSeveral ? events.map((event) => ({ ...event, site: { ...event.site, id: `${id}/${event.site.id}` } })) : events;
  return { inbox: named(inbox), questions: named(questions), reputation: named(reputation) };
}

/** Adds the names of the privileges gained with the reputation. */
function withPrivileges(
  locale: Locale,
  reputation: NewNotification,
  alike: readonly StoredNotification[],
): NewNotification {
  const gained = alike.filter(({ subjects }) =>
    subjects.every((subject) => subject.kind !== 'reputation' || subject.keys === undefined),
  );
  const count = reputation.count + gained.reduce((sum, notification) => sum + notification.count, 0);
  const body = lines(locale, [...gained.map(({ title }) => title), ...reputation.body.split('\n')]);
  return { ...reputation, count, body };
}
