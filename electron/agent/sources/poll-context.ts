import type { Network, Sending, Page } from '../../api/network.ts';
import type { History } from '../../store/history.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { NoticeRules } from '../notifications/notices.ts';

/** Context of every poll. */
export interface PollContext {
  network: Network;
  networkId: string;
  history: History;
  profile: ProfileHistory;
  rules: NoticeRules;
  now: () => number;
  /** Older items are not listed, because the user does not want them stored. */
  listedSince?: number;
  /** The server time. */
  networkNow: () => number;
  /** Server time, limited by this machine's clock: no mark is set beyond it, whatever responses report. */
  vouchedNow: () => number;
  /** Milliseconds since this stream was last polled. */
  idleFor: number;
  sending: Sending;
  /** Whether a site is still watched: a watch may be removed while its poll is under way. */
  isStillWatched: (siteId: string) => boolean;
  /**
   * Milliseconds between two polls of the stream, if only the value of its events counted and no page were ever full.
   */
  interval?: number | undefined;
  /** How far a poll of questions looks back before the cursor, in seconds; the usual overlap if undefined. */
  overlap?: number | undefined;
  /** Called with each page as it arrives. */
  onPage: (page: Page<unknown>) => void;
  /** Whether a poll may read a further page that it had not planned for; always if undefined. */
  mayTakeAnotherPage?: () => boolean;
  /** Requests not needed otherwise, for reading older history: `left` returns their number, `spend` counts one. */
  backfillQuota?: { left: () => number; spend: () => void };
}

/**
 * Returns a page without the dates of its items, for observers of event rates that get the dates from other lists.
 * Unreadable items still count.
 */
export const undated = (page: Page<unknown>): Page<unknown> => ({ ...page, items: page.items.map(() => undefined) });

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
