import { NetworkError } from '../../../api/errors.ts';
import type { Page } from '../../../api/network.ts';
import type { ReputationEvent } from '../../../store/events.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import type { StoredAccount } from '../../../store/reputation/reputation-events.ts';
import { historyEvents, reputationEvents } from './events.ts';
import type { ReputationList } from './listed-changes.ts';
import {
  FILTERED_FIELDS,
  giveUpTitles,
  isTitleFilterUntried,
  keepTitleFilter,
  spendOnTitles,
  titleFilter,
} from '../post-titles.ts';
import { giveUpHistory, reputationRoute } from '../reputation-route.ts';
import { undated, type PollContext, type PollResult } from '../poll-context.ts';
import { isReputationToBeAsked, reputationWasAsked } from '../record/achievements.ts';
import { listedChanges } from '../questions/listed-memory.ts';
import { recordReputation, unexplainedRetryMs } from './record-changes.ts';

/** Maximum page size (docs/api.md, "Paging"). */
const CHANGES_PER_PAGE = 100;

/** Maximum number of pages per poll, if there were many changes since the last one. */
const MAX_PAGES = 5;

/** Polls the newest changes of one account: one request, or a few after a long absence; rarely one more. */
export async function pollReputation(context: PollContext, siteId: string): Promise<PollResult> {
  const { profile, rules } = context;
  const account = profile.reputation.accounts().find((candidate) => candidate.site.id === siteId);
  if (!account) return { broken: 0, more: false };
  // The API returns no changes of a site that it does not list, although the total is known to have changed.
  const isListed = context.history.sites(context.networkId).some(({ id }) => id === siteId);
  const page = isListed ? await readChanges(context, account) : undefined;
  const list: ReputationList = {
    route: page?.route ?? 'unlisted',
    events: page ? await withTitles(context, account, page.items) : [],
    hasMore: page?.hasMore ?? false,
    isWhole: page?.broken === 0,
    isCut: page?.isCut ?? false,
  };
  const recording = { history: profile, rules, now: context.now() };
  const isUnsettled = recordReputation(recording, siteId, list, context.networkNow());
  if (isReputationToBeAsked(profile, siteId)) settleAchievement(profile, account);
  return {
    broken: page?.broken ?? 0,
    more: isUnsettled,
    ...(isUnsettled && { retryInMs: unexplainedRetryMs(profile, siteId) }),
  };
}

/**
 * Settles the achievement that led to this list. If the list explained no change, the totals show whether one is
 * missing.
 */
function settleAchievement(profile: ProfileHistory, { site, explained }: StoredAccount): void {
  reputationWasAsked(profile, site.id);
  const after = profile.reputation.accounts().find((candidate) => candidate.site.id === site.id);
  if (after?.explained === explained) profile.setMark('accounts-at', 0);
}

/** Reads the newest changes by the operation that the network has. */
async function readChanges(
  context: PollContext,
  account: StoredAccount,
): Promise<Page<ReputationEvent> & { route: string; isCut: boolean }> {
  const { network, profile, sending } = context;
  const query = (page: number) => ({ ...queryOf(account), ...(page > 1 && { page }) });
  const route = reputationRoute(profile, context.now());
  let isHistoryMissing = false;
  if (route === 'history') {
    try {
      const read = (number: number) => network.reputationHistory(query(number), sending);
      const page = await readPages(context, account, read, (item) => item.creation_date);
      return { ...page, route, items: historyEvents(page.items, account.site) };
    } catch (error) {
      if (!(error instanceof NetworkError) || error.kind !== 'not-found') throw error;
      isHistoryMissing = true;
    }
  }
  const read = (number: number) => readWithTitles(context, query(number));
  const page = await readPages(context, account, read, (item) => item.on_date);
  // A network that denies every operation is broken rather than lacking one.
  if (isHistoryMissing) giveUpHistory(profile, context.now());
  return { ...page, route: 'reputation', items: reputationEvents(page.items, account.site) };
}

const queryOf = (account: StoredAccount) => ({
  site: account.site.id,
  userId: account.userId,
  pagesize: CHANGES_PER_PAGE,
});

/**
 * Reads pages as long as all their items came after the list before; one page if there was none. If a later page is not
 * available now, the pages before it are used (`isCut`), and the next poll continues there.
 */
async function readPages<Item extends { reputation_change: number }>(
  context: PollContext,
  account: StoredAccount,
  read: (number: number) => Promise<Page<Item>>,
  dateOf: (item: Item) => Date,
): Promise<Page<Item> & { isCut: boolean }> {
  const before = listedChanges(context.profile, account.site.id);
  const readBefore = before?.left?.to ?? before?.at ?? Infinity;
  const isNew = (item: Item) => dateOf(item).getTime() > readBefore;
  let page = await read(1);
  context.onPage(page);
  const pages = [page];
  let isCut = false;
  while (pages.length < MAX_PAGES && page.hasMore && !isCut) {
    const oldest = pages.flatMap(({ items }) => items).at(-1);
    if (oldest === undefined || !isNew(oldest)) break;
    const next = await readLater(context, page, () => read(pages.length + 1));
    if (next) pages.push((page = next));
    else isCut = true;
  }
  const moved = account.reputation - account.explained;
  const explains = (items: Item[]) =>
    items.filter(isNew).reduce((sum, { reputation_change: change }) => sum + change, 0) === moved;
  const lists = pages.map(({ items }) => items);
  const items = joined(lists, dateOf, explains);
  return { ...page, items, broken: pages.reduce((sum, { broken }) => sum + broken, 0), isCut };
}

/** Reads a later page; undefined if it is not available now. */
async function readLater<Item>(
  context: PollContext,
  before: Page<Item>,
  read: () => Promise<Page<Item>>,
): Promise<Page<Item> | undefined> {
  if (before.backoffUntil !== undefined || context.mayTakeAnotherPage?.() === false) return undefined;
  try {
    const page = await read();
    context.onPage(page);
    return page;
  } catch (error) {
    // The first page was returned, so a later "no such method" does not mean that.
    if (!(error instanceof NetworkError) || error.kind === 'cancelled') throw error;
    return undefined;
  }
}

/** Maximum number of ways to join pages that are tried. */
const MAX_WAYS = 16;

/**
 * Joins pages to one list: changes in between have moved the end of one to the beginning of the next. Changes have no
 * id (docs/api.md, "Reputation"), so an overlap within one second may also be as many further votes. A matching total
 * decides; without one all of them count, so that none is lost. A change thus counted twice is undone as soon as a
 * later total shows it.
 */
function joined<Item>(pages: Item[][], dateOf: (item: Item) => Date, explains: (items: Item[]) => boolean): Item[] {
  let ways: Item[][] = [[]];
  for (const page of pages)
    ways = ways
      .flatMap((way) => overlaps(way, page, dateOf).map((overlap) => [...way, ...page.slice(overlap)]))
      .slice(0, MAX_WAYS);
  return (ways.length > 1 && ways.find(explains)) || ways[0]!;
}

/** Returns by how many items two pages may overlap, starting with the number that loses none. */
function overlaps<Item>(first: Item[], second: Item[], dateOf: (item: Item) => Date): number[] {
  const [ends, begins] = [first, second].map((items) => items.map((item) => JSON.stringify(item)));
  const alike = Array.from({ length: Math.min(first.length, second.length) }, (_, index) => index + 1).filter(
    (count) => ends!.slice(-count).join() === begins!.slice(0, count).join(),
  );
  // An overlap that spans more than one second is certain: only items of one second may be new ones that look alike.
  const isCertain = (count: number) => dateOf(second[0]!).getTime() !== dateOf(second[count - 1]!).getTime();
  const longest = alike.at(-1);
  return longest !== undefined && isCertain(longest) ? [longest] : [0, ...alike];
}

/**
 * Requests changes by the operation of the specification, with titles if the network accepts the filter that adds them.
 */
async function readWithTitles({ network, profile, sending }: PollContext, query: ReturnType<typeof queryOf>) {
  const filter = titleFilter(profile);
  if (filter === undefined) return network.reputation(query, sending);
  try {
    return await network.reputation({ ...query, filter }, sending);
  } catch (error) {
    if (!(error instanceof NetworkError) || error.kind !== 'bad-request') throw error;
    giveUpTitles(profile);
    return network.reputation(query, sending);
  }
}

/**
 * Adds the titles of posts to changes, for notifications: known titles and, for new posts, those that the other
 * operation returns, as long as there are requests not needed otherwise.
 */
async function withTitles(
  context: PollContext,
  account: StoredAccount,
  events: ReputationEvent[],
): Promise<ReputationEvent[]> {
  const { profile, backfillQuota: spare } = context;
  const siteId = account.site.id;
  const readBefore = listedChanges(profile, siteId)?.at ?? Infinity;
  const isUntitled = ({ postId, title }: ReputationEvent) =>
    postId !== undefined && title === undefined && !known.has(postId);
  const known = profile.reputation.titles(siteId);
  const hasFilter = titleFilter(profile) !== undefined;
  // Without the history's route, a list requested with the filter already has all available titles.
  const isWorthAsking =
    (hasFilter ? reputationRoute(profile, context.now()) === 'history' : context.rules.notify.reputation) &&
    (spare === undefined || spare.left() >= (hasFilter ? 1 : 2)) &&
    events.some((event) => event.onDate > readBefore && isUntitled(event));
  if (isWorthAsking && (await makeTitleFilter(context)))
    for (const [postId, post] of await readTitles(context, account)) known.set(postId, post);
  return events.map((event) => ({
    ...(event.postId !== undefined && known.get(event.postId)),
    ...withoutBlanks(event),
  }));
}

/** Creates the filter that adds titles, unless that was tried before. Returns whether there is one. */
async function makeTitleFilter({ network, profile, sending, backfillQuota }: PollContext): Promise<boolean> {
  if (!isTitleFilterUntried(profile)) return titleFilter(profile) !== undefined;
  try {
    keepTitleFilter(profile, await network.createFilter({ include: FILTERED_FIELDS }, sending));
    backfillQuota?.spend();
  } catch (error) {
    if (!(error instanceof NetworkError) || error.kind === 'cancelled') throw error;
    if (error.kind === 'bad-request' || error.kind === 'not-found') giveUpTitles(profile);
  }
  return titleFilter(profile) !== undefined;
}

/** Reads the titles of the posts that changed lately; empty if the network does not return them now. */
async function readTitles(context: PollContext, account: StoredAccount) {
  const titles = new Map<number, { title: string; link: string | undefined }>();
  try {
    const page = await readWithTitles(context, queryOf(account));
    context.onPage(undated(page));
    context.backfillQuota?.spend();
    if (!page.repeated) spendOnTitles(context.profile);
    for (const { post_id: postId, title, link } of page.items)
      if (postId !== undefined && title !== undefined) titles.set(postId, { title, link });
  } catch (error) {
    if (!(error instanceof NetworkError) || error.kind === 'cancelled') throw error;
  }
  return titles;
}

/** Returns the event without undefined fields, so that they override no others. */
const withoutBlanks = ({ title, link, ...event }: ReputationEvent): ReputationEvent => ({
  ...event,
  ...(title !== undefined && { title }),
  ...(link !== undefined && { link }),
});
