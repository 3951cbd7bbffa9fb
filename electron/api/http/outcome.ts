import { HOUR_MS } from '../../../common/durations.ts';
import { NetworkError, type NetworkErrorFacts } from '../errors.ts';
import type { Page } from '../network.ts';
import type { Fault } from './classify.ts';
import { MAX_WAIT_SECONDS, type ResponseFacts } from './classify.ts';
import type { ApiRequest } from './request.ts';
import { WAIT_SLACK_MS } from './limits.ts';
import { SAME_REQUEST_FLOOR_MS } from './limits.ts';

/** Successful answer, before its items are parsed. */
export interface Received {
  items: unknown[];
  /** Number of items beyond the maximum of an answer. */
  leftOut?: number;
  hasMore: boolean;
  facts: ResponseFacts;
  backoffUntil?: number;
}

/** Outcome of a request. */
export type Outcome = { received: Received } | { error: NetworkError };

/** Request that was sent at `sentAt`, in ms since the epoch, and its outcome. */
export interface Sent {
  outcome: Outcome;
  sentAt: number;
  /** Quota in the answer, the caller's or that of the address. */
  toldQuota?: ResponseFacts['quota'];
}

/** Wait after a used-up quota without a stated time. */
const QUOTA_RETRY_MS = HOUR_MS;

/**
 * Parses the items of an answer into a page. Each caller gets newly parsed items, so that no two share an object.
 * @param repeated whether the answer came less than a minute ago and is returned again
 */
export function toPage<T>(request: ApiRequest<T>, { items: raw, ...received }: Received, repeated: boolean): Page<T> {
  const items: T[] = [];
  for (const each of raw) {
    const item = request.item.safeParse(each);
    if (item.success) items.push(item.data);
  }
  const { facts, backoffUntil } = received;
  return {
    items,
    hasMore: received.hasMore,
    broken: (received.leftOut ?? 0) + raw.length - items.length,
    repeated,
    ...(facts.quota && { quota: facts.quota }),
    ...(backoffUntil !== undefined && { backoffUntil }),
    // The time of a repeated answer would make a right clock look wrong.
    ...(facts.networkTime !== undefined && !repeated && { networkTime: facts.networkTime }),
  };
}

/** Creates the error of a failed answer. `sentAt` and `receivedAt` are in ms since the epoch. */
export function toError(
  { kind, message, waitSeconds, errorId, errorName, said }: Fault,
  answer: {
    method: string;
    status: number;
    sentAt: number;
    receivedAt: number;
    quota?: ResponseFacts['quota'];
  },
): NetworkError {
  const { method, status, sentAt, receivedAt, quota } = answer;
  const unnamedMs = kind === 'quota-exhausted' ? QUOTA_RETRY_MS : 0;
  const waitMs = waitSeconds === undefined ? unnamedMs : waitSeconds * 1000 + WAIT_SLACK_MS;
  return new NetworkError(kind, message, {
    method,
    status,
    // The same request must not be sent again for a minute in any case.
    retryAt: Math.max(receivedAt + Math.min(waitMs, MAX_WAIT_SECONDS * 1000), sentAt + SAME_REQUEST_FLOOR_MS),
    retryNamed: waitSeconds !== undefined,
    ...(errorId !== undefined && { errorId }),
    ...(errorName !== undefined && { errorName }),
    ...(said !== undefined && { said }),
    ...(quota && { quota }),
  });
}

/** Creates the error for a repeated request, which was not sent. `until`: when the same request may be sent again. */
export function repeatedError(error: NetworkError, until: number): NetworkError {
  const { method, status, errorId, errorName, said, quota, retryNamed } = error;
  const facts: NetworkErrorFacts = {
    ...(method !== undefined && { method }),
    ...(status !== undefined && { status }),
    ...(errorId !== undefined && { errorId }),
    ...(errorName !== undefined && { errorName }),
    ...(said !== undefined && { said }),
    ...(quota && { quota }),
    retryAt: Math.max(until, error.retryAt ?? 0),
    retryNamed,
  };
  return new NetworkError(error.kind, error.message, facts);
}

export function cancelled(method: string): NetworkError {
  return new NetworkError('cancelled', 'The request was called off.', { method });
}
