/**
 * Parses an address that a browser may be sent to: one of the web without a user name or password, which would be sent
 * to its host and hide whose page it is. Returns undefined for any other.
 */
export function webAddress(text: string | undefined, base?: string): URL | undefined {
  const url = text === undefined ? null : URL.parse(text, base);
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined;
}

/** Whether a browser may be sent to an address. */
export const isWebAddress = (text: string | undefined): text is string => webAddress(text) !== undefined;
