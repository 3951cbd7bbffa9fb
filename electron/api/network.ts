import type { z } from 'zod';
import type { Endpoint, ENDPOINTS, PAGING } from './endpoints.ts';

/** Address of a network, and Askbell's identity there. The client id is not secret. */
export interface NetworkAddress {
  /** Base address of the API without the version, e.g. `https://api.stackexchange.com`. */
  apiBaseUrl: string;
  /** Address of the authorization dialog's host, e.g. `https://stackoverflow.com`. */
  authUrl: string;
  clientId: string;
  /** API version, the first path segment. */
  version: string;
}

/**
 * Place of the credentials in a request (docs/api.md, "Credentials"). `header`: one `Authorization: Bearer`, the token
 * or else the key. `query`: `key` and `access_token` in the query, or in the form of a write.
 */
export type CredentialPlace = 'header' | 'query';

/** Credentials of the caller; http/request.ts puts them into a request. */
export interface Credentials {
  key?: string;
  accessToken?: string;
}

/** Credentials, and what is known of their place. */
export interface PlacedCredentials extends Credentials {
  /** Place set by the person; without it the header first, and the query once the network does not read the header. */
  setIn?: CredentialPlace | undefined;
  /** Place found before, perhaps in an earlier run. */
  foundIn?: CredentialPlace | undefined;
}

/** Validated answer of a list route. */
export interface Page<T> {
  items: T[];
  hasMore: boolean;
  /** Number of items left out because they could not be parsed. */
  broken: number;
  /** Quota stated in this answer, in the body or in the X-RateLimit headers. */
  quota?: Quota;
  /** Time in ms since the epoch until which the network asked not to send this method. */
  backoffUntil?: number;
  /** Server time in ms since the epoch (`Date` header), which reveals a wrong local clock. Absent if repeated. */
  networkTime?: number;
  /** Whether the same request was answered less than a minute ago and that answer was returned again. */
  repeated: boolean;
}

/** Page of a list: `page` from 1, `pagesize` 100 at most. */
export type Paging = z.input<z.ZodObject<typeof PAGING>>;

/** Options of one request. */
export interface Sending {
  signal?: AbortSignal;
}

/** Parameters of an operation. */
type Query<E extends Endpoint> = z.input<E['parameters']>;

/** Operation as a method; the query may be omitted if all its parameters may be. */
type Operation<E extends Endpoint> =
  Partial<Query<E>> extends Query<E>
    ? (query?: Query<E>, sending?: Sending) => Promise<Page<z.output<E['item']>>>
    : (query: Query<E>, sending?: Sending) => Promise<Page<z.output<E['item']>>>;

/** Method for each operation of the table; see `ENDPOINTS` for parameters and results. */
export type Operations = { [Name in keyof typeof ENDPOINTS]: Operation<(typeof ENDPOINTS)[Name]> };

/** Part of the network API that Askbell uses. Every call rejects with a `NetworkError` only. */
export interface Network extends Operations {
  /**
   * Invalidates the token at the network, as on signing out, and forgets the answers of the last minute. Also resolves
   * if there is no token or the network already refuses it. If the network lacks the route, the application is removed
   * from the person's account; if it lacks that too, it rejects with `not-found`.
   */
  invalidate?(sending?: Sending): Promise<void>;
  /** Returns where the network was found to read credentials, unless the person set it or no answer has shown it. */
  credentialPlace?(): CredentialPlace | undefined;
}

/** Facts of a response from the network, not of a repeated one. */
export interface ResponseReport {
  /** Route without parameters. */
  method: string;
  /** Time of the last try, in ms since the epoch, local time. */
  sentAt: number;
  /** Time of the response, in ms since the epoch, local time. */
  at: number;
  /** Duration in ms by the monotonic clock, which may not count sleep. */
  took: number;
  /** Whether it was a successful response of the API. */
  isGood: boolean;
  quota?: Quota | undefined;
  networkTime?: number | undefined;
  /** Time until which the method must not be requested, in ms since the epoch, local time. */
  backoffUntil?: number | undefined;
  /** Error of the response; the same object that the caller gets. */
  fault?: NetworkError | undefined;
}

/** Counts the requests of a client, learns from their responses, and holds requests back. */
export interface RequestObserver {
  /** Called just before a request is sent; once, even if several tries are needed to reach the network. */
  sent(method: string): void;
  /** Called for every response from the network, successful or not; never for a repeated one. */
  answered(report: ResponseReport): void;
  /**
   * Returns the end of a method's backoff known to the observer, for example from an earlier run; in ms since the
   * epoch, local time.
   */
  blockedUntil(method: string): number | undefined;
}

/** Options of a request, a subset of the platform's `fetch`. */
export interface FetchInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
  redirect?: 'manual';
  signal?: AbortSignal;
  cache?: 'no-store';
  credentials?: 'omit';
  referrerPolicy?: 'no-referrer';
}

/** Part of a response that is read. */
export type FetchAnswer = Pick<Response, 'status' | 'ok' | 'body' | 'text' | 'json'> & {
  headers: Pick<Headers, 'get' | 'getSetCookie'>;
};

/** Part of the platform's `fetch` that is used: Electron's, Node's and `nodeFetch` have it. */
export interface Fetch<Answer = FetchAnswer> {
  (address: string | URL, init?: FetchInit): Promise<Answer>;
  /** Closes idle connections: no request follows for a while, and each connection would wake the machine to end. */
  rest?: () => void;
}

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
