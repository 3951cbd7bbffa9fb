import { NetworkError } from '../../../api/errors.ts';
import type { Page } from '../../../api/network.ts';
import type { StoredAccount } from '../../../store/reputation.ts';
import { isReputationToBeAsked, reputationWasAsked } from '../achievements-source.ts';
import { setMissing, NOTHING_TO_POLL, type Poll, type PollResult } from '../poll.ts';
import { historyEvents, reputationEvents, type ReputationList } from './listed-changes.ts';
import { listedChanges } from './new-changes.ts';
import { recordReputation, unexplainedRetryMs } from './record-changes.ts';
import { queryOf, readWithTitles, reputationRoute, withTitles } from './reputation-requests.ts';

/**
 * The folder `reputation` finds new changes although the network numbers none of them. Each list is compared with the
 * one before (`new-changes.ts`), and the total has to agree (`explained-total.ts`): a difference without a reason is
 * announced only after several checks. `reputation-backfill.ts` reads the changes from before Askbell.
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
