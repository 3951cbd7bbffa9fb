/**
 * What can go wrong between Askbell and a network, told apart by what somebody has to do about it.
 * - `offline`: the network's address could not be reached at all (no connection, unknown host, refused).
 * - `timeout`: reached, perhaps, but no whole answer in time, or the connection broke half-way.
 * - `throttled`: too many requests for the network's liking; wait until `retryAt`.
 * - `backoff`: held back on this side, because the network asked for a pause of this method until `retryAt`.
 * - `quota-exhausted`: the day's requests are used up.
 * - `token-rejected`: the token is expired, revoked or malformed; sign in again.
 * - `scope-missing`: the token is good but does not carry the permission this request needs.
 * - `bad-key`: the key is not known to the network, or does not belong to the token.
 * - `bad-request`: the network refused the parameters.
 * - `not-found`: there is no such method at this address.
 * - `server-fault`: the network failed (5xx).
 * - `bad-answer`: something answered that is not this API (an HTML page, broken JSON, no wrapper).
 * - `blocked-by-protection`: what stands before the network (Cloudflare and the like) refuses this machine for a while.
 * - `captive-portal`: the log-in page of the Wi-Fi or company network answered in the network's place.
 * - `cancelled`: the caller's AbortSignal called the request off; nobody needs to be told.
 */
export type NetworkErrorKind =
  | 'offline'
  | 'timeout'
  | 'throttled'
  | 'backoff'
  | 'quota-exhausted'
  | 'token-rejected'
  | 'scope-missing'
  | 'bad-key'
  | 'bad-request'
  | 'not-found'
  | 'server-fault'
  | 'bad-answer'
  | 'blocked-by-protection'
  | 'captive-portal'
  | 'cancelled';

export interface NetworkErrorFacts {
  /** The route asked, without parameters: never holds a token or key. */
  method?: string | undefined;
  /** HTTP status, where there was an answer. */
  status?: number | undefined;
  errorId?: number | undefined;
  errorName?: string | undefined;
  /** Milliseconds since the epoch before which asking again is pointless or forbidden. */
  retryAt?: number | undefined;
  /** The network itself named that time. */
  retryNamed?: boolean | undefined;
  /** What the network said, in its own words, fit to be shown. */
  said?: string | undefined;
  /** What the failed answer said of the quota, if it did. */
  quota?: { max: number; remaining: number } | undefined;
  cause?: unknown;
}

/** A failed request. `message` is for people: what happened, in a sentence, with nothing secret in it. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly kind: NetworkErrorKind;
  readonly method: string | undefined;
  readonly status: number | undefined;
  readonly errorId: number | undefined;
  readonly errorName: string | undefined;
  readonly retryAt: number | undefined;
  readonly retryNamed: boolean;
  readonly said: string | undefined;
  readonly quota: { max: number; remaining: number } | undefined;

  constructor(kind: NetworkErrorKind, message: string, facts: NetworkErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = kind;
    this.method = facts.method;
    this.status = facts.status;
    this.errorId = facts.errorId;
    this.errorName = facts.errorName;
    this.retryAt = facts.retryAt;
    this.retryNamed = facts.retryNamed === true;
    this.said = facts.said;
    this.quota = facts.quota;
  }
}
