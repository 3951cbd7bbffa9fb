import { z } from 'zod';
import type { NetworkErrorKind } from '../errors.ts';
import { parseJson } from './body.ts';
import { displayableText, factsOf, isObject, waitSecondsOf, type Fault, type ResponseFacts } from './facts.ts';
import { isForeign, NO_API, NO_SUCH_API, pageFault, PROXY, senderOf, serverFaultText } from './foreign-page.ts';
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
