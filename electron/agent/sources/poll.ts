import { decodeHTML } from 'entities';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../../../common/durations.ts';
import type { Network, Page, Sending } from '../../api/network.ts';
import { CLEARED_MARKS } from '../../store/deletion.ts';
import type { History } from '../../store/history.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';
import type { Preferences } from '../../store/settings.ts';
import type { NotificationRules } from '../notifications/rules.ts';

/** One poll of a stream, as a source sees it. */
export interface Poll {
  readonly network: Network;
  readonly networkId: string;
  readonly history: History;
  readonly profile: ProfileHistory;
  readonly rules: NotificationRules;
  readonly sending: Sending;
  /** Older items are not listed, because the user does not want them stored; see `listedSince`. */
  readonly listedSince: number;
  /** Milliseconds since this stream was last polled. */
  readonly idleFor: number;
  /**
   * Milliseconds between two polls of the stream, if only the value of its events counted and no page were ever full.
   */
  readonly interval?: number | undefined;
  /** How far a poll of questions looks back before the cursor, in seconds; the usual overlap if undefined. */
  readonly overlap?: number | undefined;
  /** Returns the local time. */
  now(): number;
  /** Returns the server time. */
  networkNow(): number;
  /** Returns the server time, limited by the local clock: no mark is set beyond it, whatever responses report. */
  vouchedNow(): number;
  /** Whether a site is still watched: a watch may be removed while its poll is under way. */
  isStillWatched(siteId: string): boolean;
  /** Observes a page as it arrives. */
  sawPage(page: Page<unknown>): void;
  /** Whether the poll may read a further page that it had not planned for. */
  mayTakeAnotherPage(): boolean;
  /** Returns the number of requests not needed otherwise, for reading older history. */
  backfillLeft(): number;
  /** Counts one of them. */
  spendBackfill(): void;
}

export interface PollResult {
  /** Items that could not be read. */
  broken: number;
  /** Whether to poll again as soon as the rules allow, because more items wait. */
  more: boolean;
  /** Minimum wait before the next poll, in ms. */
  retryInMs?: number;
  /** Only questions with some tags were requested: the response does not show how many there are in total. */
  searched?: boolean;
  /** Whether an item unread here was read on the website. */
  foundRead?: boolean;
}

/** Result of a poll for which nothing had to be requested. */
export const NOTHING_TO_POLL: PollResult = { broken: 0, more: false };

/**
 * The part of a poll that recording its events needs. Each poll is one transaction: its new events, their pending
 * notifications and its cursor are stored together or not at all. The results of a stream's first poll are its
 * baseline: stored and not announced.
 */
export type Recording = Pick<Poll, 'profile' | 'rules' | 'now'>;

/** Whether a stream was recorded before, so that new events in it are announced. */
export const hasBaseline = (profile: ProfileHistory, stream: string): boolean =>
  profile.mark(`baseline:${stream}`) !== undefined;

/**
 * Returns a page without the dates of its items, for observers of event rates that get the dates from other lists.
 * Unreadable items still count.
 */
export const undated = (page: Page<unknown>): Page<unknown> => ({ ...page, items: page.items.map(() => undefined) });

/**
 * Returns the date of the oldest item to list, in ms since the epoch: the user deleted older ones, or keeps items for a
 * number of days only.
 */
export const listedSince = (profile: ProfileHistory, { retention }: Preferences, now: number): number =>
  Math.max(
    Number(profile.mark(CLEARED_MARKS.inbox) ?? -Infinity) + 1,
    retention === 'forever' ? -Infinity : now - retention * DAY_MS,
  );

/** Operations that some networks lack, by the mark that stores it. */
type Operation = 'achievements-missing' | 'inbox-route' | 'reputation-route';

/** When the network was found to lack an operation, in ms since the epoch, local time. */
const Missing = z.object({ missingAt: z.number() });

/** How long until a missing operation is tried again, in ms: a later version of the network may have it. */
const LOOK_AGAIN_MS = 30 * DAY_MS;

/** Whether the network was found to lack an operation; `now` in local time. */
export function isMissing(profile: ProfileHistory, operation: Operation, now: number): boolean {
  const missing = readMark(profile, operation, Missing);
  return missing !== undefined && Math.abs(now - missing.missingAt) < LOOK_AGAIN_MS;
}

/** Records that the network lacks an operation; `now` in local time. */
export const setMissing = (profile: ProfileHistory, operation: Operation, now: number): void =>
  profile.setMark(operation, { missingAt: now });

/** The day's quota, and the start of its window in ms since the epoch. */
export interface DayQuota {
  max: number;
  windowStartedAt: number;
}

const SpentRequests = z.object({ since: z.number(), requests: z.number() });

/**
 * A share of each day's quota for background work, such as reading old history, so that it hardly delays polls. The
 * requests spent are stored in the mark and restart at 0 with each new quota. `share` is from 0 to 1.
 */
interface QuotaShare {
  mark: string;
  share: number;
}

/** Returns the remaining requests of a share; may be fractional or negative. */
export const leftOfShare = (profile: ProfileHistory, { mark, share }: QuotaShare, quota: DayQuota): number =>
  quota.max * share - spentOfShare(profile, mark, quota);

/** Counts a request that was sent. */
export const countInShare = (profile: ProfileHistory, { mark }: QuotaShare, quota: DayQuota): void =>
  profile.setMarkLater(mark, { since: quota.windowStartedAt, requests: spentOfShare(profile, mark, quota) + 1 });

function spentOfShare(profile: ProfileHistory, mark: string, { windowStartedAt }: DayQuota): number {
  const spent = readMark(profile, mark, SpentRequests);
  return spent?.since === windowStartedAt ? spent.requests : 0;
}

/** The oldest network of this kind began in 2008. */
const EARLIEST_MS = Date.UTC(2008, 0);
/** Clocks and time zones may be wrong by a day; later dates are implausible. */
const LATEST_AHEAD_MS = DAY_MS;
/** Largest accepted difference between a `Date` header and the assumed time, in ms. */
const MAX_HEADER_ERROR_MS = 5 * MINUTE_MS;

/**
 * Returns `date` if it is plausible, otherwise `now`: an item dated before 2008 or more than a day ahead would stay
 * first or last forever. Both in ms since the epoch, `now` in server time.
 */
export const plausibleDate = (date: number, now: number): number =>
  date >= EARLIEST_MS && date <= now + LATEST_AHEAD_MS ? date : now;

/** Returns when a response was written: the reported time, or `now` if the two differ too much. */
export const answeredAt = (stated: number, now: number): number =>
  Math.abs(stated - now) <= MAX_HEADER_ERROR_MS ? stated : now;

/** Returns the host of an address, or undefined if it is invalid. */
export function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;
}

const MAX_EXCERPT = 240;
/** An excerpt is cut at the end of a word, unless this shortens it by more than this many characters. */
const MAX_CUT_WORD = 40;

/** Elements removed without leaving a space: they occur inside words and before punctuation. */
const INLINE_ELEMENTS = /<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|u)\b[^>]*>/gi;

/** Returns all text of an HTML fragment on one line. */
export const plainText = (html: string): string =>
  decodeHTML(
    html
      .replace(/<(style|script)\b[^]*?<\/\1>/gi, ' ')
      .replace(INLINE_ELEMENTS, '')
      .replace(/<[^>]*>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** Returns an HTML fragment as one line of plain text, at most 240 characters, cut at a word. */
export function excerpt(html: string): string {
  const plain = plainText(html);
  if (plain.length <= MAX_EXCERPT) return plain;
  const cut = plain.slice(0, MAX_EXCERPT);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_EXCERPT - MAX_CUT_WORD)).trimEnd()}…`;
}
