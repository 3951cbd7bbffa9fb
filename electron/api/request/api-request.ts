import type { z } from 'zod';
import type { Endpoint } from '../endpoints.ts';
import { NetworkError } from '../errors.ts';
import type { Credentials, NetworkAddress } from '../network.ts';

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

/** Returns the URL of a request, with the key and token for its query, or undefined for an unusable base address. */
export function urlOf(
  address: NetworkAddress,
  { path, query, isWrite }: Pick<ApiRequest<unknown>, 'path' | 'query' | 'isWrite'>,
  caller: Credentials,
): URL | undefined {
  const base = URL.parse(address.apiBaseUrl.trim());
  if (!base || !/^https?:$/.test(base.protocol) || base.username !== '' || base.password !== '') return undefined;
  const version = address.version.replace(/^\/+|\/+$/g, '');
  const url = new URL(`${base.origin}${base.pathname.replace(/\/+$/, '')}/${version}${path}`);
  if (isWrite) return url;
  for (const [name, value] of withCredentials(query, caller)) url.searchParams.set(name, value);
  return url;
}

/** Returns the form of a write, with its key and token, or undefined for a read. */
export function formOf(
  { query, isWrite }: Pick<ApiRequest<unknown>, 'query' | 'isWrite'>,
  caller: Credentials,
): URLSearchParams | undefined {
  return isWrite ? withCredentials(query, caller) : undefined;
}

function withCredentials(query: Readonly<Record<string, string>>, caller: Credentials): URLSearchParams {
  const parameters = new URLSearchParams(query);
  if (caller.key !== undefined) parameters.set('key', caller.key);
  if (caller.accessToken !== undefined) parameters.set('access_token', caller.accessToken);
  return parameters;
}
