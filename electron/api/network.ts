import type { z } from 'zod';
import type { Endpoint, ENDPOINTS, PAGING } from './endpoints.ts';

/** Where a network answers and how Askbell names itself there. The key is secret-ish; the client id is not. */
export interface NetworkAddress {
  /** Base address of the API without the version, e.g. `https://api.stackexchange.com`. */
  apiBaseUrl: string;
  /** Address of the authorization dialog's host, e.g. `https://stackoverflow.com`. */
  authUrl: string;
  clientId: string;
  /** API version, the first path segment. */
  version: string;
}

/** What identifies the caller. Where a request carries it: request/credential-place.ts. */
export interface Credentials {
  key?: string;
  accessToken?: string;
}

/** One checked answer of a list route. */
export interface Page<T> {
  items: T[];
  hasMore: boolean;
  /** Items of a shape Askbell cannot read; they were left out. */
  broken: number;
  /** The quota as this answer told it, in the body or in the X-RateLimit headers. */
  quota?: { max: number; remaining: number };
  /** Milliseconds since the epoch until which this method must not be asked again, where the network said so. */
  backoffUntil?: number;
  /**
   * Milliseconds since the epoch by the network's clock (`Date` header): tells a wrong clock on this side. Not when
   * repeated.
   */
  networkTime?: number;
  /** True when the same request was answered less than a minute ago and that answer was given again. */
  repeated: boolean;
}

/** Which page of a list: `page` from 1, `pagesize` 100 at most. */
export type Paging = z.input<z.ZodObject<typeof PAGING>>;

/** How one request is to be sent. */
export interface Sending {
  signal?: AbortSignal;
}

/** What callers pass to an operation. */
type Query<E extends Endpoint> = z.input<E['parameters']>;

/** An operation as a method; where every parameter may be left out, so may all of them. */
type Operation<E extends Endpoint> =
  Partial<Query<E>> extends Query<E>
    ? (query?: Query<E>, sending?: Sending) => Promise<Page<z.output<E['item']>>>
    : (query: Query<E>, sending?: Sending) => Promise<Page<z.output<E['item']>>>;

/** A method for each operation of the table; see `ENDPOINTS` for what each takes and gives. */
export type Operations = { [Name in keyof typeof ENDPOINTS]: Operation<(typeof ENDPOINTS)[Name]> };

/** The part of the network API that Askbell uses. Every call rejects with a `NetworkError` only. */
export interface Network extends Operations {
  /**
   * Ends the token at the network, as on signing out, and forgets the answers of the last minute. Resolves as well when
   * there is no token or the network already refuses it. Where the network lacks the route, the application is taken
   * away from the person's account; where it lacks that too, it rejects with `not-found`.
   */
  invalidate?(sending?: Sending): Promise<void>;
}
