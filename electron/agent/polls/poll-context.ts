import type { Network, Sending, Page } from '../../api/network.ts';
import type { History } from '../../store/history.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { NoticeRules } from '../notifications/notices.ts';

/** What every poll is given. */
export interface PollContext {
  network: Network;
  networkId: string;
  history: History;
  profile: ProfileHistory;
  rules: NoticeRules;
  now: () => number;
  /** What is older is not listed, because the person does not want it stored. */
  listedSince?: number;
  /** The time by the network's clock. */
  networkNow: () => number;
  /** The network's time as far as this machine's clock bears it out: no mark goes past it, whatever answers say. */
  vouchedNow: () => number;
  /** Milliseconds since this stream was last polled. */
  idleFor: number;
  sending: Sending;
  /** Whether a site is still watched: a watch may be removed while its poll is under way. */
  isStillWatched: (siteId: string) => boolean;
  /** Milliseconds between two polls of the stream, if only the worth of its news counted and no page ever were full. */
  interval?: number | undefined;
  /** How far a poll of questions looks back behind where reading stands, in seconds; the usual where it is left out. */
  overlap?: number | undefined;
  /** Called with each page as it comes in. */
  onPage: (page: Page<unknown>) => void;
  /** Asked before a poll takes a further page that it had not planned for; absent: it may. */
  mayTakeAnotherPage?: () => boolean;
  /**
   * Older history is read with requests that nothing else needs: whether there is one, and that one was sent.
   */
  backfillQuota?: { left: () => number; spend: () => void };
}

/**
 * A page for those who learn when news comes, without the dates of its items: other lists give these. Unreadable items
 * still count.
 */
export const undated = (page: Page<unknown>): Page<unknown> => ({ ...page, items: page.items.map(() => undefined) });

export interface PollResult {
  /** Items that could not be read. */
  broken: number;
  /** More is waiting: poll again as soon as the rules allow. */
  more: boolean;
  /** Not before this many ms, although it is wanted. */
  retryInMs?: number;
  /** Only questions of some tags were asked for: the answers do not tell how many there are in all. */
  searched?: boolean;
  /** Something was read at the network that was unread here. */
  foundRead?: boolean;
}
