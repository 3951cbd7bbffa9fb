import type { Fetch } from './network.ts';
import { send } from './http/send.ts';

/** Maximum length of the page that lists the sites. */
const MAX_PAGE_CHARACTERS = 2_000_000;
/** Maximum number of sites, far more than any network has. */
const MAX_SITES = 5000;
const TIMEOUT_MS = 30_000;

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`, 'i').exec(tag)?.[1];

/**
 * Parses the socket's site numbers by host from a piece of HTML, their only source (docs/api.md, "Socket"). Other
 * content is ignored.
 */
export function siteNumbersIn(page: string): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const [tag] of page.slice(0, MAX_PAGE_CHARACTERS).matchAll(/<a\s[^>]*>/gi)) {
    const [href, id] = [attribute(tag, 'href'), attribute(tag, 'data-id')];
    if (href === undefined || id === undefined || !/^\d{1,9}$/.test(id)) continue;
    const url = URL.parse(href, 'https://site.invalid');
    if (url && url.host !== '' && url.hostname !== 'site.invalid') numbers.set(url.host, Number(id));
    if (numbers.size >= MAX_SITES) break;
  }
  return numbers;
}

/**
 * Fetches the page with the site numbers. It is not a request to the API, and costs no quota.
 * @throws Error if the page cannot be fetched or has no numbers
 */
export async function fetchSiteNumbers(
  fetch: Fetch,
  address: string,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const { status, text } = await send(fetch, new URL(address), {
    headers: { accept: '*/*' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: 4 * MAX_PAGE_CHARACTERS,
    signal,
  });
  if (status < 200 || status >= 300) throw new Error(`The list of sites was answered with ${status}.`);
  const numbers = siteNumbersIn(text);
  if (numbers.size === 0) throw new Error('The list of sites has no numbers in it.');
  return numbers;
}
