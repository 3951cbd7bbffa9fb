import type {
  AchievementEvent,
  BadgeEvent,
  InboxEvent,
  Notice,
  QuestionEvent,
  Subject,
} from '../../../store/events.ts';
import { isForMe } from '../../../../common/notification-reasons.ts';
import { kindName } from '../../../../common/i18n/network-names.ts';
import type { Locale } from '../../../../common/i18n/locale.ts';

/** Returns the notice of inbox items, newest first. */

export function inboxNotice(locale: Locale, events: [InboxEvent, ...InboxEvent[]]): Notice {
  const { words } = locale;
  const [first] = events;
  const kind = isForMe(first) ? 'inbox' : 'activity';
  const subjects = events.map((event): Subject => ({ kind: 'inbox', key: event.key }));
  if (events.length === 1) {
    const body = [
      words('notices.kindOn', { kind: kindName(words, first.itemType), site: first.site.name }),
      first.excerpt,
    ]
      .filter(Boolean)
      .join('\n');
    return { kind, title: first.title, body, link: first.link, count: 1, subjects };
  }
  return {
    kind,
    title: words('notices.inbox', { count: events.length }),
    body: lines(locale, postLines(locale, events)),
    count: events.length,
    subjects,
  };
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

export function questionNotice(locale: Locale, events: [QuestionEvent, ...QuestionEvent[]]): Notice {
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

export function badgeNotice(locale: Locale, events: [BadgeEvent, ...BadgeEvent[]]): Notice {
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

/**
 * Returns the notice of privileges, which come from reputation and are announced with it. The network words their
 * titles.
 */
export function privilegeNotice(locale: Locale, events: [AchievementEvent, ...AchievementEvent[]]): Notice {
  const { words } = locale;
  const [{ site, title, link }] = events;
  const siteIds = [...new Set(events.map((event) => event.site.id))];
  const subjects = siteIds.map((siteId): Subject => ({ kind: 'reputation', siteId }));
  const about = { kind: 'reputation', count: events.length, subjects } as const;
  if (events.length === 1) return { ...about, title, body: site.name, link };
  const named = events.map((event) => `${event.title} (${event.site.name})`);
  return { ...about, title: words('notices.privileges', { count: events.length }), body: lines(locale, named) };
}

/** Maximum number of lines in a notice. */
const MAX_LINES = 4;

/** Returns the first lines, and the number of further ones. */
export function lines({ words }: Locale, all: string[]): string {
  const shown = all.slice(0, MAX_LINES);
  return [
    ...shown,
    ...(all.length > shown.length ? [words('notices.more', { count: all.length - shown.length })] : []),
  ].join('\n');
}
