import { z } from 'zod';
import type { NetworkErrorKind } from '../errors.ts';
import { displayableText } from './rows.ts';
import { isRefusedByProtection, senderOf, MIN_PAGE_WAIT_SECONDS } from './foreign-page.ts';
import { parseJson } from './body.ts';
import type { RawResponse } from './send.ts';

/** Error of an answer, before it becomes a `NetworkError`. */
export interface Fault {
  kind: NetworkErrorKind;
  /** One or two sentences for the user, without secrets. */
  message: string;
  errorId?: number;
  errorName?: string;
  /** The network's own message, fit to be shown. */
  said?: string;
  /** Seconds that the network asked to wait, if it did. */
  waitSeconds?: number;
}

export type Verdict =
  | { items: unknown[]; hasMore: boolean; facts: ResponseFacts }
  | { fault: Fault; facts: ResponseFacts };

export interface RequestContext {
  /** Key and token as sent; they are removed from every message. */
  secrets: readonly string[];
  tokenSent: boolean;
  /** Whether an answer without a body means success, as it may for requests that change state. */
  mayBeEmpty?: boolean;
}

/** Wait from which a throttle means "no more today" rather than "slower": bans for bursts last minutes. */
const QUOTA_WAIT_SECONDS = 3600;

/** Schema of an answer with items. An odd side field must not invalidate the whole answer. */
const Items = z.object({ items: z.array(z.unknown()), has_more: z.boolean().catch(false) });
const NumericId = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .optional()
  .catch(undefined);
/** Message; a longer text is ignored. */
const Words = z.string().max(10_000).optional().catch(undefined);
const ErrorBody = z.object({ error_id: NumericId, error_name: Words, error_message: Words });

/**
 * Classifies an answer. Never throws, whatever its content.
 * The specification lets the HTTP status equal `error_id` (docs/api.md, "Errors"); the public service answers 400 with
 * the true id in the body (https://api.stackexchange.com/docs/error-handling). The body takes precedence, so both are
 * handled alike.
 */
export function classify(answer: RawResponse, asked: RequestContext): Verdict {
  const body = parseJson(answer.text);
  const facts = factsOf(answer, body);
  const isEmpty = answer.text.trim() === '';
  if (isEmpty && asked.mayBeEmpty && answer.status >= 200 && answer.status < 300)
    return { items: [], hasMore: false, facts };
  if (isObject(body)) {
    const error = ErrorBody.parse(body);
    const told =
      error.error_id !== undefined ||
      error.error_name !== undefined ||
      (answer.status >= 400 && error.error_message !== undefined);
    if (told) return { fault: explainedFault(answer, error, facts, asked), facts };
    if (answer.status >= 200 && answer.status < 300) {
      const { data } = Items.safeParse(body);
      if (data) return { items: data.items, hasMore: data.has_more, facts };
      return {
        fault: {
          kind: 'bad-answer',
          message: 'The answer has no list of items: is this the address of a question-and-answer API?',
        },
        facts,
      };
    }
  }
  // The sender of a page knows no quota, and perhaps not the time.
  if (isForeign(answer, body, facts)) return { fault: pageFault(answer, facts), facts: {} };
  return { fault: unexplainedFault(answer, body, facts), facts };
}

/** Pattern of the start of a truncated wrapper or error object; other texts may start with a brace, too. */
const BROKEN_OFF = /^\s*\{\s*(?:"|$)/;

/**
 * Whether an answer without an error object does not come from the API (docs/api.md, "Protection pages"). An empty
 * answer may be the network's, but says nothing of the token: only an error object of the API does.
 */
function isForeign(answer: RawResponse, body: unknown, facts: ResponseFacts): boolean {
  const { status, text } = answer;
  if (isRefusedByProtection(answer.headers) || status === 401 || status === 402) return true;
  if (text.trim() === '') return false;
  if (body === undefined) return !BROKEN_OFF.test(text);
  const tellsLimits = facts.quota !== undefined || facts.backoffSeconds !== undefined;
  return (status === 403 || status === 429) && !tellsLimits;
}

interface ErrorObject {
  error_id?: number | undefined;
  error_name?: string | undefined;
  error_message?: string | undefined;
}

/** Returns the fault for an answer with an error object. */
function explainedFault(answer: RawResponse, error: ErrorObject, facts: ResponseFacts, asked: RequestContext): Fault {
  const id = error.error_id ?? answer.status;
  const name = (error.error_name ?? '').trim().toLowerCase();
  const said = error.error_message ?? '';
  const wait = waitSecondsOf(answer, said, facts);
  const shown = displayableText(said, asked.secrets);
  const words = shown === '' ? '' : ` The network says: "${shown}"`;
  const fault = (kind: NetworkErrorKind, sentence: string): Fault => ({
    kind,
    message: sentence + words,
    errorId: id,
    ...(shown !== '' && { said: shown }),
    ...(error.error_name !== undefined && { errorName: displayableText(error.error_name, asked.secrets, 60) }),
    ...(wait !== undefined && { waitSeconds: wait }),
  });
  switch (isKeyAlone(asked, id, name) ? 'key' : meaningOf(id, name, said)) {
    case 'throttled':
      return isQuotaExhausted(facts, wait)
        ? fault('quota-exhausted', "The day's requests are used up.")
        : fault('throttled', 'The network asks for fewer requests.');
    case 'token':
      return fault(
        'token-rejected',
        asked.tokenSent ? 'The network no longer accepts the sign-in: sign in again.' : 'This needs a sign-in.',
      );
    case 'scope':
      return fault(
        'scope-missing',
        'The sign-in does not include a permission that this needs: sign in again and allow it.',
      );
    case 'key':
      return fault(
        'bad-key',
        'The network does not accept the API key: check it, and that it belongs to the client id.',
      );
    case 'no-method':
      return fault('not-found', 'The network does not know this request: check the address of its API.');
    case 'server':
      return fault('server-fault', 'The network has a fault of its own.');
    case 'parameters':
      return fault('bad-request', 'The network refused the request.');
  }
}

/**
 * Whether the error concerns a key without a token: an unknown key may be taken for an unknown token, as both are sent
 * in the same header.
 */
const isKeyAlone = ({ tokenSent, secrets }: RequestContext, id: number, name: string): boolean =>
  !tokenSent && secrets.length > 0 && (name === '' ? id === 402 : name === 'invalid_access_token');

type Meaning = 'throttled' | 'token' | 'scope' | 'key' | 'no-method' | 'server' | 'parameters';

const THROTTLING_WORDS = /too many requests|throttl|violation of backoff|more requests available/i;
const PERMISSION_WORDS =
  /scope|permission|access[ _]denied|not (?:allowed|authori[sz]ed|permitted)|read_inbox|write_access|private_info/i;

const MEANING_BY_NAME: Record<string, Meaning> = {
  throttle_violation: 'throttled',
  temporarily_unavailable: 'throttled',
  access_token_required: 'token',
  invalid_access_token: 'token',
  access_token_compromised: 'token',
  key_required: 'key',
  no_method: 'no-method',
  internal_error: 'server',
  write_failed: 'parameters',
  duplicate_request: 'parameters',
};

/** Meanings of error ids, where certain (docs/api.md, "Errors"). */
const MEANING_BY_ID: Record<number, Meaning> = {
  401: 'token',
  402: 'token',
  404: 'no-method',
  405: 'key',
  406: 'token',
  429: 'throttled',
  503: 'throttled',
};

/** Returns the meaning of an error: by its name, then its id; by the message only if both are inconclusive. */
function meaningOf(id: number, name: string, said: string): Meaning {
  if (name === 'bad_parameter') return parameterMeaning(said);
  // Paging too deep is called access_denied on the public service; no sign-in helps against it.
  if (name === 'access_denied') return /\bpage\b/i.test(said) ? 'parameters' : 'scope';
  const byName = Object.hasOwn(MEANING_BY_NAME, name) ? MEANING_BY_NAME[name] : undefined;
  if (byName) return byName;
  if (name === '' && THROTTLING_WORDS.test(said)) return 'throttled';
  if (id === 400) return parameterMeaning(said);
  if (id === 403) return PERMISSION_WORDS.test(said) ? 'scope' : 'throttled';
  const byId = MEANING_BY_ID[id];
  if (byId) return byId;
  if (id === 502) return name === '' ? 'throttled' : 'server';
  return id >= 500 ? 'server' : 'parameters';
}

function parameterMeaning(said: string): Meaning {
  // A site's name is repeated in its own message and may well contain "key".
  if (/^no site found/i.test(said)) return 'parameters';
  return /(?:^|[^a-z])key(?:[^a-z]|$)/i.test(said) ? 'key' : 'parameters';
}

/**
 * Message for a 404 without an error object. Only the API itself proves that an operation is missing, as that is stored
 * for long (docs/api.md, "Errors"): a gateway answers every request like this while the API is down.
 */
const NO_SUCH_API = 'There is no such API at this address (HTTP 404).';

/**
 * Returns the fault for an answer that is not from the API: one of a protection or gateway in front of the network, or
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
  const fault = (kind: NetworkErrorKind, message: string): Fault => ({
    kind,
    message,
    ...(waitSeconds !== undefined && { waitSeconds }),
  });
  switch (sender) {
    case 'protection':
      return fault('blocked-by-protection', `The site's protection blocks Askbell's requests (HTTP ${status}).`);
    case 'portal':
      return fault('captive-portal', `A log-in page of this Wi-Fi or company network answered (HTTP ${status}).`);
    case 'unknown':
      break;
  }
  if (status === 407) return fault('bad-answer', 'A proxy wants a password first (HTTP 407).');
  if (status >= 500) return fault('server-fault', `The network has a fault of its own (HTTP ${status}).`);
  if (looksLikePage(answer))
    return fault(
      'bad-answer',
      'Got a web page instead of an API answer: is the address right, or does a login page or proxy stand in between?',
    );
  if (status === 404) return fault('bad-answer', NO_SUCH_API);
  if (status === 401 || status === 402)
    return fault('bad-answer', `Something before the network wants a sign-in of its own (HTTP ${status}).`);
  return fault('bad-answer', 'Got something other than an API answer: is the address right?');
}

/** Returns the fault for an answer without an error object, by its status. */
function unexplainedFault(answer: RawResponse, body: unknown, facts: ResponseFacts): Fault {
  const { status } = answer;
  const wait = waitSecondsOf(answer, '', facts);
  const waiting = wait === undefined ? {} : { waitSeconds: wait };
  if (answer.leadsTo !== undefined || status === 511) {
    // Only its headers identify the sender.
    return senderOf(answer) === 'unknown'
      ? { kind: 'bad-answer', message: `The address leads elsewhere (HTTP ${status}): is it right?` }
      : pageFault(answer, facts);
  }
  if (status === 429 || status === 403) {
    return isQuotaExhausted(facts, wait)
      ? { kind: 'quota-exhausted', message: "The day's requests are used up.", ...waiting }
      : { kind: 'throttled', message: `The network asks for fewer requests (HTTP ${status}).`, ...waiting };
  }
  if (status === 407) return { kind: 'bad-answer', message: 'A proxy wants a password first (HTTP 407).' };
  if (status >= 500)
    return { kind: 'server-fault', message: `The network has a fault of its own (HTTP ${status}).`, ...waiting };
  if (status === 404) return { kind: 'bad-answer', message: NO_SUCH_API };
  if (status < 200 || status >= 300)
    return { kind: 'bad-answer', message: `Got an answer that this API does not give (HTTP ${status}).` };
  if (answer.text.trim() === '') return { kind: 'bad-answer', message: 'The answer was empty.' };
  if (body === undefined) return { kind: 'bad-answer', message: 'The answer broke off or arrived damaged.' };
  return { kind: 'bad-answer', message: 'Got something other than an API answer: is the address right?' };
}

function isQuotaExhausted(facts: ResponseFacts, wait: number | undefined): boolean {
  return (facts.quota?.remaining ?? 1) <= 0 || (wait ?? 0) >= QUOTA_WAIT_SECONDS;
}

function looksLikePage(answer: RawResponse): boolean {
  return (
    /\bhtml\b/i.test(answer.headers.get('content-type') ?? '') ||
    /^\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(answer.text)
  );
}

/** Facts of any answer, successful or not, besides its items. */
export interface ResponseFacts {
  quota?: { max: number; remaining: number };
  /** Seconds during which this method must not be requested again. */
  backoffSeconds?: number;
  /** Server time in ms since the epoch. */
  networkTime?: number;
}

/** Maximum plausible wait named by the network: longer bans have not been seen (docs/api.md, "Bans"). */
export const MAX_WAIT_SECONDS = 86_400;
/** Wait used instead of an implausible one (docs/api.md, "Implausible limits"). */
const IMPLAUSIBLE_WAIT_SECONDS = 3600;

const plausibleWait = (seconds: number): number => (seconds > MAX_WAIT_SECONDS ? IMPLAUSIBLE_WAIT_SECONDS : seconds);

const SideFields = z.object({
  quota_max: z.number().optional().catch(undefined),
  quota_remaining: z.number().optional().catch(undefined),
  backoff: z.coerce.number().positive().optional().catch(undefined),
});

/** Reads the facts of an answer besides its items; each invalid field is ignored by itself. */
export function factsOf(answer: RawResponse, body: unknown): ResponseFacts {
  const told = isObject(body) ? SideFields.parse(body) : undefined;
  const max = told?.quota_max ?? wholeNumber(answer.headers.get('x-ratelimit-max'));
  // "Current" is the remaining quota, not the used one (docs/api.md, "Versions").
  const remaining = told?.quota_remaining ?? wholeNumber(answer.headers.get('x-ratelimit-current'));
  const networkTime = timeOf(answer.headers.get('date'));
  const quota = plausibleQuota(max, remaining);
  return {
    ...(quota && { quota }),
    ...(told?.backoff !== undefined && { backoffSeconds: plausibleWait(told.backoff) }),
    ...(networkTime !== undefined && { networkTime }),
  };
}

/**
 * Returns a plausible quota, or undefined. The public service lets `remaining` fall below 0 (docs/api.md, "Bans"), but
 * it cannot exceed the maximum.
 */
function plausibleQuota(max: number | undefined, remaining: number | undefined): ResponseFacts['quota'] {
  if (max === undefined || remaining === undefined) return undefined;
  const isMeant = Number.isSafeInteger(max) && Number.isSafeInteger(remaining) && max > 0 && remaining <= max;
  return isMeant ? { max, remaining: Math.max(remaining, -max) } : undefined;
}

/**
 * Earliest and latest plausible server time: no network of this kind is older, and no date of its API is later
 * (docs/api.md, "Dates").
 */
const EARLIEST_TIME_MS = Date.UTC(2008, 0);
const LATEST_TIME_MS = Date.UTC(9999, 11, 31);

/** Parses a `Date` header; returns undefined for an invalid or implausible time. */
function timeOf(header: string | null): number | undefined {
  const time = Date.parse(header ?? '');
  return time >= EARLIEST_TIME_MS && time <= LATEST_TIME_MS ? time : undefined;
}

/**
 * Returns the longest wait in seconds in the message, the Retry-After header (seconds or a date) or `backoff`. A wait
 * in the message is a ban, and counts up to a day; a longer number elsewhere is an error.
 */
export function waitSecondsOf(answer: RawResponse, said: string, facts: ResponseFacts): number | undefined {
  const waits: number[] = [];
  const inWords = /available in (\d{1,300}) second/i.exec(said)?.[1];
  if (inWords !== undefined) waits.push(Math.min(Number(inWords), MAX_WAIT_SECONDS));
  const header = answer.headers.get('retry-after')?.trim();
  if (header && /^\d{1,300}$/.test(header)) waits.push(plausibleWait(Number(header)));
  else if (header && facts.networkTime !== undefined)
    waits.push(plausibleWait((Date.parse(header) - facts.networkTime) / 1000));
  if (facts.backoffSeconds !== undefined) waits.push(facts.backoffSeconds);
  const longest = Math.max(0, ...waits.filter(Number.isFinite));
  return longest > 0 ? longest : undefined;
}

function wholeNumber(header: string | null): number | undefined {
  return header !== null && /^\s*-?\d{1,15}\s*$/.test(header) ? Number(header) : undefined;
}

/** Whether a JSON value is an object and not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
