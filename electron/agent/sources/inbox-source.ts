import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../../../common/durations.ts';
import type { InboxItem } from '../../../common/resources.ts';
import { NetworkError } from '../../api/network.ts';
import type { InboxEvent } from '../../store/events.ts';
import type { KnownSite } from '../../store/history.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';
import { queueNotifications } from '../notifications/queue.ts';
import { updatePending } from '../notifications/pending.ts';
import {
  isMissing,
  setMissing,
  hasBaseline,
  undated,
  type Poll,
  type PollResult,
  type Recording,
  hostOf,
  plausibleDate,
  excerpt,
} from './poll.ts';
import { createHash } from 'node:crypto';

/** Items of a full page (docs/api.md, "Paging"). */
const PAGE_ITEMS = 100;
/** Maximum number of pages per poll. */
const MAX_PAGES = 10;

/** Polls the inbox of all sites. Items read on the website are marked as read here. */
export async function pollInbox(poll: Poll): Promise<PollResult> {
  const { profile } = poll;
  const known = poll.history.sites(poll.networkId);
  const pagesize = pageSize(profile, poll.now());
  const isFirst = !hasBaseline(profile, 'inbox');
  const read = await readPages(poll, known, pagesize);
  if (!read) return { broken: 0, more: false };
  const { items, broken, left, hasMore } = read;
  // Without the sites' names an item would get another key later. The sites are polled first.
  if (known.length === 0 && items.some(({ site }) => site?.api_site_parameter === undefined))
    return { broken, more: true };
  const foundRead = profile.record(() => {
    const isRead = recordInbox(poll, wantedEvents(poll, items, known));
    if (left === 0) profile.deleteMark(LEFT_MARK);
    else profile.setMark(LEFT_MARK, left);
    return isRead;
  });
  const asked = { known, oldest: oldestOf(items), isFirst, pagesize, foundRead };
  const foundReadBehind = hasMore && left === 0 && (await readUnread(poll, asked));
  return { broken, more: left > 0, foundRead: foundRead || foundReadBehind };
}

/** Converts items to events, with the keys of those already listed. */
const eventsOf = (poll: Poll, items: InboxItem[], known: KnownSite[]): InboxEvent[] =>
  inboxEvents(items, known, poll.networkNow(), (key) => poll.profile.inbox.alike(key));

/** Converts items to events, without those that are too old to be listed. */
const wantedEvents = (poll: Poll, items: InboxItem[], known: KnownSite[]): InboxEvent[] =>
  eventsOf(poll, items, known).filter(({ createdAt }) => createdAt >= poll.listedSince);

/**
 * Returns the page size to request. The network repeats a cached response, with the items unread at that time
 * (docs/api.md, "Caching and compression"). So while any item is unread here, each poll requests another page size than
 * the polls of the last minutes.
 */
function pageSize(profile: ProfileHistory, now: number): number {
  return profile.inbox.unreadCount() > 0 ? PAGE_ITEMS - (Math.floor(now / MINUTE_MS) % PAGE_SIZES_IN_TURN) : PAGE_ITEMS;
}
/** Minutes until a page of the same size is requested again. */
const PAGE_SIZES_IN_TURN = 20;

/** Mark with the number of items before the first page that the last poll did not reach. */
const LEFT_MARK = 'inbox-left-items';

/**
 * Reads pages as long as they contain new items, and those that the last poll did not reach. Returns undefined if no
 * request is possible yet. `left`: number of items before the page at which this poll had to stop; 0 if it read all.
 */
async function readPages(poll: Poll, known: KnownSite[], pagesize: number) {
  const { profile } = poll;
  const items: InboxItem[] = [];
  let broken = 0;
  let left = Number(profile.mark(LEFT_MARK) ?? 0);
  /** Whether this poll has come to the pages that the last poll did not reach. */
  let isAtLeft = false;
  let fresh = 0;
  for (let number = 1, asked = 1; ; asked++) {
    const page = await readPage(poll, known, { page: number, pagesize });
    if (!page) return undefined;
    poll.sawPage(page);
    items.push(...page.items);
    broken += page.broken;
    const unknown = wantedEvents(poll, page.items, known).filter(({ key }) => !profile.inbox.has(key)).length;
    fresh += unknown;
    // If all items of a page are new, the next page may have more. The first poll reads one page only.
    const goesOn: boolean = isAtLeft ? unknown > 0 : unknown === page.items.length;
    const isDone = !goesOn && (isAtLeft || left === 0);
    if (!page.hasMore || isDone || !hasBaseline(profile, 'inbox'))
      return { items, broken, left: 0, hasMore: page.hasMore };
    // Items since the last poll have moved the unread pages back.
    number = goesOn ? number + 1 : Math.max(number + 1, 1 + Math.floor((left + fresh) / pagesize));
    isAtLeft ||= !goesOn;
    left = isAtLeft ? 0 : left;
    if (page.backoffUntil !== undefined || asked >= MAX_PAGES)
      return { items, broken, left: (number - 1) * pagesize, hasMore: true };
  }
}

/** Whether the network lacks the operation without a site, so that the inbox is requested through one of the user's. */
export const inboxNeedsSite = (profile: ProfileHistory, now: number): boolean => isMissing(profile, 'inbox-route', now);

/** Reads one page by the operation that the network has; undefined if it needs a site and none is known yet. */
async function readPage(poll: Poll, known: readonly KnownSite[], paging: { page: number; pagesize: number }) {
  const { network, profile, sending } = poll;
  let isRefused = false;
  if (!inboxNeedsSite(profile, poll.now())) {
    try {
      return await network.inbox(paging, sending);
    } catch (error) {
      if (!(error instanceof NetworkError) || error.kind !== 'not-found') throw error;
      isRefused = true;
    }
  }
  // An account may be on a site that the API does not list (closed, or in private beta); the inbox is the same through
  // any.
  const own = profile.reputation.accounts().find(({ site }) => known.some(({ id }) => id === site.id));
  const site = own?.site.id ?? known[0]?.id;
  const page = site === undefined ? undefined : await network.myInbox({ ...paging, site }, sending);
  // A network that denies every operation is broken rather than lacking one. So the other operation must have
  // succeeded, which is impossible before a site is known.
  if (isRefused && page) setMissing(profile, 'inbox-route', poll.now());
  return page;
}

/**
 * Interval at which unread items behind the polled pages are requested, in ms. It doubles after each request that found
 * no item read, because on a small quota each one delays polls.
 */
const UNREAD_INTERVAL_MS = 15 * MINUTE_MS;
const MAX_UNREAD_INTERVAL_MS = DAY_MS;
/** Local time of the last request for unread items, in ms, and how many in a row found no item read. */
const UnreadLookup = z.object({ at: z.number(), foundNothing: z.number() });
const UNREAD_MARK = 'inbox-unread-lookup';
/** Maximum number of pages of unread items read at once. */
const MAX_UNREAD_PAGES = 3;
/** Maximum age of a response in ms, clock differences included: it says nothing about newer items. */
const ANSWER_AGE_MS = 2 * MINUTE_MS;

const oldestOf = (items: readonly InboxItem[]): number =>
  Math.min(...items.map(({ creation_date: date }) => date.getTime()));

/**
 * Requests the unread items of the network, if older ones than the pages just read may exist. An item unread here and
 * missing there was read on the website. Uses only requests not needed otherwise. Returns whether any item was read
 * there.
 */
async function readUnread(
  poll: Poll,
  asked: { known: KnownSite[]; oldest: number; isFirst: boolean; pagesize: number; foundRead: boolean },
): Promise<boolean> {
  const { profile } = poll;
  const now = poll.now();
  const last = readMark(profile, UNREAD_MARK, UnreadLookup) ?? { at: -Infinity, foundNothing: 0 };
  // A user who just read new items on the website may have read older ones as well.
  const foundNothing = asked.foundRead ? 0 : last.foundNothing;
  const age = now - last.at;
  const interval = Math.min(MAX_UNREAD_INTERVAL_MS, UNREAD_INTERVAL_MS * 2 ** foundNothing);
  if (inboxNeedsSite(profile, now) || (age >= 0 && age < interval)) return false;
  if (!asked.isFirst && profile.inbox.readableAtNetwork(-Infinity, asked.oldest, 1).length === 0) return false;
  profile.setMarkLater(UNREAD_MARK, { at: now, foundNothing });
  const unread = await readUnreadPages(poll, asked.pagesize);
  if (!unread) return false;
  const found = recordUnreadInbox(poll, eventsOf(poll, unread.items, asked.known), {
    since: Math.max(poll.listedSince, unread.isWhole ? -Infinity : oldestOf(unread.items) + 1),
    until: Math.min(asked.oldest, poll.networkNow() - ANSWER_AGE_MS),
  });
  profile.setMarkLater(UNREAD_MARK, { at: poll.now(), foundNothing: found ? 0 : foundNothing + 1 });
  return found;
}

/** Reads the newest unread items; `isWhole`: there are no others. Undefined if the network does not return them now. */
async function readUnreadPages(poll: Poll, pagesize: number) {
  const items: InboxItem[] = [];
  try {
    for (let number = 1; number <= MAX_UNREAD_PAGES && poll.backfillLeft() >= 1; number++) {
      const page = await poll.network.unreadInbox({ page: number, pagesize }, poll.sending);
      poll.sawPage(undated(page));
      poll.spendBackfill();
      // An unreadable item would seem to have been read on the website.
      if (page.broken > 0) return undefined;
      items.push(...page.items);
      if (!page.hasMore) return { items, isWhole: true };
      if (page.backoffUntil !== undefined) break;
    }
    return items.length === 0 ? undefined : { items, isWhole: false };
  } catch (error) {
    // The pages were recorded; other items read on the website are found later.
    if (!(error instanceof NetworkError) || error.kind === 'cancelled') throw error;
    return undefined;
  }
}

/**
 * Records the items of a poll of the inbox. The first poll stores them without announcing any. Returns whether any
 * unread here were read on the website.
 */
export function recordInbox(recording: Recording, events: InboxEvent[]): boolean {
  const { profile, rules } = recording;
  const now = recording.now();
  return profile.record(() => {
    const fresh = profile.inbox.add(events, now);
    const readThere = events.filter(({ unreadAtNetwork }) => !unreadAtNetwork).map(({ key }) => key);
    const read = profile.inbox.markReadAtNetwork(readThere, now);
    if (readThere.length > 0) leaveOutReadThere(recording, readThere);
    if (hasBaseline(profile, 'inbox')) queueNotifications(profile, { inbox: fresh }, rules, now);
    else profile.setMark('baseline:inbox', now);
    return read.length > 0;
  });
}

/** Removes items that the user has read on the website from pending notifications. */
function leaveOutReadThere({ profile, rules }: Recording, keys: readonly string[]): void {
  const read = new Set(keys);
  updatePending(profile, rules, (subject) => {
    if (subject.kind !== 'inbox' || subject.account !== undefined || !read.has(subject.key)) return true;
    // An item that returns from its snooze is announced again, although it was read on the website long ago.
    const item = profile.inbox.get(subject.key);
    return item !== undefined && item.listedAt !== item.createdAt;
  });
}

/**
 * Maximum number of items marked as read at once: more than one lookup may name as unread, so that the next one gets
 * further.
 */
const MAX_READ_THERE = 500;

/**
 * Applies the network's list of unread items, for those dated from `since` until just before `until`: unknown ones are
 * listed without a notification, and those unread only here are marked as read. Returns whether there were any of the
 * latter.
 */
function recordUnreadInbox(
  recording: Recording,
  unread: InboxEvent[],
  { since, until }: { since: number; until: number },
): boolean {
  const { inbox } = recording.profile;
  const now = recording.now();
  return recording.profile.record(() => {
    const dated = unread.filter(({ createdAt }) => createdAt >= since && createdAt < until);
    inbox.add(dated, now);
    const keys = new Set(unread.map(({ key }) => key));
    const read = inbox.readableAtNetwork(since, until, MAX_READ_THERE).filter((key) => !keys.has(key));
    inbox.markReadAtNetwork(read, now);
    return read.length > 0;
  });
}

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
