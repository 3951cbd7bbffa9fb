import { z } from 'zod';
import { MINUTE_MS, DAY_MS } from '../../../common/durations.ts';
import { NetworkError } from '../../api/errors.ts';
import type { Page } from '../../api/network.ts';
import type { InboxItem } from '../../../common/resources.ts';
import type { KnownSite } from '../../store/history.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';
import { inboxEvents } from './inbox.ts';
import { undated, type PollContext, type PollResult } from './poll-context.ts';
import { inboxHasBaseline, recordInbox, recordUnreadInbox, unknownInboxItems } from './record/inbox.ts';

/** Items of a full page (docs/api.md, "Paging"). */
const PAGE_ITEMS = 100;
/** Maximum number of pages per poll. */
const MAX_PAGES = 10;

/** Polls the inbox of all sites. Items read on the website are marked as read here. */
export async function pollInbox(context: PollContext): Promise<PollResult> {
  const { profile, now } = context;
  const known = context.history.sites(context.networkId);
  const pagesize = pageSize(profile, now());
  const wanted = (from: InboxItem[]) =>
    eventsOf(context, from, known).filter(({ createdAt }) => createdAt >= (context.listedSince ?? -Infinity));
  const isFirst = !inboxHasBaseline(profile);
  const read = await readPages(context, known, pagesize, wanted);
  if (!read) return { broken: 0, more: false };
  const { items, broken, left, hasMore } = read;
  // Without the sites' names an item would get another key later. The sites are polled first.
  if (known.length === 0 && items.some(({ site }) => site?.api_site_parameter === undefined))
    return { broken, more: true };
  const foundRead = profile.record(() => {
    const isRead = recordInbox({ history: profile, rules: context.rules, now: now() }, wanted(items));
    if (left === 0) profile.deleteMark(LEFT_MARK);
    else profile.setMark(LEFT_MARK, left);
    return isRead;
  });
  const asked = { known, oldest: oldestOf(items), isFirst, pagesize, foundRead };
  const foundReadBehind = hasMore && left === 0 && (await readUnread(context, asked));
  return { broken, more: left > 0, foundRead: foundRead || foundReadBehind };
}

/** Converts items to events, with the keys of those already listed. */
const eventsOf = ({ profile, networkNow }: PollContext, items: InboxItem[], known: KnownSite[]) =>
  inboxEvents(items, known, networkNow(), (key) => profile.inbox.alike(key));

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

/** Returns how many of the newest items were read when the last poll had to stop. */
function leftBefore(profile: ProfileHistory): number {
  return Number(profile.mark(LEFT_MARK) ?? 0);
}

/**
 * Reads pages as long as they contain new items, and those that the last poll did not reach. Returns undefined if no
 * request is possible yet. `left`: number of items before the page at which this poll had to stop; 0 if it read all.
 */
async function readPages(
  context: PollContext,
  known: readonly KnownSite[],
  pagesize: number,
  wanted: (items: InboxItem[]) => ReturnType<typeof inboxEvents>,
) {
  const { profile } = context;
  const items: InboxItem[] = [];
  let broken = 0;
  let left = leftBefore(profile);
  /** Whether this poll has come to the pages that the last poll did not reach. */
  let isThere = false;
  let fresh = 0;
  for (let number = 1, asked = 1; ; asked++) {
    const page = await readPage(context, known, { page: number, pagesize });
    if (!page) return undefined;
    context.onPage(page);
    items.push(...page.items);
    broken += page.broken;
    const unknown = unknownInboxItems(profile, wanted(page.items)).length;
    fresh += unknown;
    // If all items of a page are new, the next page may have more. The first poll reads one page only.
    const goesOn: boolean = isThere ? unknown > 0 : unknown === page.items.length;
    const isDone = !goesOn && (isThere || left === 0);
    if (!page.hasMore || isDone || !inboxHasBaseline(profile)) return { items, broken, left: 0, hasMore: page.hasMore };
    // Items since the last poll have moved the unread pages back.
    number = goesOn ? number + 1 : Math.max(number + 1, 1 + Math.floor((left + fresh) / pagesize));
    isThere ||= !goesOn;
    left = isThere ? 0 : left;
    if (page.backoffUntil !== undefined || asked >= MAX_PAGES)
      return { items, broken, left: (number - 1) * pagesize, hasMore: true };
  }
}

/** When the network was found to lack the operation that needs no site, in ms since the epoch, local time. */
const Missing = z.object({ missingAt: z.number() });
const ROUTE_MARK = 'inbox-route';

/** How long until the operation is tried again, in ms: a later version of the network may have it. */
const LOOK_AGAIN_MS = 30 * DAY_MS;

/** Whether the inbox has to be requested through a site where the user has an account. */
export function inboxNeedsSite(profile: ProfileHistory, now: number): boolean {
  const missing = readMark(profile, ROUTE_MARK, Missing);
  return missing !== undefined && Math.abs(now - missing.missingAt) < LOOK_AGAIN_MS;
}

/** Reads one page by the operation that the network has; undefined if it needs a site and none is known yet. */
async function readPage(
  { network, profile, sending, now }: PollContext,
  known: readonly KnownSite[],
  paging: { page: number; pagesize: number },
): Promise<Page<InboxItem> | undefined> {
  let isMissing = false;
  if (!inboxNeedsSite(profile, now())) {
    try {
      return await network.inbox(paging, sending);
    } catch (error) {
      if (!(error instanceof NetworkError) || error.kind !== 'not-found') throw error;
      isMissing = true;
    }
  }
  // An account may be on a site that the API does not list (closed, or in private beta); the inbox is the same through
  // any.
  const own = profile.reputation.accounts().find(({ site }) => known.some(({ id }) => id === site.id));
  const site = own?.site.id ?? known[0]?.id;
  const page = site === undefined ? undefined : await network.myInbox({ ...paging, site }, sending);
  // A network that denies every operation is broken rather than lacking one. So the other operation must have
  // succeeded, which is impossible before a site is known.
  if (isMissing && page) profile.setMark(ROUTE_MARK, { missingAt: now() });
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
  items.reduce((oldest, { creation_date: date }) => Math.min(oldest, date.getTime()), Infinity);

/**
 * Requests the unread items of the network, if older ones than the pages just read may exist. An item unread here and
 * missing there was read on the website. Uses only requests not needed otherwise. Returns whether any item was read
 * there.
 */
async function readUnread(
  context: PollContext,
  asked: { known: KnownSite[]; oldest: number; isFirst: boolean; pagesize: number; foundRead: boolean },
): Promise<boolean> {
  const { profile, rules, now, networkNow, listedSince = -Infinity } = context;
  const { known, oldest, isFirst, pagesize } = asked;
  const last = readMark(profile, UNREAD_MARK, UnreadLookup) ?? { at: -Infinity, foundNothing: 0 };
  // A user who just read new items on the website may have read older ones as well.
  const foundNothing = asked.foundRead ? 0 : last.foundNothing;
  const age = now() - last.at;
  const interval = Math.min(MAX_UNREAD_INTERVAL_MS, UNREAD_INTERVAL_MS * 2 ** foundNothing);
  if (inboxNeedsSite(profile, now()) || (age >= 0 && age < interval)) return false;
  if (!isFirst && profile.inbox.readableThere(-Infinity, oldest, 1).length === 0) return false;
  profile.setMarkLater(UNREAD_MARK, { at: now(), foundNothing });
  const unread = await readUnreadPages(context, pagesize);
  if (!unread) return false;
  const recording = { history: profile, rules, now: now() };
  const found = recordUnreadInbox(recording, eventsOf(context, unread.items, known), {
    since: Math.max(listedSince, unread.isWhole ? -Infinity : oldestOf(unread.items) + 1),
    until: Math.min(oldest, networkNow() - ANSWER_AGE_MS),
  });
  profile.setMarkLater(UNREAD_MARK, { at: now(), foundNothing: found ? 0 : foundNothing + 1 });
  return found;
}

/** Reads the newest unread items; `isWhole`: there are no others. Undefined if the network does not return them now. */
async function readUnreadPages(
  { network, sending, onPage, backfillQuota }: PollContext,
  pagesize: number,
): Promise<{ items: InboxItem[]; isWhole: boolean } | undefined> {
  const items: InboxItem[] = [];
  const mayAsk = () => backfillQuota === undefined || backfillQuota.left() >= 1;
  try {
    for (let number = 1; number <= MAX_UNREAD_PAGES && mayAsk(); number++) {
      const page = await network.unreadInbox({ page: number, pagesize }, sending);
      onPage(undated(page));
      backfillQuota?.spend();
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
