import { cutText } from '../../../common/safe-text.ts';
import type { NetworkError, Quota } from '../errors.ts';
import type { Page } from '../network.ts';
import type { ApiRequest } from './request.ts';

/** Successful response, before its items are parsed. */
export interface Received {
  items: unknown[];
  /** Number of items beyond the maximum of a response. */
  leftOut: number;
  hasMore: boolean;
  quota?: Quota | undefined;
  networkTime?: number | undefined;
  backoffUntil?: number | undefined;
}

/** Outcome of a request. */
export type Outcome = { received: Received } | { error: NetworkError };

/** Request that was sent at `sentAt`, in ms since the epoch, and its outcome. */
export interface Sent {
  outcome: Outcome;
  sentAt: number;
  /** Quota in the response, the caller's or that of the address. */
  toldQuota?: Quota | undefined;
}

/**
 * Maximum number of items. The network returns 100 items a page, but lists of sites without a limit (docs/api.md,
 * "Paging").
 */
const MAX_ITEMS = 1000;
/** Maximum depth of an item: a question with its owner and their badges is three deep. */
const MAX_DEPTH = 6;
const MAX_ENTRIES = 200;
/** Length in characters up to which answers are kept unchanged. */
const USUAL_LENGTH = 128 * 1024;
/**
 * Length in characters above which each text is cut to `MAX_TEXT_LENGTH`: a hundred such texts take as much as one
 * answer of this length.
 */
const MAX_WHOLE_LENGTH = 1024 * 1024;
const MAX_TEXT_LENGTH = 8000;

/**
 * Returns the items of an answer, cut to the limits of an answer, so that an odd one wastes no memory while it is kept.
 * @param length length of the answer in characters
 * @returns `leftOut`: number of items beyond the maximum
 */
export function boundedItems(items: readonly unknown[], length: number): { items: unknown[]; leftOut: number } {
  const kept = items.slice(0, MAX_ITEMS);
  const longestText = length > MAX_WHOLE_LENGTH ? MAX_TEXT_LENGTH : Infinity;
  return {
    items: length <= USUAL_LENGTH ? kept : kept.map((item) => bounded(item, MAX_DEPTH, longestText)),
    leftOut: items.length - kept.length,
  };
}

function bounded(value: unknown, depth: number, longestText: number): unknown {
  if (typeof value === 'string') return cutText(value, longestText);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((entry) => bounded(entry, depth - 1, longestText));
  const fields = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(fields)
      .slice(0, MAX_ENTRIES)
      .map((name) => [cutText(name, 100), bounded(fields[name], depth - 1, longestText)]),
  );
}

/**
 * Parses the items of a response into a page. Each caller gets newly parsed items, so that no two share an object.
 * @param repeated whether the response came less than a minute ago and is returned again
 */
export function toPage<T>(request: ApiRequest<T>, received: Received, repeated: boolean): Page<T> {
  const items: T[] = [];
  for (const each of received.items) {
    const item = request.item.safeParse(each);
    if (item.success) items.push(item.data);
  }
  const { hasMore, leftOut, quota, backoffUntil, networkTime } = received;
  return {
    items,
    hasMore,
    broken: leftOut + received.items.length - items.length,
    repeated,
    ...(quota && { quota }),
    ...(backoffUntil !== undefined && { backoffUntil }),
    // The time of a repeated response would make a right clock look wrong.
    ...(networkTime !== undefined && !repeated && { networkTime }),
  };
}
