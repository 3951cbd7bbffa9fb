import { z } from 'zod';
import type { HistoryReading } from '../../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../../common/durations.ts';
import { NetworkError, type Page } from '../../../api/network.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import type { StoredAccount, PastChange } from '../../../store/reputation.ts';
import { countInShare, leftOfShare, NOTHING_TO_POLL, type DayQuota, type Poll, type PollResult } from '../poll.ts';
import { queryOf, reputationRoute, spentOnTitles, type ReputationRoute } from './reputation-source.ts';

/** Reading progress of one site's history. */
const Progress = z.object({
  /** Pages read, which is also the number of requests. */
  pages: z.number(),
  /** Date (ms since the epoch) up to which changes are history; later ones come as events. */
  upTo: z.number(),
  /** Date back to which everything was read. */
  back: z.number(),
  done: z.boolean(),
  /** Operation that returns the history: networks may support only the one that the specification names. */
  route: z.enum(['history', 'reputation']),
  /** Whether neither operation returns it. */
  withheld: z.boolean(),
});
export type ReadingProgress = z.output<typeof Progress>;

const WANTED_MARK = 'read-history';
const progressMark = (siteId: string) => `read-history:${siteId}`;

export const readingProgress = (profile: ProfileHistory, siteId: string): ReadingProgress | undefined =>
  readMark(profile, progressMark(siteId), Progress);

const isWanted = (profile: ProfileHistory): boolean => profile.mark(WANTED_MARK) !== undefined;

/**
 * Starts reading histories, those of later accounts too, once the view was opened. Returns false if already started.
 */
export function wantHistory(profile: ProfileHistory): boolean {
  if (isWanted(profile)) return false;
  profile.setMark(WANTED_MARK, true);
  return true;
}

/** Whether a site can have a history: everyone starts with one point. */
const hasHistory = (account: StoredAccount): boolean => account.reputation > 1;

/** Returns the sites whose history is wanted and not read completely, highest reputation first. */
export const historiesToRead = (profile: ProfileHistory): string[] =>
  isWanted(profile)
    ? profile.reputation
        .accounts()
        .filter((account) => hasHistory(account) && readingProgress(profile, account.site.id)?.done !== true)
        .map((account) => account.site.id)
    : [];

/** Share of a day's quota that reading history may take, so that it hardly delays polls. */
const QUOTA_SHARE = { mark: 'read-history-spent', share: 0.1 };
/** Requests that reading history may take while the quota is unknown. */
const REQUESTS_BEFORE_QUOTA = 5;

/**
 * Returns the number of requests that reading history may still take today.
 * @param spendable requests that polling may take
 */
export function leftForHistory(profile: ProfileHistory, quota: DayQuota | undefined, spendable: number | undefined) {
  if (!quota || spendable === undefined) return REQUESTS_BEFORE_QUOTA;
  return Math.max(0, Math.floor(Math.min(leftOfShare(profile, QUOTA_SHARE, quota), spendable / 2)));
}

/** Counts a page that was read, if the quota is known. */
export function spendOnHistory(profile: ProfileHistory, quota: DayQuota | undefined): void {
  if (quota) countInShare(profile, QUOTA_SHARE, quota);
}

/** Assumed points per page of changes until a page was read: a hundred votes. */
const USUAL_PAGE_POINTS = 900;

/** An account whose history is read. Without a scheduler, its token is missing. */
interface ReadAccount {
  readonly profile: ProfileHistory;
  readonly scheduler: { spareRequests(): number } | undefined;
}

/** Returns the progress of reading the histories of some accounts. */
export function historyReading(accounts: readonly ReadAccount[]): HistoryReading {
  const sites = accounts.flatMap(({ profile, scheduler }) =>
    profile.reputation
      .accounts()
      .filter(hasHistory)
      .map((account) => ({ profile, scheduler, account, progress: readingProgress(profile, account.site.id) })),
  );
  const open = sites.filter(({ progress }) => progress?.done !== true);
  const wanted = open.filter(({ profile }) => isWanted(profile));
  const isReading = wanted.some(({ scheduler }) => (scheduler?.spareRequests() ?? 0) >= 1);
  const isDone = accounts.every(({ profile }) => isWanted(profile));
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const left = sum(open.map(({ profile, account, progress }) => pagesLeft(profile, account, progress)));
  const onTitles = sum(accounts.map(({ profile }) => spentOnTitles(profile)));
  return {
    state: isReading ? 'reading' : wanted.length > 0 ? 'waiting' : isDone ? 'done' : 'unasked',
    sites: { done: sites.length - open.length, of: sites.length },
    requests: { spent: sum(sites.map(({ progress }) => progress?.pages ?? 0)) + onTitles, ...(left > 0 && { left }) },
    withheld: sites.filter(({ progress }) => progress?.withheld === true).map(({ account }) => account.site.name),
  };
}

/** Estimates the pages of a site's history that are still to be read. */
function pagesLeft(profile: ProfileHistory, account: StoredAccount, progress: ReadingProgress | undefined): number {
  if (!progress || progress.pages === 0) return Math.ceil(account.reputation / USUAL_PAGE_POINTS);
  const read = profile.reputationHistory.total(account.site.id).change;
  // The first point is given, not earned.
  return read > 0 ? Math.max(1, Math.ceil((account.reputation - 1 - read) / (read / progress.pages))) : 1;
}

/** Maximum number of pages per poll, so that other polls do not wait for long. */
const MAX_PAGES = 5;

/** Retry interval for reading history when no request was left for it, in ms. */
const RETRY_MS = 30 * MINUTE_MS;

/**
 * Polls the next few pages of a site's reputation history. Each page is stored together with the progress, so that none
 * is read twice.
 */
export async function pollReputationHistory(poll: Poll, siteId: string): Promise<PollResult> {
  const { profile } = poll;
  const account = profile.reputation.account(siteId);
  if (!account) return NOTHING_TO_POLL;
  let progress: ReadingProgress = readingProgress(profile, siteId) ?? {
    pages: 0,
    upTo: 0,
    back: Number.MAX_SAFE_INTEGER,
    done: false,
    route: reputationRoute(profile, poll.now()),
    withheld: false,
  };
  const keep = (part: Partial<ReadingProgress>) =>
    profile.setMark(progressMark(siteId), (progress = { ...progress, ...part }));
  // The API returns no changes of a site that it does not list.
  if (!poll.history.sites(poll.networkId).some(({ id }) => id === siteId)) keep({ done: true, withheld: true });
  let broken = 0;
  for (let count = 0; count < MAX_PAGES && !progress.done; count++) {
    if (poll.backfillLeft() < 1) return { broken, more: true, retryInMs: RETRY_MS };
    let page: Page<PastChange>;
    try {
      page = await readPage(poll, progress.route, account, progress.pages + 1);
    } catch (error) {
      if (!isNotOffered(error) || progress.pages > 0) throw error;
      poll.spendBackfill();
      if (progress.route === 'history') keep({ route: 'reputation' });
      else keep({ done: true, withheld: true });
      continue;
    }
    poll.spendBackfill();
    poll.sawPage(page);
    broken += page.broken;
    profile.record(() => {
      const fresh = newChangesOf(page.items, progress.back, profile.reputationHistory.at(siteId, progress.back));
      profile.reputationHistory.add(siteId, fresh);
      keep({
        pages: progress.pages + 1,
        upTo: progress.pages === 0 ? (page.items[0]?.onDate ?? 0) : progress.upTo,
        back: Math.min(progress.back, page.items.at(-1)?.onDate ?? progress.back),
        done: !page.hasMore,
      });
    });
    if (page.backoffUntil !== undefined) break;
  }
  return { broken, more: !progress.done };
}

/** Reads one page of a user's past changes by the given operation. */
async function readPage({ network, sending }: Poll, route: ReputationRoute, account: StoredAccount, number: number) {
  const query = { ...queryOf(account), page: number };
  const past = (item: { reputation_change: number; post_id?: number | undefined }, date: Date, kind?: string) => ({
    onDate: date.getTime(),
    change: item.reputation_change,
    kind,
    postId: item.post_id,
  });
  if (route === 'history') {
    const page = await network.reputationHistory(query, sending);
    return { ...page, items: page.items.map((item) => past(item, item.creation_date, item.reputation_history_type)) };
  }
  const page = await network.reputation(query, sending);
  return { ...page, items: page.items.map((item) => past(item, item.on_date, item.vote_type)) };
}

const isNotOffered = (error: unknown): boolean =>
  error instanceof NetworkError && (error.kind === 'not-found' || error.kind === 'bad-request');

const sameChange = (a: PastChange, b: PastChange): boolean =>
  a.change === b.change && a.kind === b.kind && a.postId === b.postId;

/**
 * Returns the changes of a page that were not read yet. New changes move older ones to later pages, so a page may
 * repeat some of the page before. Changes later than `back`, the oldest date read so far, are omitted. Of the changes
 * at `back` itself, one is omitted for each equal one in `keptThere`.
 */
export function newChangesOf(items: PastChange[], back: number, keptThere: PastChange[]): PastChange[] {
  const kept = keptThere.slice();
  return items.filter((item) => {
    if (item.change === 0 || item.onDate > back) return false;
    if (item.onDate < back) return true;
    const at = kept.findIndex((other) => sameChange(other, item));
    if (at === -1) return true;
    kept.splice(at, 1);
    return false;
  });
}
