import type { RawResponse } from './raw-response.ts';

/**
 * Who sent what is no answer of the API (docs/api.md, "Protection pages"). `protection`: what stands before the network
 * and takes this machine for a robot. `portal`: the log-in page of the Wi-Fi or company network that it is in.
 * `unknown`: perhaps a web server at a wrong address.
 */
export type PageSender = 'protection' | 'portal' | 'unknown';

/** How long to wait after such a page: it comes again for whoever asks soon, and each try may lengthen a ban. */
export const MIN_PAGE_WAIT_SECONDS = 300;

/** Headers that only a refusal of a protection has. */
const REFUSAL_HEADERS = ['cf-mitigated', 'x-amzn-waf-action', 'x-sucuri-block', 'x-datadome'];
/** Who answers in the place of many networks; they pass on the pages of those as well. */
const PROTECTION_SERVERS = /cloudflare|akamai|sucuri|ddos-guard|imperva|incapsula|datadome/i;
/** What their pages say; a client that asks for JSON may get it as plain text. */
const PROTECTION_WORDS =
  /error(?: code)?:? ?10\d\d\b|attention required|just a moment|challenge-platform|cf-chl|captcha|unusual traffic/i;
/** A log-in page for programs, by the Wi-Fi Alliance's "Best Current Practices for WISP Roaming". */
const PORTAL_WORDS = /<WISPAccessGatewayParam\b/;
const REFUSALS: readonly number[] = [400, 401, 402, 403, 405, 406, 409, 410, 418, 421, 429, 451, 503];
/** Statuses of a refusal that no web server gives to somebody with a wrong address. */
const CERTAIN_REFUSALS: readonly number[] = [403, 429];
/** "Network Authentication Required" (RFC 6585). */
const PORTAL_STATUS = 511;

/** Whether headers tell that a protection refused, whatever else came. */
export const isRefusedByProtection = (headers: RawResponse['headers']): boolean =>
  REFUSAL_HEADERS.some((name) => headers.get(name) !== null);

/** A page says in its first characters whose it is; the patterns take long to search more. */
const SEARCHED_CHARACTERS = 50_000;

/** Tells who sent an answer that is not the API's, by its status, its headers, where it leads, and what it says. */
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

/** Where a page sends a browser by itself. */
const refreshOf = (text: string): string | undefined =>
  /<meta[^>]{1,200}http-equiv=["']?refresh["']?[^>]{1,200}url=["']?(https?:[^"'>\s]{1,500})/i.exec(text)?.[1] ??
  /location(?:\.href)?\s{0,5}=\s{0,5}["'](https?:[^"']{1,500})/i.exec(text)?.[1];

/** Whether an address, absolute or not, is on another host than the API's. */
function isElsewhere(goesTo: string, address: string): boolean {
  const host = URL.parse(goesTo, address)?.hostname;
  return host !== undefined && host !== URL.parse(address)?.hostname;
}
