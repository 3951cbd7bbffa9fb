/**
 * Parses an address that a browser may open: HTTP or HTTPS, without a user name or password, which would be sent to the
 * host and disguise it. Returns undefined for any other.
 */
export function webAddress(text: string | undefined, base?: string): URL | undefined {
  const url = text === undefined ? null : URL.parse(text, base);
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined;
}

/** Whether a browser may open an address. */
export const isWebAddress = (text: string | undefined): text is string => webAddress(text) !== undefined;
