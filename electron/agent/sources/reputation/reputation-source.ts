import { NetworkError, type Page } from '../../../api/network.ts';
import type { StoredAccount } from '../../../store/reputation.ts';
import { isReputationToBeAsked, reputationWasAsked } from '../achievements-source.ts';
import { setMissing, NOTHING_TO_POLL, type Poll, type PollResult, isMissing, undated } from '../poll.ts';
import { historyEvents, reputationEvents, type ReputationList } from './listed-changes.ts';
import { listedChanges } from './new-changes.ts';
import { recordReputation, unexplainedRetryMs } from './record-changes.ts';
import { z } from 'zod';
import type { ReputationEvent } from '../../../store/events.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import { blocksEveryRequest, requestForClick, type ClickContext } from '../../user-facing-error.ts';

/**
 * The folder `reputation` finds new changes although the network numbers none of them. Each list is compared with the
 * one before, and the total has to agree (`new-changes.ts`): a difference without a reason is announced only after
 * several checks. `reputation-backfill.ts` reads the changes from before Askbell.
 */

/** Maximum number of pages per poll, if there were many changes since the last one. */
const MAX_PAGES = 5;

/** Polls the newest changes of one account: one request, or a few after a long absence; rarely one more. */
export async function pollReputation(poll: Poll, siteId: string): Promise<PollResult> {
  const { profile } = poll;
  const account = profile.reputation.account(siteId);
  if (!account) return NOTHING_TO_POLL;
  // The API returns no changes of a site that it does not list, although the total is known to have changed.
  const isListed = poll.history.sites(poll.networkId).some(({ id }) => id === siteId);
  const page = isListed ? await readChanges(poll, account) : undefined;
  const readBefore = listedChanges(profile, siteId)?.at ?? Infinity;
  const list: ReputationList = {
    route: page?.route ?? 'unlisted',
    events: page ? await withTitles(poll, account, page.items, readBefore) : [],
    hasMore: page?.hasMore ?? false,
    isWhole: page?.broken === 0,
    isCut: page?.isCut ?? false,
  };
  const isUnsettled = recordReputation(poll, siteId, list, poll.networkNow());
  if (isReputationToBeAsked(profile, siteId)) {
    reputationWasAsked(profile, siteId);
    // If the list explained no change, the totals show whether one is missing.
    if (profile.reputation.account(siteId)?.explained === account.explained) profile.setMark('accounts-at', 0);
  }
  return {
    broken: page?.broken ?? 0,
    more: isUnsettled,
    ...(isUnsettled && { retryInMs: unexplainedRetryMs(profile, siteId) }),
  };
}

/** Reads the newest changes by the operation that the network has. */
async function readChanges(poll: Poll, account: StoredAccount) {
  const { network, profile, sending } = poll;
  const query = (page: number) => ({ ...queryOf(account), ...(page > 1 && { page }) });
  const route = reputationRoute(profile, poll.now());
  let isHistoryMissing = false;
  if (route === 'history') {
    try {
      const read = (number: number) => network.reputationHistory(query(number), sending);
      const page = await readPages(poll, account, read, (item) => item.creation_date);
      return { ...page, route, items: historyEvents(page.items, account.site) };
    } catch (error) {
      if (!(error instanceof NetworkError) || error.kind !== 'not-found') throw error;
      isHistoryMissing = true;
    }
  }
  const read = (number: number) => readWithTitles(poll, query(number));
  const page = await readPages(poll, account, read, (item) => item.on_date);
  // A network that denies every operation is broken rather than lacking one.
  if (isHistoryMissing) setMissing(profile, 'reputation-route', poll.now());
  return { ...page, route: 'reputation', items: reputationEvents(page.items, account.site) };
}

/**
 * Reads pages as long as all their items came after the list before; one page if there was none. If a later page is not
 * available now, the pages before it are used (`isCut`), and the next poll continues there.
 */
async function readPages<Item extends { reputation_change: number }>(
  poll: Poll,
  account: StoredAccount,
  read: (number: number) => Promise<Page<Item>>,
  dateOf: (item: Item) => Date,
): Promise<Page<Item> & { isCut: boolean }> {
  const before = listedChanges(poll.profile, account.site.id);
  const readBefore = before?.left?.to ?? before?.at ?? Infinity;
  const isNew = (item: Item) => dateOf(item).getTime() > readBefore;
  let page = await read(1);
  poll.sawPage(page);
  const pages = [page];
  let isCut = false;
  while (pages.length < MAX_PAGES && page.hasMore && !isCut) {
    const oldest = pages.flatMap(({ items }) => items).at(-1);
    if (oldest === undefined || !isNew(oldest)) break;
    const next = await readLater(poll, page, () => read(pages.length + 1));
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
async function readLater<Item>(poll: Poll, before: Page<Item>, read: () => Promise<Page<Item>>) {
  if (before.backoffUntil !== undefined || !poll.mayTakeAnotherPage()) return undefined;
  try {
    const page = await read();
    poll.sawPage(page);
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
 * Operation that lists a person's changes: `/users/{ids}/reputation-history` lists each by itself and needs no scope;
 * the specification names `/users/{id}/reputation` only, so a network may lack the other (docs/api.md, "Reputation").
 */
export type ReputationRoute = 'history' | 'reputation';

/** Returns the operation to request; `now` in local time. */
export const reputationRoute = (profile: ProfileHistory, now: number): ReputationRoute =>
  isMissing(profile, 'reputation-route', now) ? 'reputation' : 'history';

/** Returns the query for an account's newest changes, with a full page (docs/api.md, "Paging"). */
export const queryOf = ({ site, userId }: StoredAccount) => ({ site: site.id, userId, pagesize: 100 });

/**
 * Filter that adds the titles and addresses of posts. By default the network returns only a post's number. A filter is
 * created once and never expires (docs/api.md, "Filters"), so it costs one request in all. Without an id, the network
 * rejects it.
 */
const Filter = z.object({ id: z.string().optional() });
const FILTER_MARK = 'reputation-filter';
/** Fields that the filter adds to the network's default. */
const FILTERED_FIELDS = ['reputation.title', 'reputation.link'];

const SPENT_MARK = 'titles-spent';

/** Returns the number of requests sent only for titles. */
export const spentOnTitles = (profile: ProfileHistory): number => Number(profile.mark(SPENT_MARK) ?? 0);

const spendOnTitles = (profile: ProfileHistory): void => profile.setMark(SPENT_MARK, spentOnTitles(profile) + 1);

/** Returns the id of the filter for reputation requests, or undefined if there is none or the network rejects it. */
const titleFilter = (profile: ProfileHistory): string | undefined => readMark(profile, FILTER_MARK, Filter)?.id;

const isFilterUntried = (profile: ProfileHistory): boolean => profile.mark(FILTER_MARK) === undefined;

/** Stops requesting titles, because the network rejects the filter. */
const giveUpTitles = (profile: ProfileHistory): void => profile.setMark(FILTER_MARK, {});

/** Stores the filter that the network created, and counts the request. */
function keepFilter(profile: ProfileHistory, { items: [made] }: Page<{ filter: string }>): void {
  spendOnTitles(profile);
  profile.setMark(FILTER_MARK, { id: made?.filter });
}

/**
 * Requests changes by the operation of the specification, with titles if the network accepts the filter that adds them.
 */
async function readWithTitles(
  { network, profile, sending }: Poll,
  query: ReturnType<typeof queryOf> & { page?: number },
) {
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
 * @param readBefore time up to which changes were read before, in server time
 */
async function withTitles(poll: Poll, account: StoredAccount, events: ReputationEvent[], readBefore: number) {
  const { profile } = poll;
  const known = profile.reputation.titles(account.site.id);
  const isUntitled = ({ postId, title }: ReputationEvent) =>
    postId !== undefined && title === undefined && !known.has(postId);
  const hasFilter = titleFilter(profile) !== undefined;
  // Without the history's route, a list requested with the filter already has all available titles.
  const isWorthAsking =
    (hasFilter ? reputationRoute(profile, poll.now()) === 'history' : poll.rules.notify.reputation) &&
    poll.backfillLeft() >= (hasFilter ? 1 : 2) &&
    events.some((event) => event.onDate > readBefore && isUntitled(event));
  if (isWorthAsking && (await makeFilter(poll)))
    for (const [postId, post] of await readTitles(poll, account)) known.set(postId, post);
  return events.map((event) => {
    const post = event.postId === undefined ? undefined : known.get(event.postId);
    return { ...event, title: event.title ?? post?.title, link: event.link ?? post?.link };
  });
}

/** Creates the filter that adds titles, unless that was tried before. Returns whether there is one. */
async function makeFilter(poll: Poll): Promise<boolean> {
  const { profile } = poll;
  if (!isFilterUntried(profile)) return titleFilter(profile) !== undefined;
  try {
    keepFilter(profile, await poll.network.createFilter({ include: FILTERED_FIELDS }, poll.sending));
    poll.spendBackfill();
  } catch (error) {
    if (!(error instanceof NetworkError) || error.kind === 'cancelled') throw error;
    if (error.kind === 'bad-request' || error.kind === 'not-found') giveUpTitles(profile);
  }
  return titleFilter(profile) !== undefined;
}

/** Reads the titles of the posts that changed lately; empty if the network does not return them now. */
async function readTitles(poll: Poll, account: StoredAccount) {
  const titles = new Map<number, { title: string; link: string | undefined }>();
  try {
    const page = await readWithTitles(poll, queryOf(account));
    poll.sawPage(undated(page));
    poll.spendBackfill();
    if (!page.repeated) spendOnTitles(poll.profile);
    for (const { post_id: postId, title, link } of page.items)
      if (postId !== undefined && title !== undefined) titles.set(postId, { title, link });
  } catch (error) {
    if (!(error instanceof NetworkError) || error.kind === 'cancelled') throw error;
  }
  return titles;
}

/** Maximum number of sites for which titles are requested at once. */
const MAX_SITES = 10;
/** Number of the newest changes that get titles: as many as the window lists. */
const MAX_CHANGES = 100;

/** An account whose titles are requested for a click. */
interface Asking {
  profile: ProfileHistory;
  clickContext(): ClickContext;
}

/**
 * Requests the titles of older changes once the list of changes was opened, with one request per site; creates the
 * filter if there is none. Returns whether titles were found.
 */
export async function findTitles(account: Asking): Promise<boolean> {
  const { profile } = account;
  const untitled = profile.reputation
    .list(MAX_CHANGES)
    .filter(({ title, postId }) => title === undefined && postId !== undefined);
  if (untitled.length === 0) return false;
  if (isFilterUntried(profile)) {
    const query = { include: FILTERED_FIELDS };
    const made = await requestForClick(account.clickContext(), (network) => network.createFilter(query));
    if ('page' in made) keepFilter(profile, made.page);
    else if (!blocksEveryRequest(made.trouble)) giveUpTitles(profile);
  }
  const filter = titleFilter(profile);
  if (filter === undefined) return false;
  let found = 0;
  const sites = new Set(untitled.map(({ site }) => site.id));
  const unasked = [...sites].filter((site) => profile.mark(`titles-asked:${site}`) === undefined);
  for (const site of unasked.slice(0, MAX_SITES)) {
    const own = profile.reputation.account(site);
    if (!own) continue;
    const query = { ...queryOf(own), filter };
    const answer = await requestForClick(account.clickContext(), (network) => network.reputation(query));
    if ('trouble' in answer) break;
    if (!answer.page.repeated) spendOnTitles(profile);
    profile.setMark(`titles-asked:${site}`, true);
    const posts = answer.page.items.map(({ post_id: postId, title, link }) => ({ postId, title, link }));
    found += profile.reputation.addTitles(site, posts);
  }
  return found > 0;
}
