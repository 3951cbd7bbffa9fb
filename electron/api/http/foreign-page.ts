import type { RawResponse } from './send.ts';

/**
 * Sender of an answer that is not from the API (docs/api.md, "Protection pages"). `protection`: a protection in front
 * of the network that takes this machine for a robot. `portal`: the log-in page of this machine's Wi-Fi or company
 * network. `unknown`: perhaps a web server at a wrong address.
 */
export type PageSender = 'protection' | 'portal' | 'unknown';

/** Minimum wait after such a page: it is repeated to clients that retry soon, and each try may prolong a ban. */
export const MIN_PAGE_WAIT_SECONDS = 300;

/** Headers that only a protection's refusal has. */
const REFUSAL_HEADERS = ['cf-mitigated', 'x-amzn-waf-action', 'x-sucuri-block', 'x-datadome'];
/** Servers in front of many networks; they also pass on the networks' own pages. */
const PROTECTION_SERVERS = /cloudflare|akamai|sucuri|ddos-guard|imperva|incapsula|datadome/i;
/** Text of their pages; a client that requests JSON may get it as plain text. */
const PROTECTION_WORDS =
  /error(?: code)?:? ?10\d\d\b|attention required|just a moment|challenge-platform|cf-chl|captcha|unusual traffic/i;
/** Log-in page for programs, by the Wi-Fi Alliance's "Best Current Practices for WISP Roaming". */
const PORTAL_WORDS = /<WISPAccessGatewayParam\b/;
const REFUSALS: readonly number[] = [400, 401, 402, 403, 405, 406, 409, 410, 418, 421, 429, 451, 503];
/** Statuses of a refusal that no web server returns for a wrong address. */
const CERTAIN_REFUSALS: readonly number[] = [403, 429];
/** "Network Authentication Required" (RFC 6585). */
const PORTAL_STATUS = 511;

/** Whether headers show that a protection refused, whatever the rest of the answer. */
export const isRefusedByProtection = (headers: RawResponse['headers']): boolean =>
  REFUSAL_HEADERS.some((name) => headers.get(name) !== null);

/** Length of text searched, in characters: a page identifies its sender at its start, and the patterns are slow. */
const SEARCHED_CHARACTERS = 50_000;

/** Determines the sender of an answer that is not the API's, by status, headers, redirect and text. */
export function senderOf({ status, headers, text: whole, leadsTo, address }: RawResponse): PageSender {
  const text = whole.slice(0, SEARCHED_CHARACTERS);
  if (isRefusedByProtection(headers)) return 'protection';
  if (status === PORTAL_STATUS || PORTAL_WORDS.test(text)) return 'portal';
  const isBehindProtection = headers.get('cf-ray') !== null || PROTECTION_SERVERS.test(headers.get('server') ?? '');
  const isRefusal = REFUSALS.includes(status);
  if (isRefusal && (isBehindProtection || PROTECTION_WORDS.test(text))) return 'protection';
  const goesTo = leadsTo ?? refreshOf(text);
  if (goesTo !== undefined && address !== undefined && !isBehindProtection && isElsewhere(goesTo, address))
    return 'portal';
  return CERTAIN_REFUSALS.includes(status) ? 'protection' : 'unknown';
}

/** Returns the address to which a page redirects a browser by itself. */
const refreshOf = (text: string): string | undefined =>
  /<meta[^>]{1,200}http-equiv=["']?refresh["']?[^>]{1,200}url=["']?(https?:[^"'>\s]{1,500})/i.exec(text)?.[1] ??
  /location(?:\.href)?\s{0,5}=\s{0,5}["'](https?:[^"']{1,500})/i.exec(text)?.[1];

/** Whether an address, absolute or not, is on another host than the API's. */
function isElsewhere(goesTo: string, address: string): boolean {
  const host = URL.parse(goesTo, address)?.hostname;
  return host !== undefined && host !== URL.parse(address)?.hostname;
}
