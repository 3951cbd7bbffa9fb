import { z } from 'zod';
import type { NetworkErrorKind } from '../network.ts';
import { parseJson } from './body.ts';
import { displayableText, factsOf, isObject, waitSecondsOf, type Fault, type ResponseFacts } from './facts.ts';
import type { RawResponse } from './send.ts';

export type Verdict =
  | { items: unknown[]; hasMore: boolean; facts: ResponseFacts }
  | { fault: Fault; facts: ResponseFacts };

export interface RequestContext {
  /** Key and token as sent; they are removed from every message. */
  secrets: readonly string[];
  tokenSent: boolean;
  /** Whether a response without a body means success, as it may for requests that change state. */
  mayBeEmpty?: boolean;
}

/** Wait from which a throttle means "no more today" rather than "slower": bans for bursts last minutes. */
const QUOTA_WAIT_SECONDS = 3600;

/** Schema of a response with items. An odd side field must not invalidate the whole response. */
const Items = z.object({ items: z.array(z.unknown()), has_more: z.boolean().catch(false) });
const NumericId = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .optional()
  .catch(undefined);
/** Message; a longer text is ignored. */
const Words = z.string().max(10_000).optional().catch(undefined);
const ErrorBody = z.object({ error_id: NumericId, error_name: Words, error_message: Words });
type ErrorBody = z.infer<typeof ErrorBody>;

/**
 * Classifies a response. Never throws, whatever its content.
 * The specification lets the HTTP status equal `error_id` (docs/api.md, "Errors"); the public service answers 400 with
 * the true id in the body (https://api.stackexchange.com/docs/error-handling). The body takes precedence, so both are
 * handled alike.
 */
export function classify(answer: RawResponse, asked: RequestContext): Verdict {
  const { status, text } = answer;
  const body = parseJson(text);
  const facts = factsOf(answer, body);
  const isSuccess = status >= 200 && status < 300;
  if (asked.mayBeEmpty && isSuccess && text.trim() === '') return { items: [], hasMore: false, facts };
  if (isObject(body)) {
    const error = ErrorBody.parse(body);
    const hasMessageOnly = status >= 400 && error.error_message !== undefined;
    if (error.error_id !== undefined || error.error_name !== undefined || hasMessageOnly)
      return { fault: explainedFault(answer, error, facts, asked), facts };
    const { data } = Items.safeParse(body);
    if (isSuccess && data) return { items: data.items, hasMore: data.has_more, facts };
    const message = 'The answer has no list of items: is this the address of a question-and-answer API?';
    if (isSuccess) return { fault: { kind: 'bad-answer', message }, facts };
  }
  // The sender of a page knows no quota, and perhaps not the time.
  if (isForeign(answer, body, facts)) return { fault: pageFault(answer, facts), facts: {} };
  return { fault: unexplainedFault(answer, body, facts), facts };
}

/** Sentences of the kinds that an error object can have. */
const SENTENCES: Partial<Record<NetworkErrorKind, string>> = {
  throttled: 'The network asks for fewer requests.',
  'quota-exhausted': "The day's requests are used up.",
  'token-rejected': 'The network no longer accepts the sign-in: sign in again.',
  'scope-missing': 'The sign-in does not include a permission that this needs: sign in again and allow it.',
  'bad-key': 'The network does not accept the API key: check it, and that it belongs to the client id.',
  'not-found': 'The network does not know this request: check the address of its API.',
  'server-fault': 'The network has a fault of its own.',
  'bad-request': 'The network refused the request.',
};

/** Returns the fault for a response with an error object. */
function explainedFault(answer: RawResponse, error: ErrorBody, facts: ResponseFacts, asked: RequestContext): Fault {
  const id = error.error_id ?? answer.status;
  const name = (error.error_name ?? '').trim().toLowerCase();
  const said = error.error_message ?? '';
  const wait = waitSecondsOf(answer, said, facts);
  const shown = displayableText(said, asked.secrets);
  const meant = isKeyAlone(asked, id, name) ? 'bad-key' : kindOf(id, name, said);
  const kind = meant === 'throttled' && isQuotaExhausted(facts, wait) ? 'quota-exhausted' : meant;
  const sentence = kind === 'token-rejected' && !asked.tokenSent ? 'This needs a sign-in.' : SENTENCES[kind];
  return {
    kind,
    message: shown === '' ? `${sentence}` : `${sentence} The network says: "${shown}"`,
    errorId: id,
    ...(shown !== '' && { said: shown }),
    ...(error.error_name !== undefined && { errorName: displayableText(error.error_name, asked.secrets, 60) }),
    waitSeconds: wait,
  };
}

/**
 * Whether the error concerns a key without a token: an unknown key may be taken for an unknown token, as both are sent
 * in the same header.
 */
const isKeyAlone = ({ tokenSent, secrets }: RequestContext, id: number, name: string): boolean =>
  !tokenSent && secrets.length > 0 && (name === '' ? id === 402 : name === 'invalid_access_token');

const THROTTLING_WORDS = /too many requests|throttl|violation of backoff|more requests available/i;
const PERMISSION_WORDS =
  /scope|permission|access[ _]denied|not (?:allowed|authori[sz]ed|permitted)|read_inbox|write_access|private_info/i;

const KIND_BY_NAME: Record<string, NetworkErrorKind> = {
  throttle_violation: 'throttled',
  temporarily_unavailable: 'throttled',
  access_token_required: 'token-rejected',
  invalid_access_token: 'token-rejected',
  access_token_compromised: 'token-rejected',
  key_required: 'bad-key',
  no_method: 'not-found',
  internal_error: 'server-fault',
  write_failed: 'bad-request',
  duplicate_request: 'bad-request',
};

/** Kinds of error ids, where certain (docs/api.md, "Errors"). */
const KIND_BY_ID: Record<number, NetworkErrorKind> = {
  401: 'token-rejected',
  402: 'token-rejected',
  404: 'not-found',
  405: 'bad-key',
  406: 'token-rejected',
  429: 'throttled',
  503: 'throttled',
};

/** Returns the kind of an error: by its name, then its id; by the message only if both are inconclusive. */
function kindOf(id: number, name: string, said: string): NetworkErrorKind {
  if (name === 'bad_parameter') return parameterKind(said);
  // Paging too deep is called access_denied on the public service; no sign-in helps against it.
  if (name === 'access_denied') return /\bpage\b/i.test(said) ? 'bad-request' : 'scope-missing';
  const byName = Object.hasOwn(KIND_BY_NAME, name) ? KIND_BY_NAME[name] : undefined;
  if (byName) return byName;
  if (name === '' && THROTTLING_WORDS.test(said)) return 'throttled';
  if (id === 400) return parameterKind(said);
  if (id === 403) return PERMISSION_WORDS.test(said) ? 'scope-missing' : 'throttled';
  const byId = KIND_BY_ID[id];
  if (byId) return byId;
  if (id === 502) return name === '' ? 'throttled' : 'server-fault';
  return id >= 500 ? 'server-fault' : 'bad-request';
}

function parameterKind(said: string): NetworkErrorKind {
  // A site's name is repeated in its own message and may well contain "key".
  if (/^no site found/i.test(said)) return 'bad-request';
  return /(?:^|[^a-z])key(?:[^a-z]|$)/i.test(said) ? 'bad-key' : 'bad-request';
}

/**
 * Message for a 404 without an error object. Only the API itself proves that an operation is missing, as that is stored
 * for long (docs/api.md, "Errors"): a gateway answers every request like this while the API is down.
 */
const NO_SUCH_API = 'There is no such API at this address (HTTP 404).';
const NO_API = 'Got something other than an API answer: is the address right?';
const PROXY = 'A proxy wants a password first (HTTP 407).';
const serverFaultText = (status: number): string => `The network has a fault of its own (HTTP ${status}).`;

/** Returns the fault for a response without an error object, by its status. */
function unexplainedFault(answer: RawResponse, body: unknown, facts: ResponseFacts): Fault {
  const { status, text, leadsTo } = answer;
  const waitSeconds = waitSecondsOf(answer, '', facts);
  const badAnswer = (message: string): Fault => ({ kind: 'bad-answer', message });
  // Only the headers of a redirect identify its sender.
  if (leadsTo !== undefined || status === 511)
    return senderOf(answer) === 'unknown'
      ? badAnswer(`The address leads elsewhere (HTTP ${status}): is it right?`)
      : pageFault(answer, facts);
  if (status === 429 || status === 403)
    return isQuotaExhausted(facts, waitSeconds)
      ? { kind: 'quota-exhausted', message: "The day's requests are used up.", waitSeconds }
      : { kind: 'throttled', message: `The network asks for fewer requests (HTTP ${status}).`, waitSeconds };
  if (status === 407) return badAnswer(PROXY);
  if (status >= 500) return { kind: 'server-fault', message: serverFaultText(status), waitSeconds };
  if (status === 404) return badAnswer(NO_SUCH_API);
  if (status < 200 || status >= 300) return badAnswer(`Got an answer that this API does not give (HTTP ${status}).`);
  if (text.trim() === '') return badAnswer('The answer was empty.');
  return badAnswer(body === undefined ? 'The answer broke off or arrived damaged.' : NO_API);
}

function isQuotaExhausted(facts: ResponseFacts, wait: number | undefined): boolean {
  return (facts.quota?.remaining ?? 1) <= 0 || (wait ?? 0) >= QUOTA_WAIT_SECONDS;
}

/**
 * Sender of an answer that is not from the API (docs/api.md, "Protection pages"). `protection`: a protection in front
 * of the network that takes this machine for a robot. `portal`: the log-in page of this machine's Wi-Fi or company
 * network. `unknown`: perhaps a web server at a wrong address.
 */
type PageSender = 'protection' | 'portal' | 'unknown';

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
function senderOf({ status, headers, text: whole, leadsTo, address }: RawResponse): PageSender {
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
function isForeign({ status, headers, text }: RawResponse, body: unknown, facts: ResponseFacts): boolean {
  if (isRefusedByProtection(headers) || status === 401 || status === 402) return true;
  if (text.trim() === '') return false;
  if (body === undefined) return !BROKEN_OFF.test(text);
  const tellsLimits = facts.quota !== undefined || facts.backoffSeconds !== undefined;
  return (status === 403 || status === 429) && !tellsLimits;
}

/**
 * Returns the fault for a response that is not from the API: one of a protection or gateway in front of the network, or
 * in its place.
 */
function pageFault(answer: RawResponse, facts: ResponseFacts): Fault {
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
