import { z } from 'zod';
import type { HistoryReading } from '../../../../common/contract/contract.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import type { StoredAccount } from '../../../store/reputation/reputation-events.ts';
import type { QuotaState } from '../../scheduler/quota.ts';
import { QuotaShare } from '../quota-share.ts';
import { spentOnTitles } from '../post-titles.ts';

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
const SPENT_MARK = 'read-history-spent';

export const readingProgress = (profile: ProfileHistory, siteId: string): ReadingProgress | undefined =>
  readMark(profile, progressMark(siteId), Progress);

export const setReadingProgress = (profile: ProfileHistory, siteId: string, progress: ReadingProgress): void =>
  profile.setMark(progressMark(siteId), progress);

/**
 * Starts reading histories, those of later accounts too, once the view was opened. Returns false if already started.
 */
export function wantHistory(profile: ProfileHistory): boolean {
  if (profile.mark(WANTED_MARK) !== undefined) return false;
  profile.setMark(WANTED_MARK, true);
  return true;
}

/** Whether a site can have a history: everyone starts with one point. */
const hasHistory = (account: StoredAccount): boolean => account.reputation > 1;

/** Returns the sites whose history is wanted and not read completely, highest reputation first. */
export const historiesToRead = (profile: ProfileHistory): string[] =>
  profile.mark(WANTED_MARK) === undefined
    ? []
    : profile.reputation
        .accounts()
        .filter((account) => hasHistory(account) && readingProgress(profile, account.site.id)?.done !== true)
        .map((account) => account.site.id);

/** Share of a day's quota that reading history may take, so that it hardly delays polls. */
const QUOTA_SHARE = 0.1;
/** Requests that reading history may take while the quota is unknown. */
const REQUESTS_BEFORE_QUOTA = 5;

const shareOf = (profile: ProfileHistory): QuotaShare => new QuotaShare(profile, SPENT_MARK, QUOTA_SHARE);

/**
 * Returns the number of requests that reading history may still take today.
 * @param spendable requests that polling may take
 */
export function leftForHistory(
  profile: ProfileHistory,
  quota: Pick<QuotaState, 'max' | 'windowStartedAt'> | undefined,
  spendable: number | undefined,
): number {
  if (!quota || spendable === undefined) return REQUESTS_BEFORE_QUOTA;
  return Math.max(0, Math.min(Math.floor(shareOf(profile).left(quota)), Math.floor(spendable / 2)));
}

/** Counts a page that was read, if the quota is known. */
export function spendOnHistory(
  profile: ProfileHistory,
  quota: Pick<QuotaState, 'max' | 'windowStartedAt'> | undefined,
): void {
  if (quota) shareOf(profile).count(quota);
}

/** Assumed points per page of changes until a page was read: a hundred votes. */
const USUAL_PAGE_POINTS = 900;

/**
 * Returns the progress of reading the history.
 * @param goesOn whether polling runs: not stopped, paused or out of requests
 */
export function historyReading(profile: ProfileHistory, goesOn: boolean): HistoryReading {
  const accounts = profile.reputation.accounts().filter(hasHistory);
  const isWanted = profile.mark(WANTED_MARK) !== undefined;
  const sites = accounts.map((account) => ({ account, progress: readingProgress(profile, account.site.id) }));
  const spent = sites.reduce((sum, { progress }) => sum + (progress?.pages ?? 0), 0);
  const open = sites.filter(({ progress }) => progress?.done !== true);
  const left = open.reduce((sum, { account, progress }) => {
    if (!progress || progress.pages === 0) return sum + Math.ceil(account.reputation / USUAL_PAGE_POINTS);
    const read = profile.reputationHistory.total(account.site.id).change;
    // The first point is given, not earned.
    return sum + (read > 0 ? Math.max(1, Math.ceil((account.reputation - 1 - read) / (read / progress.pages))) : 1);
  }, 0);
  return {
    state: !isWanted ? 'unasked' : open.length === 0 ? 'done' : goesOn ? 'reading' : 'waiting',
    sites: { done: sites.length - open.length, of: sites.length },
    requests: { spent: spent + spentOnTitles(profile), ...(left > 0 && { left }) },
    withheld: sites.filter(({ progress }) => progress?.withheld === true).map(({ account }) => account.site.name),
  };
}

/** Combines the progress at several networks. */
export function combinedReading(readings: HistoryReading[]): HistoryReading {
  const states = readings.map(({ state }) => state);
  const sum = (of: (reading: HistoryReading) => number) => readings.reduce((total, reading) => total + of(reading), 0);
  const left = sum(({ requests }) => requests.left ?? 0);
  return {
    state: (['reading', 'waiting', 'unasked'] as const).find((state) => states.includes(state)) ?? 'done',
    sites: { done: sum(({ sites }) => sites.done), of: sum(({ sites }) => sites.of) },
    requests: { spent: sum(({ requests }) => requests.spent), ...(left > 0 && { left }) },
    withheld: readings.flatMap(({ withheld }) => withheld),
  };
}
