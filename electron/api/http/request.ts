import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Endpoint } from '../endpoints.ts';
import {
  NetworkError,
  type CredentialPlace,
  type Credentials,
  type Fetch,
  type NetworkAddress,
  type Quota,
  type Page,
} from '../network.ts';
import type { SendContent } from './send.ts';
import { cutText } from '../../../common/safe-text.ts';

/** Request with the endpoint's parameters filled in. */
export interface ApiRequest<T> {
  /** Route as the network documents it, e.g. `/users/{id}/reputation`; named in backoffs, logs and errors. */
  method: string;
  /** Route with its parameters filled in; it may contain a secret, so it is used only in the address. */
  path: string;
  query: Readonly<Record<string, string>>;
  /**
   * Whether it is a write: sent as a form, as the public service documents writes
   * (https://api.stackexchange.com/docs/write; docs/api.md, "Writing"). Identical writes are all sent.
   */
  isWrite: boolean;
  /** Whether an answer without a body means success. */
  mayBeEmpty: boolean;
  item: z.ZodType<T>;
}

/**
 * Creates the request of an endpoint with its parameters.
 * @throws NetworkError if the parameters are invalid
 */
export function toRequest<Parameters extends z.ZodObject, Item>(
  endpoint: Endpoint<Parameters, Item>,
  parameters: object,
): ApiRequest<Item> {
  const given = endpoint.parameters.safeParse(parameters);
  if (!given.success) {
    throw new NetworkError('bad-request', 'Askbell made a request that this operation does not take.', {
      method: endpoint.path,
      cause: given.error,
    });
  }
  let path = endpoint.path;
  const query: Record<string, string> = {};
  const all: Record<string, unknown> = { ...endpoint.fixed, ...given.data };
  for (const [name, value] of Object.entries(all)) {
    if (value === undefined || value === false) continue;
    const sentName = endpoint.sentAs?.[name] ?? name;
    const placeholder = `{${sentName}}`;
    if (endpoint.path.includes(placeholder)) path = path.replace(placeholder, () => vector(value, inPath));
    else query[sentName] = vector(value, String);
  }
  const isWrite = endpoint.isWrite === true;
  const mayBeEmpty = isWrite || endpoint.changesToken === true;
  return { method: endpoint.path, path, query, isWrite, mayBeEmpty, item: endpoint.item };
}

/**
 * Encodes a value for the path. A cut text may end in half a surrogate pair, which cannot be encoded: the replacement
 * character is used.
 */
const inPath = (value: string): string => encodeURIComponent(value.toWellFormed());

/** Joins several values of one parameter by semicolons; sorted, so that equal requests are identical. */
function vector(value: unknown, encode: (value: string) => string): string {
  const values = Array.isArray(value) ? value.toSorted(ascending) : [value];
  return values.map((each) => encode(String(each))).join(';');
}

function ascending(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

/** Request as HTTP sends it. */
export interface HttpRequest extends SendContent {
  url: URL;
}

/**
 * Returns the HTTP request with the credentials in one place, or undefined for an unusable base address.
 * @throws NetworkError for a credential that a header cannot carry
 */
export function toHttp(
  address: NetworkAddress,
  { method, path, query, isWrite, mayBeEmpty }: ApiRequest<unknown>,
  caller: Credentials,
  place: CredentialPlace,
): HttpRequest | undefined {
  const base = URL.parse(address.apiBaseUrl.trim());
  if (!base || !/^https?:$/.test(base.protocol) || base.username !== '' || base.password !== '') return undefined;
  const version = address.version.replace(/^\/+|\/+$/g, '');
  const url = new URL(`${base.origin}${base.pathname.replace(/\/+$/, '')}/${version}${path}`);
  const parameters = place === 'query' ? withCredentials(query, caller) : new URLSearchParams(query);
  if (!isWrite) for (const [name, value] of parameters) url.searchParams.set(name, value);
  const bearer = place === 'header' ? bearerOf(method, caller) : undefined;
  return {
    url,
    ...(isWrite && { form: parameters }),
    ...(bearer !== undefined && { headers: { authorization: `Bearer ${bearer}` } }),
    // A request whose response may be empty changes state: a write, or the end of a token.
    mayFollow: !mayBeEmpty,
  };
}

/** Pattern of a credential that a header can carry: ASCII without spaces; a typed key may contain any character. */
const SENDABLE = /^[\x21-\x7e]+$/;

/** Returns the credential for the header: the token, else the application's key; undefined for an anonymous request. */
function bearerOf(method: string, { accessToken, key }: Credentials): string | undefined {
  if (accessToken !== undefined && !SENDABLE.test(accessToken))
    throw new NetworkError('token-rejected', 'The sign-in cannot be sent as it is stored: sign in again.', { method });
  if (accessToken === undefined && key !== undefined && !SENDABLE.test(key))
    throw new NetworkError('bad-key', 'The API key has characters that cannot be sent: check it.', { method });
  return accessToken ?? key;
}

function withCredentials(query: Readonly<Record<string, string>>, caller: Credentials): URLSearchParams {
  const parameters = new URLSearchParams(query);
  if (caller.key !== undefined) parameters.set('key', caller.key);
  if (caller.accessToken !== undefined) parameters.set('access_token', caller.accessToken);
  return parameters;
}

/**
 * Returns the same text for semantically identical requests: the order of parameters does not matter, nor the order
 * within a vector (`a;b`), as documented in https://api.stackexchange.com/docs/vectors.
 * The credentials count too, so that an answer for one person is never returned to the next, and a corrected key or a
 * new sign-in is tried at once; the text is a one-way hash, so that no token or key can be read from it.
 */
export function requestIdentity(
  { apiBaseUrl, version }: NetworkAddress,
  { path, query }: ApiRequest<unknown>,
  { key, accessToken }: Credentials,
): string {
  const sorted = Object.entries(query)
    .map(([name, value]) => [name, unordered(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const whole = JSON.stringify([apiBaseUrl, version, path.split('/').map(unordered), sorted, key, accessToken]);
  return createHash('sha256').update(whole).digest('base64url');
}

function unordered(value: string): string {
  return value.split(';').toSorted().join(';');
}

/** Whether an address leads to this machine itself. */
export function isOnThisMachine(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? '';
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Home page of Askbell; also the `homepage` of package.json. */
export const ASKBELL_PAGE = 'https://askbell.github.io/';

/** Returns the User-Agent of all requests: the program, its version and its page. */
export const userAgent = (version: string): string => `Askbell/${version} (+${ASKBELL_PAGE})`;

/**
 * Wraps a fetch so that its requests have Askbell's User-Agent unless they set another. Node would send its own
 * ("node"), and Electron a browser's; both use the given header.
 */
export function namingAskbell<Answer>(fetch: Fetch<Answer>, version: string): Fetch<Answer> {
  const named: Fetch<Answer> = (address, { headers, ...init } = {}) => {
    const isNamed = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'user-agent');
    return fetch(address, { ...init, headers: { ...(!isNamed && { 'user-agent': userAgent(version) }), ...headers } });
  };
  return Object.assign(named, fetch.rest && { rest: fetch.rest });
}

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
