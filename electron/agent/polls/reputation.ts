import { NetworkError } from '../../api/errors.ts';
import type { Page } from '../../api/network.ts';
import type { ReputationEvent } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/history.ts';
import type { StoredAccount } from '../../store/reputation/reputation-events.ts';
import { historyEvents, reputationEvents } from '../reputation/events.ts';
import type { ReputationList } from '../reputation/listed-changes.ts';
import { giveUpTitles, spendOnTitles, titleFilter } from '../reputation/post-titles.ts';
import { giveUpHistory, reputationRoute } from '../reputation/reputation-route.ts';
import { undated, type PollContext, type PollResult } from './poll-context.ts';
import { isReputationToBeAsked, reputationWasAsked } from './record/achievements.ts';
import { listedChanges } from './record/listed-memory.ts';
import { recordReputation, unexplainedRetryMs } from './record/reputation.ts';

/** The largest page (docs/api.md, "Paging"). */
const CHANGES_PER_PAGE = 100;

/** The most pages that one poll reads, where much came since the last one. */
const MAX_PAGES = 5;

/** The newest changes of one account: one request, or after a long absence a few, and in a case or two one more. */
export async function pollReputation(context: PollContext, siteId: string): Promise<PollResult> {
  const { profile, rules } = context;
  const account = profile.reputation.accounts().find((candidate) => candidate.site.id === siteId);
  if (!account) return { broken: 0, more: false };
  // The API answers nothing for a site it does not list, but its total is known to have moved all the same.
  const isListed = context.history.sites(context.networkId).some(({ id }) => id === siteId);
  const page = isListed ? await readChanges(context, account) : undefined;
  const list: ReputationList = {
    route: page?.route ?? 'unlisted',
    events: page ? await withTitles(context, account, page.items) : [],
    hasMore: page?.hasMore ?? false,
    isWhole: page?.broken === 0,
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

/** An achievement asked for the list: where that told nothing, the totals say whether something is missing. */
function settleAchievement(profile: ProfileHistory, { site, explained }: StoredAccount): void {
  reputationWasAsked(profile, site.id);
  const after = profile.reputation.accounts().find((candidate) => candidate.site.id === site.id);
  if (after?.explained === explained) profile.setMark('accounts-at', 0);
}

/** The newest changes, by whichever operation the network has. */
async function readChanges(
  context: PollContext,
  account: StoredAccount,
): Promise<Page<ReputationEvent> & { route: string }> {
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
  // A network that says of every operation that there is none lacks nothing: it is broken.
  if (isHistoryMissing) giveUpHistory(profile, context.now());
  return { ...page, route: 'reputation', items: reputationEvents(page.items, account.site) };
}

const queryOf = (account: StoredAccount) => ({
  site: account.site.id,
  userId: account.userId,
  pagesize: CHANGES_PER_PAGE,
});

/** Reads pages as long as all that is on them came after the list before; one where there was none. */
async function readPages<Item>(
  context: PollContext,
  account: StoredAccount,
  read: (number: number) => Promise<Page<Item>>,
  dateOf: (item: Item) => Date,
): Promise<Page<Item>> {
  const readBefore = listedChanges(context.profile, account.site.id)?.at ?? Infinity;
  let page = await read(1);
  context.onPage(page);
  let { items, broken } = page;
  for (let number = 2; number <= MAX_PAGES && page.hasMore; number++) {
    const oldest = items.at(-1);
    const isDone = oldest === undefined || dateOf(oldest).getTime() <= readBefore;
    if (isDone || page.backoffUntil !== undefined || context.mayTakeAnotherPage?.() === false) break;
    page = await read(number);
    context.onPage(page);
    items = joined(items, page.items);
    broken += page.broken;
  }
  return { ...page, items, broken };
}

/** Two pages as one list: what came in between has pushed the end of the first to the beginning of the second. */
function joined<Item>(first: Item[], second: Item[]): Item[] {
  const [ends, begins] = [first, second].map((items) => items.map((item) => JSON.stringify(item)));
  for (let overlap = Math.min(first.length, second.length); overlap > 0; overlap--)
    if (ends!.slice(-overlap).join() === begins!.slice(0, overlap).join()) return [...first, ...second.slice(overlap)];
  return [...first, ...second];
}

/** By the operation of the specification, with titles where the network accepts the filter that adds them. */
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
 * Adds the titles of posts to changes: those that are known, and for new ones those that the other operation tells,
 * once the person has opened the list of changes and as long as there are requests that nothing else needs.
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
  const isWorthAsking =
    titleFilter(profile) !== undefined &&
    reputationRoute(profile, context.now()) === 'history' &&
    (spare === undefined || spare.left() >= 1);
  if (isWorthAsking && events.some((event) => event.onDate > readBefore && isUntitled(event)))
    for (const [postId, post] of await readTitles(context, account)) known.set(postId, post);
  return events.map((event) => ({
    ...(event.postId !== undefined && known.get(event.postId)),
    ...withoutBlanks(event),
  }));
}

/** The titles of the posts that changed lately; none where the network does not tell them now. */
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

/** The event without the fields that are there and undefined, so that they hide nothing. */
const withoutBlanks = ({ title, link, ...event }: ReputationEvent): ReputationEvent => ({
  ...event,
  ...(title !== undefined && { title }),
  ...(link !== undefined && { link }),
});
