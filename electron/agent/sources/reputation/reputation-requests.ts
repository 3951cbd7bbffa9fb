import { z } from 'zod';
import { NetworkError } from '../../../api/errors.ts';
import type { Page } from '../../../api/network.ts';
import type { ReputationEvent } from '../../../store/events.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import type { StoredAccount } from '../../../store/reputation.ts';
import { blocksEveryRequest, requestForClick, type ClickContext } from '../click-request.ts';
import { isMissing, undated, type Poll } from '../poll.ts';

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
export async function readWithTitles(
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
export async function withTitles(poll: Poll, account: StoredAccount, events: ReputationEvent[], readBefore: number) {
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
