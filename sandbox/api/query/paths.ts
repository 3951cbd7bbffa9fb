import { ApiError, badParameter } from '../errors.ts';
import { htmlSafe } from '../../world/text-of-html.ts';
import type { Statements } from '../../world/database/statements.ts';

/** The versions the specification names. */
export const VERSIONS: readonly string[] = ['1.1', '2.0', '2.1', '2.2', '2.3'];

/**
 * Without a slash at the end, which clients leave that join a path and no identifiers.
 * @param url of the API, with or without its query
 */
export const withoutSlash = (url: string) => url.replace(/^(\/\d+\.\d+\/[^?]+)\/(?=\?|$)/, '$1');

/**
 * @returns the address with doubled slashes in its path as one, as clients that put addresses together may have them
 */
export function withSingleSlashes(url: string): string {
  // Nearly all addresses are whole as they came.
  if (!url.includes('//')) return url;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return path.replace(/\/{2,}/g, '/') + url.slice(path.length);
}

/** The path after the version, as faults and people name it. */
export const afterVersion = (path: string) => path.replace(/^\/\d+\.\d+(?=\/|$)/, '') || '/';

/** Whether an address is under a version. Any other (a browser asking for a picture, say) costs no quota. */
export const isApiUrl = (url: string) => /^\/\d+\.\d+(?:\/|\?|$)/.test(url);

export interface SiteRow {
  id: number;
  api_site_parameter: string;
}

/** Stands in where a route takes no site; no row carries this id. */
export const NO_SITE: SiteRow = { id: 0, api_site_parameter: '' };

/**
 * @param named a site by its API parameter, its domain or its address
 * @throws ApiError 400 when it is missing or unknown
 */
export function findSite(statements: Statements, named: string | undefined): SiteRow {
  if (!named) throw badParameter('site', '`site` is required');
  const domain = named
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
  const site = statements.get(
    `SELECT id, api_site_parameter FROM sites
      WHERE api_site_parameter = :domain OR site_url = 'https://' || :domain OR site_url = 'http://' || :domain
      LIMIT 1`,
    { domain },
  );
  if (!site) throw new ApiError(400, `No site found for name \`${htmlSafe(named.slice(0, 100))}\``);
  return { id: Number(site['id']), api_site_parameter: String(site['api_site_parameter']) };
}

const isVector = (segment: string) => segment.startsWith('{');
/** Longer segments are not looked at; a vector of 100 identifiers is shorter. */
const MAX_VECTOR_CHARACTERS = 4000;

/** Ranks templates: a literal segment comes before a vector, the earlier in the path the more so. */
const rank = (segments: readonly string[]) => segments.map((segment) => (isVector(segment) ? '1' : '0')).join('');

/** Reads a vector's segment. @returns undefined where it is no well-formed one */
function decoded(segment: string): string | undefined {
  if (segment === '' || segment.length > MAX_VECTOR_CHARACTERS) return undefined;
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function vectorsOf(pattern: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  const vectors: Record<string, string> = {};
  for (const [index, segment] of pattern.entries()) {
    const sent = path[index] ?? '';
    if (!isVector(segment)) {
      if (segment !== sent) return undefined;
      continue;
    }
    const value = decoded(sent);
    if (value === undefined) return undefined;
    vectors[segment.slice(1, -1)] = value;
  }
  return vectors;
}

/**
 * Returns a function that finds the operation of a path without its query, with the vectors in it by name; undefined
 * for a path that leads nowhere, or not plainly.
 */
export function createPaths<Operation extends { readonly template: string }>(operations: readonly Operation[]) {
  const plain = new Map(operations.map((target) => [target.template, { target, vectors: {} }]));
  const patterns = operations
    .map((target) => ({ segments: target.template.split('/'), target }))
    .toSorted((one, other) => (rank(one.segments) < rank(other.segments) ? -1 : 1));
  const byLength = Map.groupBy(patterns, ({ segments }) => segments.length);
  return (path: string) => {
    const known = path.includes('{') ? undefined : plain.get(path);
    if (known) return known;
    const segments = path.split('/');
    for (const { segments: pattern, target } of byLength.get(segments.length) ?? []) {
      const vectors = vectorsOf(pattern, segments);
      if (vectors) return { target, vectors };
    }
    return undefined;
  };
}
