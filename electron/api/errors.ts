/**
 * Kind of a network error, by the action that it requires.
 * - `offline`: the network's address could not be reached at all (no connection, unknown host, refused).
 * - `timeout`: reached, perhaps, but no complete answer in time, or the connection broke half-way.
 * - `throttled`: too many requests; wait until `retryAt`.
 * - `backoff`: not sent, because the network asked for a pause of this method until `retryAt`.
 * - `quota-exhausted`: the day's requests are used up.
 * - `token-rejected`: the token is expired, revoked or malformed; sign in again.
 * - `scope-missing`: the token is valid but lacks the scope that this request needs.
 * - `bad-key`: the key is unknown to the network, or does not belong to the token.
 * - `bad-request`: the network refused the parameters.
 * - `not-found`: the method does not exist at this address.
 * - `server-fault`: the network failed (5xx).
 * - `bad-answer`: the answer is not one of this API (an HTML page, broken JSON, no wrapper).
 * - `blocked-by-protection`: a protection in front of the network (Cloudflare and the like) blocks this machine for a
 *   while.
 * - `captive-portal`: the log-in page of a Wi-Fi or company network answered in the network's place.
 * - `cancelled`: the caller's AbortSignal aborted the request; not to be reported.
 */
export const NETWORK_ERROR_KINDS = [
  'offline',
  'timeout',
  'throttled',
  'backoff',
  'quota-exhausted',
  'token-rejected',
  'scope-missing',
  'bad-key',
  'bad-request',
  'not-found',
  'server-fault',
  'bad-answer',
  'blocked-by-protection',
  'captive-portal',
  'cancelled',
] as const;
export type NetworkErrorKind = (typeof NETWORK_ERROR_KINDS)[number];

/** Requests allowed per day, and left. */
export interface Quota {
  max: number;
  remaining: number;
}

export interface NetworkErrorFacts {
  /** Requested route without parameters: never contains a token or key. */
  method?: string | undefined;
  /** HTTP status, if there was an answer. */
  status?: number | undefined;
  errorId?: number | undefined;
  errorName?: string | undefined;
  /** Time in ms since the epoch before which a repetition is pointless or forbidden. */
  retryAt?: number | undefined;
  /** Whether the network itself named that time. */
  retryNamed?: boolean;
  /** The network's own message, fit to be shown. */
  said?: string | undefined;
  /** Quota stated in the failed answer, if any. */
  quota?: Quota | undefined;
  cause?: unknown;
}

/** Failed request. `message` is one sentence for the user and contains no secret. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly kind: NetworkErrorKind;
  readonly method: string | undefined;
  readonly status: number | undefined;
  readonly errorId: number | undefined;
  readonly errorName: string | undefined;
  readonly retryAt: number | undefined;
  readonly retryNamed: boolean = false;
  readonly said: string | undefined;
  readonly quota: Quota | undefined;

  constructor(kind: NetworkErrorKind, message: string, { cause, ...facts }: NetworkErrorFacts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    // Another error may be given as the facts; its kind is not taken over.
    Object.assign(this, facts);
    this.kind = kind;
  }
}

/** Creates the error for a repeated request, which was not sent. `until`: when the same request may be sent again. */
export function repeatedError(error: NetworkError, until: number): NetworkError {
  return new NetworkError(error.kind, error.message, { ...error, retryAt: Math.max(until, error.retryAt ?? 0) });
}

export const cancelled = (method: string): NetworkError =>
  new NetworkError('cancelled', 'The request was called off.', { method });
