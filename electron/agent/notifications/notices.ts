import type {
  AchievementEvent,
  BadgeEvent,
  InboxEvent,
  Notice,
  QuestionEvent,
  ReputationEvent,
  StoredNotice,
  Subject,
} from '../../store/events.ts';
import type { Preferences, StoredWatch } from '../../store/settings.ts';
import { kindName, voteName } from '../../../common/i18n/network-names.ts';
import type { Locale } from '../../../common/i18n/locale.ts';

/**
 * The room `notifications` decides what people are told. It turns the events of a poll into notices by the person's
 * settings, keeps them in a queue during quiet hours, snooze and "do not disturb", and shows them. This file chooses
 * the notices and words them.
 */

/** What one poll found that was not known before. */
export interface PollFindings {
  inbox?: InboxEvent[];
  reputation?: ReputationEvent[];
  questions?: QuestionEvent[];
  /** Of one site. */
  badges?: BadgeEvent[];
  privileges?: AchievementEvent[];
}

/** What decides whether news is announced. */
export interface NoticeRules {
  notify: Preferences['notify'];
  watches: StoredWatch[];
  /** Sites of which nothing is announced. */
  mutedSites?: readonly string[];
  /** True for a question of which nothing is announced. */
  isMuted?: (siteId: string, questionId: number) => boolean;
  /** The language that notices are written in. */
  locale: Locale;
}

/**
 * Decides the notifications for one poll's news: none for what is switched off or muted, one at most for each kind.
 * One thing is named by its title; several become one summary. Pure.
 */
export function notices(news: PollFindings, rules: NoticeRules): Notice[] {
  const decided: Notice[] = [];
  const { locale } = rules;
  const isAnnounced = ({ site, questionId }: { site: { id: string }; questionId?: number | undefined }) =>
    rules.mutedSites?.includes(site.id) !== true &&
    (questionId === undefined || rules.isMuted?.(site.id, questionId) !== true);
  const inbox = rules.notify.inbox
    ? (news.inbox ?? []).filter((event) => event.unreadAtNetwork && isAnnounced(event))
    : [];
  if (inbox.length > 0)
    decided.push(
      inboxNotice(
        locale,
        newestFirst(inbox, ({ createdAt }) => createdAt),
      ),
    );
  const reputation = rules.notify.reputation
    ? (news.reputation ?? []).filter((event) => event.change !== 0 && isAnnounced(event))
    : [];
  // Changes that cancel each other are only listed.
  if (reputation.reduce((sum, { change }) => sum + change, 0) !== 0)
    decided.push(
      reputationNotice(
        locale,
        newestFirst(reputation, ({ onDate }) => onDate),
      ),
    );
  const announcing = new Map(
    rules.watches.filter((watch) => watch.alert !== 'list' && !watch.muted).map((watch) => [watch.id, watch]),
  );
  const questions = rules.notify.questions
    ? (news.questions ?? []).filter((event) => isAnnounced(event) && event.watchIds.some((id) => announcing.has(id)))
    : [];
  if (questions.length > 0) {
    const silent = questions.every((event) => event.watchIds.every((id) => announcing.get(id)?.alert !== 'sound'));
    const notice = questionNotice(
      locale,
      newestFirst(questions, ({ createdAt }) => createdAt),
    );
    decided.push({ ...notice, ...(silent && { silent }) });
  }
  const [badge, ...others] = rules.notify.badges ? (news.badges ?? []).filter(isAnnounced) : [];
  if (badge) decided.push(badgeNotice(locale, [badge, ...others]));
  const privileges = rules.notify.reputation ? (news.privileges ?? []).filter(isAnnounced) : [];
  if (privileges.length > 0)
    decided.push(
      privilegeNotice(
        locale,
        newestFirst(privileges, ({ createdAt }) => createdAt),
      ),
    );
  return decided;
}

function inboxNotice(locale: Locale, events: [InboxEvent, ...InboxEvent[]]): Notice {
  const { words } = locale;
  const [first] = events;
  const subjects = events.map((event): Subject => ({ kind: 'inbox', key: event.key }));
  if (events.length === 1) {
    const body = [
      words('notices.kindOn', { kind: kindName(words, first.itemType), site: first.site.name }),
      first.excerpt,
    ]
      .filter(Boolean)
      .join('\n');
    return { kind: 'inbox', title: first.title, body, link: first.link, count: 1, subjects };
  }
  return {
    kind: 'inbox',
    title: words('notices.inbox', { count: events.length }),
    body: lines(
      locale,
      events.map((event) => `${kindName(words, event.itemType)}: ${event.title}`),
    ),
    count: events.length,
    subjects,
  };
}

function reputationNotice(locale: Locale, events: [ReputationEvent, ...ReputationEvent[]]): Notice {
  const { words, signed } = locale;
  const bySite = new Map<string, { name: string; total: number }>();
  for (const { site, change } of events) {
    bySite.set(site.id, { name: site.name, total: (bySite.get(site.id)?.total ?? 0) + change });
  }
  const subjects = [...bySite.keys()].map((siteId): Subject => ({ kind: 'reputation', siteId }));
  const [first] = events;
  // Networks name the post only on request; what has no title is told by its kind, alike ones together.
  const reasons = new Map<string, number>();
  for (const event of events) {
    const what = event.title ?? (event.voteType === undefined ? '' : voteName(words, event.voteType));
    const reason = [signed(event.change), what].filter(Boolean).join('  ');
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const body = lines(
    locale,
    [...reasons].map(([reason, times]) => (times === 1 ? reason : `${reason}  × ${times}`)),
  );
  const sites = [...bySite.values()];
  const change = signed(sites.reduce((sum, site) => sum + site.total, 0));
  const title =
    sites.length === 1
      ? words('notices.reputationOn', { change, site: first.site.name })
      : words('notices.reputationOnSites', { change, count: sites.length });
  return {
    kind: 'reputation',
    title,
    body,
    link: events.length === 1 ? first.link : undefined,
    count: events.length,
    subjects,
  };
}

function questionNotice(locale: Locale, events: [QuestionEvent, ...QuestionEvent[]]): Notice {
  const { words } = locale;
  const [first] = events;
  const subjects = events.map((event): Subject => ({
    kind: 'question',
    siteId: event.site.id,
    questionId: event.questionId,
  }));
  if (events.length === 1) {
    const body = words('notices.questionOn', { site: first.site.name, tags: `[${first.tags.join('] [')}]` });
    return { kind: 'question', title: first.title, body, link: first.link, count: 1, subjects };
  }
  return {
    kind: 'question',
    title: words('notices.questions', { count: events.length }),
    body: lines(
      locale,
      events.map((event) => `${event.title} (${event.site.name})`),
    ),
    count: events.length,
    subjects,
  };
}

function badgeNotice(locale: Locale, events: [BadgeEvent, ...BadgeEvent[]]): Notice {
  const { words } = locale;
  const [{ site, name, rank, link, profileLink }] = events;
  const about = { kind: 'badges', count: events.length, subjects: [{ kind: 'badges', siteId: site.id }] } as const;
  if (events.length === 1) {
    const title = words('notices.badge', { name, rank: words(`reputation.badges.ranks.${rank}`), site: site.name });
    return { ...about, subjects: [...about.subjects], title, body: '', link: link ?? profileLink };
  }
  const title = words('notices.badges', { count: events.length, site: site.name });
  const named = events.map((event) => `${event.name} (${words(`reputation.badges.ranks.${event.rank}`)})`);
  return { ...about, subjects: [...about.subjects], title, body: lines(locale, named), link: profileLink };
}

/** Reputation gives privileges, so they are announced with its changes. The network words what was gained. */
function privilegeNotice(locale: Locale, events: [AchievementEvent, ...AchievementEvent[]]): Notice {
  const { words } = locale;
  const [{ site, title, link }] = events;
  const siteIds = [...new Set(events.map((event) => event.site.id))];
  const subjects = siteIds.map((siteId): Subject => ({ kind: 'reputation', siteId }));
  const about = { kind: 'reputation', count: events.length, subjects } as const;
  if (events.length === 1) return { ...about, title, body: site.name, link };
  const named = events.map((event) => `${event.title} (${event.site.name})`);
  return { ...about, title: words('notices.privileges', { count: events.length }), body: lines(locale, named) };
}

/** One notice in the place of several that could not be shown: suppressed, or refused by the desktop for a while. */
export function summary(merged: StoredNotice[], { words }: Locale): Notice {
  const all = merged.flatMap((notice): Subject[] =>
    notice.kind === 'status' ? [{ kind: 'status', title: notice.title }] : notice.subjects,
  );
  const subjects = [...new Map(all.map((subject) => [JSON.stringify(subject), subject])).values()];
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
    title: words('notices.summaryTitle'),
    body: parts.join('\n'),
    count: merged.reduce((sum, notice) => sum + notice.count, 0),
    subjects,
    ...(merged.length > 0 && merged.every((notice) => notice.silent === true) && { silent: true }),
  };
}

/** So many lines of a notice are shown. */
const MAX_LINES = 4;

/** The first lines, and how many more there are. */
function lines({ words }: Locale, all: string[]): string {
  const shown = all.slice(0, MAX_LINES);
  return [
    ...shown,
    ...(all.length > shown.length ? [words('notices.more', { count: all.length - shown.length })] : []),
  ].join('\n');
}

function newestFirst<T>(events: T[], date: (event: T) => number): [T, ...T[]] {
  return events.toSorted((a, b) => date(b) - date(a)) as [T, ...T[]];
}
