import type { InboxItem } from '../../../common/resources.ts';
import type { InboxEvent } from '../../store/events.ts';
import type { KnownSite } from '../../store/history.ts';
import { plausibleDate } from '../domain/plausible-date.ts';
import { excerpt } from '../domain/plain-text.ts';

/**
 * Turns items, the newest first, into events. `sites` names the site where an item itself does not; `now` by the
 * network's clock, for dates that cannot be meant.
 */
export function inboxEvents(items: InboxItem[], sites: KnownSite[], now = Infinity): InboxEvent[] {
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
  return withKeysOfTheirOwn(events);
}

/**
 * Several messages of one second may have one address and name no post: from the second on they are numbered, the
 * oldest first, by what they say. One that pages overlapping each other both have keeps its key.
 */
function withKeysOfTheirOwn(newestFirst: InboxEvent[]): InboxEvent[] {
  const texts = new Map<string, string[]>();
  return newestFirst
    .toReversed()
    .map((event) => {
      if ((event.questionId ?? event.answerId ?? event.commentId) !== undefined) return event;
      const text = `${event.title}\n${event.excerpt}`;
      const alike = texts.get(event.key) ?? [];
      if (!alike.includes(text)) alike.push(text);
      texts.set(event.key, alike);
      const nth = alike.indexOf(text);
      return nth === 0 ? event : { ...event, key: `${event.key}|${nth}` };
    })
    .toReversed();
}

/**
 * A key for an item. Inbox items have no id, so the key is made of what does not change: type, site, the posts it is
 * about, and its date. Titles may be edited, so they are left out. Where no post is named, the link is used without its
 * origin, because a network may move to another address.
 */
function keyOf(item: InboxItem, siteId: string): string {
  const about = [item.question_id, item.answer_id, item.comment_id].map((id) => id ?? '').join('/');
  return [
    item.item_type,
    siteId,
    about === '//' ? withoutOrigin(item.link) : about,
    item.creation_date.getTime() / 1000,
  ].join('|');
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

/** The host of an address, or undefined where it is none. */
export function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;
}
