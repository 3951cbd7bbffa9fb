import type { NetworkErrorKind } from '../errors.ts';
import { waitSecondsOf, type Fault, type ResponseFacts } from './facts.ts';
import type { RawResponse } from './send.ts';

/**
 * Sender of an answer that is not from the API (docs/api.md, "Protection pages"). `protection`: a protection in front
 * of the network that takes this machine for a robot. `portal`: the log-in page of this machine's Wi-Fi or company
 * network. `unknown`: perhaps a web server at a wrong address.
 */
export type PageSender = 'protection' | 'portal' | 'unknown';

/** Minimum wait after such a page: it is repeated to clients that retry soon, and each try may prolong a ban. */
const MIN_PAGE_WAIT_SECONDS = 300;

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
const isRefusedByProtection = (headers: RawResponse['headers']): boolean =>
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

/** Pattern of the start of a truncated wrapper or error object; other texts may start with a brace, too. */
const BROKEN_OFF = /^\s*\{\s*(?:"|$)/;

/**
 * Whether a response without an error object does not come from the API (docs/api.md, "Protection pages"). An empty
 * one may be the network's, but says nothing of the token: only an error object of the API does.
 */
export function isForeign({ status, headers, text }: RawResponse, body: unknown, facts: ResponseFacts): boolean {
  if (isRefusedByProtection(headers) || status === 401 || status === 402) return true;
  if (text.trim() === '') return false;
  if (body === undefined) return !BROKEN_OFF.test(text);
  const tellsLimits = facts.quota !== undefined || facts.backoffSeconds !== undefined;
  return (status === 403 || status === 429) && !tellsLimits;
}

/**
 * Message for a 404 without an error object. Only the API itself proves that an operation is missing, as that is stored
 * for long (docs/api.md, "Errors"): a gateway answers every request like this while the API is down.
 */
export const NO_SUCH_API = 'There is no such API at this address (HTTP 404).';
export const NO_API = 'Got something other than an API answer: is the address right?';
export const PROXY = 'A proxy wants a password first (HTTP 407).';
export const serverFaultText = (status: number): string => `The network has a fault of its own (HTTP ${status}).`;

/**
 * Returns the fault for a response that is not from the API: one of a protection or gateway in front of the network, or
 * in its place.
 */
export function pageFault(answer: RawResponse, facts: ResponseFacts): Fault {
  const { status } = answer;
  const sender = senderOf(answer);
  const named = waitSecondsOf(answer, '', facts);
  // Neither is a ban of the client: a portal answers for itself, and a gateway's page means an outage or nothing at
  // all.
  const mayBeBlock = sender === 'protection' || (sender === 'unknown' && status >= 300 && status < 500);
  const waitSeconds = mayBeBlock ? Math.max(named ?? 0, MIN_PAGE_WAIT_SECONDS) : named;
  const [kind, message] = explainPage(sender, answer);
  return { kind, message, waitSeconds };
}

function explainPage(sender: PageSender, answer: RawResponse): [NetworkErrorKind, string] {
  const { status } = answer;
  if (sender === 'protection')
    return ['blocked-by-protection', `The site's protection blocks Askbell's requests (HTTP ${status}).`];
  if (sender === 'portal')
    return ['captive-portal', `A log-in page of this Wi-Fi or company network answered (HTTP ${status}).`];
  if (status >= 500) return ['server-fault', serverFaultText(status)];
  if (status === 407) return ['bad-answer', PROXY];
  if (looksLikePage(answer))
    return [
      'bad-answer',
      'Got a web page instead of an API answer: is the address right, or does a login page or proxy stand in between?',
    ];
  if (status === 404) return ['bad-answer', NO_SUCH_API];
  if (status === 401 || status === 402)
    return ['bad-answer', `Something before the network wants a sign-in of its own (HTTP ${status}).`];
  return ['bad-answer', NO_API];
}

function looksLikePage({ headers, text }: RawResponse): boolean {
  return (
    /\bhtml\b/i.test(headers.get('content-type') ?? '') || /^\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(text)
  );
}
