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
