import type { z } from 'zod';
import type { Endpoint, ENDPOINTS, PAGING } from './endpoints.ts';
import type { NetworkError, Quota } from './errors.ts';

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
