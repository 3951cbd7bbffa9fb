import { createHash } from 'node:crypto';
import { decodeHTML } from 'entities';
import type { InboxItem } from '../../../common/resources.ts';
import type { InboxEvent } from '../../store/events.ts';
import type { KnownSite } from '../../store/history.ts';
import { hostOf, plausibleDate } from './poll.ts';

/** A listed message, by the fields that distinguish it from others. */
type Listed = Pick<InboxEvent, 'key' | 'title' | 'excerpt'>;

/**
 * Converts items, newest first, to events.
 * @param sites the sites for items that do not name theirs
 * @param now server time, for implausible dates
 * @param listedAlike returns the messages listed under a key and those derived from it
 */
export function inboxEvents(
  items: InboxItem[],
  sites: KnownSite[],
  now = Infinity,
  listedAlike: (key: string) => readonly Listed[] = () => [],
): InboxEvent[] {
  const events = items.map((item): InboxEvent => {
    const site = siteOf(item, sites);
    return {
      key: keyOf(item, site.id),
      itemType: item.item_type,
      site,
      title: item.title ?? 'New activity',
      excerpt: item.body === undefined ? '' : excerpt(item.body),
      link: item.link,
      createdAt: plausibleDate(item.creation_date.getTime(), now),
      unreadAtNetwork: item.is_unread ?? true,
      questionId: item.question_id,
      answerId: item.answer_id,
      commentId: item.comment_id,
    };
  });
  return withKeysOfTheirOwn(events, listedAlike);
}

/**
 * Distinguishes messages of the same second with the same address and no post by their text. A listed one keeps its
 * key, whatever else the response contains: the first has the plain key, others that key and a hash of their text. Two
 * with the same text cannot be distinguished from one that appears on two pages; one with a changed text counts as new,
 * because it may be.
 */
function withKeysOfTheirOwn(newestFirst: InboxEvent[], listedAlike: (key: string) => readonly Listed[]): InboxEvent[] {
  const known = new Map<string, Listed[]>();
  return newestFirst
    .toReversed()
    .map((event) => {
      if ((event.questionId ?? event.answerId ?? event.commentId) !== undefined) return event;
      const alike = known.get(event.key) ?? [...listedAlike(event.key)];
      known.set(event.key, alike);
      const same = alike.find((other) => textOf(other) === textOf(event));
      if (same) return { ...event, key: same.key };
      const isFirst = alike.every(({ key }) => key !== event.key);
      const own = isFirst ? event : { ...event, key: `${event.key}|${hashOf(textOf(event))}` };
      alike.push(own);
      return own;
    })
    .toReversed();
}

const textOf = ({ title, excerpt: text }: Listed): string => `${title}\n${text}`;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Returns a key for an item. Inbox items have no id, so the key consists of the fields that do not change: type, site,
 * posts and date. Titles may be edited. If no post is named, the link is used without its origin, because a network may
 * move to another address.
 */
function keyOf(item: InboxItem, siteId: string): string {
  const posts = [item.question_id, item.answer_id, item.comment_id].map((id) => id ?? '').join('/');
  const about = posts === '//' ? withoutOrigin(item.link) : posts;
  return [item.item_type, siteId, about, item.creation_date.getTime() / 1000].join('|');
}

function siteOf(item: InboxItem, sites: KnownSite[]): InboxEvent['site'] {
  const named = item.site;
  const host = hostOf(named?.site_url ?? item.link);
  const known =
    sites.find((site) => site.id === named?.api_site_parameter) ?? sites.find((site) => hostOf(site.siteUrl) === host);
  return {
    id: named?.api_site_parameter ?? known?.id ?? host ?? 'network',
    name: named?.name ?? known?.name ?? host ?? 'The network',
    iconUrl: named?.icon_url ?? known?.iconUrl,
  };
}

function withoutOrigin(link: string | undefined): string {
  if (link === undefined || !URL.canParse(link)) return link ?? '';
  const { pathname, search, hash } = new URL(link);
  return pathname + search + hash;
}

const MAX_EXCERPT = 240;
/** An excerpt is cut at the end of a word, unless this shortens it by more than this many characters. */
const MAX_CUT_WORD = 40;

/** Elements removed without leaving a space: they occur inside words and before punctuation. */
const INLINE_ELEMENTS = /<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|u)\b[^>]*>/gi;

/** Returns all text of an HTML fragment on one line. */
export const plainText = (html: string): string =>
  decodeHTML(
    html
      .replace(/<(style|script)\b[^]*?<\/\1>/gi, ' ')
      .replace(INLINE_ELEMENTS, '')
      .replace(/<[^>]*>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** Returns an HTML fragment as one line of plain text, at most 240 characters, cut at a word. */
export function excerpt(html: string): string {
  const plain = plainText(html);
  if (plain.length <= MAX_EXCERPT) return plain;
  const cut = plain.slice(0, MAX_EXCERPT);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_EXCERPT - MAX_CUT_WORD)).trimEnd()}…`;
}
