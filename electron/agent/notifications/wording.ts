import type {
  AchievementEvent,
  BadgeEvent,
  InboxEvent,
  NewNotification,
  QuestionEvent,
  ReputationEvent,
  StoredNotification,
  Subject,
} from '../../store/events.ts';
import { isForMe, REPUTATION_REASONS, reputationReason } from '../../../common/notification-reasons.ts';
import { kindName, voteName } from '../../../common/i18n/network-names.ts';
import type { Locale } from '../../../common/i18n/locale.ts';

/** Title and body of each kind of notification; undefined if there are no events. */

const newest = <T>(events: readonly T[], date: (event: T) => number): T[] =>
  events.toSorted((one, other) => date(other) - date(one));
const createdAt = (event: { createdAt: number }): number => event.createdAt;
const titleAndSite = ({ title, site }: QuestionEvent | AchievementEvent): string => `${title} (${site.name})`;

/** Returns the notification of inbox items, which are all for the user or all not. */
export function inboxNotification(locale: Locale, items: readonly InboxEvent[]): NewNotification | undefined {
  const { words } = locale;
  const events = newest(items, createdAt);
  const [first] = events;
  if (!first) return undefined;
  const kind = isForMe(first) ? 'inbox' : 'activity';
  const subjects = events.map((event): Subject => ({ kind: 'inbox', key: event.key }));
  const about = { kind, count: events.length, subjects } as const;
  if (events.length === 1) {
    const kindAndSite = words('notices.kindOn', { kind: kindName(words, first.itemType), site: first.site.name });
    const body = [kindAndSite, first.excerpt].filter(Boolean).join('\n');
    return { ...about, title: first.title, body, link: first.link };
  }
  const title = words('notices.inbox', { count: events.length });
  return { ...about, title, body: lines(locale, postLines(locale, events)) };
}

/** Returns one line for each post, however many items it has ("New answer, Comment × 2: How do I …?"). */
function postLines({ words, list }: Locale, events: readonly InboxEvent[]): string[] {
  const posts = Map.groupBy(events, ({ site, title }) => `${site.id} ${title}`);
  return [...posts.values()].map((items) => {
    const kinds = Map.groupBy(items, ({ itemType }) => kindName(words, itemType));
    const named = [...kinds].map(([kind, { length }]) => (length === 1 ? kind : `${kind} × ${length}`));
    return `${list(named)}: ${items[0]!.title}`;
  });
}

export function questionNotification(locale: Locale, questions: readonly QuestionEvent[]): NewNotification | undefined {
  const { words } = locale;
  const events = newest(questions, createdAt);
  const [first] = events;
  if (!first) return undefined;
  const subjects = events.map(({ site, questionId }): Subject => ({ kind: 'question', siteId: site.id, questionId }));
  const about = { kind: 'question', count: events.length, subjects } as const;
  if (events.length === 1) {
    const body = words('notices.questionOn', { site: first.site.name, tags: `[${first.tags.join('] [')}]` });
    return { ...about, title: first.title, body, link: first.link };
  }
  const title = words('notices.questions', { count: events.length });
  return { ...about, title, body: lines(locale, events.map(titleAndSite)) };
}

/** Returns the notification of badges on one site. */
export function badgeNotification(locale: Locale, events: readonly BadgeEvent[]): NewNotification | undefined {
  const { words } = locale;
  const [first] = events;
  if (!first) return undefined;
  const { site, name, rank, link, profileLink } = first;
  const subjects: Subject[] = [{ kind: 'badges', siteId: site.id }];
  const about = { kind: 'badges', count: events.length, subjects } as const;
  if (events.length === 1) {
    const title = words('notices.badge', { name, rank: words(`reputation.badges.ranks.${rank}`), site: site.name });
    return { ...about, title, body: '', link: link ?? profileLink };
  }
  const title = words('notices.badges', { count: events.length, site: site.name });
  const named = events.map((event) => `${event.name} (${words(`reputation.badges.ranks.${event.rank}`)})`);
  return { ...about, title, body: lines(locale, named), link: profileLink };
}

/** Returns one notification for those of badges on several sites, listing their titles. */
export function badgesOnSites(locale: Locale, alike: readonly StoredNotification[]): NewNotification {
  const count = alike.reduce((sum, notification) => sum + notification.count, 0);
  const titles = alike.map(({ title }) => title);
  const title = locale.words('notices.badgesOnSites', { count });
  return { kind: 'badges', title, body: lines(locale, titles), count, subjects: [] };
}

/**
 * Returns the notification of privileges, which come from reputation and are announced with it. The network words their
 * titles.
 */
export function privilegeNotification(
  locale: Locale,
  privileges: readonly AchievementEvent[],
): NewNotification | undefined {
  const { words } = locale;
  const events = newest(privileges, createdAt);
  const [first] = events;
  if (!first) return undefined;
  const { site, title, link } = first;
  const siteIds = [...new Set(events.map((event) => event.site.id))];
  const subjects = siteIds.map((siteId): Subject => ({ kind: 'reputation', siteId }));
  const about = { kind: 'reputation', count: events.length, subjects } as const;
  if (events.length === 1) return { ...about, title, body: site.name, link };
  const body = lines(locale, events.map(titleAndSite));
  return { ...about, title: words('notices.privileges', { count: events.length }), body };
}

/** Maximum number of lines in a notification. */
const MAX_LINES = 4;

/** Returns the first lines, and the number of further ones. */
export function lines({ words }: Locale, all: string[]): string {
  const shown = all.slice(0, MAX_LINES);
  if (all.length > MAX_LINES) shown.push(words('notices.more', { count: all.length - MAX_LINES }));
  return shown.join('\n');
}

/** Returns the sum of reputation changes. */
export const sumOf = (events: readonly ReputationEvent[]): number =>
  events.reduce((sum, { change }) => sum + change, 0);

/**
 * Returns a line for each post. Networks name posts on request only, so changes without a title are grouped by kind.
 */
function changeLines({ words, signed }: Locale, events: readonly ReputationEvent[]): string[] {
  const alike = Map.groupBy(events, ({ site, title, voteType, change }) =>
    title === undefined ? `${voteType}|${change}` : `${site.id}|${title}|`,
  );
  return [...alike.values()].map((group) => {
    const [{ title, voteType, change }] = group as [ReputationEvent];
    if (title !== undefined) return `${signed(sumOf(group))}  ${title}`;
    const line = [signed(change), voteType === undefined ? '' : voteName(words, voteType)].filter(Boolean).join('  ');
    return group.length === 1 ? line : `${line}  × ${group.length}`;
  });
}

/** Returns "+73 today: 6 upvotes, 1 accept" if there were more changes today than the notification shows. */
function dayLine({ words, signed }: Locale, told: number, today: readonly ReputationEvent[]): string[] {
  const moving = today.filter(({ change }) => change !== 0);
  if (moving.length <= told) return [];
  const byReason = Map.groupBy(moving, ({ voteType }) => reputationReason(voteType));
  const parts = REPUTATION_REASONS.flatMap((reason) => {
    const count = byReason.get(reason)?.length ?? 0;
    return count === 0 ? [] : [words(`notices.moved.${reason}`, { count })];
  });
  return [words('notices.today', { change: signed(sumOf(moving)), parts: parts.join(', ') })];
}

/**
 * Returns one notification for changes on any number of sites.
 * @param today today's changes on all sites; if there are more of them, the notification adds their total
 * @param total the total change: the stored events may add up to another number by now
 */
export function reputationNotification(
  locale: Locale,
  changes: readonly ReputationEvent[],
  today: readonly ReputationEvent[] = [],
  total: number = sumOf(changes),
): NewNotification | undefined {
  const { words, signed } = locale;
  const events = newest(changes, ({ onDate }) => onDate);
  const [first] = events;
  if (!first) return undefined;
  const bySite = Map.groupBy(events, ({ site }) => site.id);
  const change = signed(total);
  return {
    kind: 'reputation',
    title:
      bySite.size === 1
        ? words('notices.reputationOn', { change, site: first.site.name })
        : words('notices.reputationOnSites', { change, count: bySite.size }),
    body: lines(locale, [...dayLine(locale, events.length, today), ...changeLines(locale, events)]),
    link: events.length === 1 ? first.link : undefined,
    count: events.length,
    subjects: [...bySite].map(([siteId, own]): Subject => ({
      kind: 'reputation',
      siteId,
      change: sumOf(own),
      keys: own.map(({ key }) => key),
    })),
  };
}

/** Returns the subjects of several notifications without duplicates; reputation is added up by site. */
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

/** Adds up two reputation subjects. Those of privileges and of older notifications have no keys. */
function addedUp(one: ReputationSubject, other: ReputationSubject): Pick<ReputationSubject, 'change' | 'keys'> {
  if (one.keys === undefined && other.keys === undefined) return {};
  return {
    change: (one.change ?? 0) + (other.change ?? 0),
    keys: [...new Set([...(one.keys ?? []), ...(other.keys ?? [])])],
  };
}

/** Why notifications are summarized: they were held, or there were too many of them. */
export type SummaryReason = 'suppressed' | 'many';

/** Lines of a summary, with the text for each kind of subject. */
const SUMMARIZED = [
  ['inbox', 'settings.data.inboxItems'],
  ['question', 'notices.summaryQuestions'],
  ['reputation', 'notices.summaryReputation'],
  ['badges', 'notices.summaryBadges'],
] as const;

/** Returns one notification for several that could not be shown when they were decided. */
export function summary(
  merged: StoredNotification[],
  { words }: Locale,
  why: SummaryReason = 'suppressed',
): NewNotification {
  const subjects = mergedSubjects(
    merged.flatMap((notification): Subject[] =>
      notification.kind === 'status' ? [{ kind: 'status', title: notification.title }] : notification.subjects,
    ),
  );
  const parts = SUMMARIZED.flatMap(([kind, text]) => {
    const count = subjects.filter((subject) => subject.kind === kind).length;
    return count === 0 ? [] : [words(text, { count })];
  });
  parts.push(...subjects.flatMap((subject) => (subject.kind === 'status' ? [subject.title] : [])));
  return {
    kind: 'summary',
    title: words(why === 'many' ? 'notices.summaryOfMany' : 'notices.summaryTitle'),
    body: parts.join('\n'),
    count: merged.reduce((sum, notification) => sum + notification.count, 0),
    subjects,
    ...(merged.length > 0 && merged.every((notification) => notification.silent === true) && { silent: true }),
  };
}
