import { HOUR_MS } from '../../../common/durations.ts';
import { NetworkError, type NetworkErrorFacts } from '../errors.ts';
import type { Page } from '../network.ts';
import type { Fault } from '../response/classify.ts';
import { MAX_WAIT_SECONDS, type ResponseFacts } from '../response/response-facts.ts';
import type { ApiRequest } from './api-request.ts';
import { WAIT_SLACK_MS } from './method-backoffs.ts';
import { SAME_REQUEST_FLOOR_MS } from './recent-outcomes.ts';

/** A good answer, before its items are read. */
export interface Received {
  items: unknown[];
  /** Items beyond those that an answer can hold. */
  leftOut?: number;
  hasMore: boolean;
  facts: ResponseFacts;
  backoffUntil?: number;
}

/** What became of a request. */
export type Outcome = { received: Received } | { error: NetworkError };

/** A request that was sent at `sentAt`, in ms since the epoch, and what became of it. */
export interface Sent {
  outcome: Outcome;
  sentAt: number;
  /** The quota that the answer told, whoever's it is. */
  toldQuota?: ResponseFacts['quota'];
}

/** Where a used-up quota names no time, the next try comes after an hour. */
const QUOTA_RETRY_MS = HOUR_MS;

/**
 * Reads the items of an answer and gives it as a page. Each asker reads them anew, so that no two share an object.
 * `repeated`: the answer came less than a minute ago and is given again.
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
    // Given again, the answer's time would make a right clock look wrong.
    ...(facts.networkTime !== undefined && !repeated && { networkTime: facts.networkTime }),
  };
}

/** The error for an answer that went wrong. `sentAt` and `receivedAt` are milliseconds since the epoch. */
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
    // The same must not be asked again for a minute in any case.
    retryAt: Math.max(receivedAt + Math.min(waitMs, MAX_WAIT_SECONDS * 1000), sentAt + SAME_REQUEST_FLOOR_MS),
    retryNamed: waitSeconds !== undefined,
    ...(errorId !== undefined && { errorId }),
    ...(errorName !== undefined && { errorName }),
    ...(said !== undefined && { said }),
    ...(quota && { quota }),
  });
}

/** A recent error, told to another asker: nothing was sent this time. `until`: when the same may be asked again. */
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
