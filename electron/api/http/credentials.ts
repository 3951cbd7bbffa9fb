import type { NetworkError, CredentialPlace, Credentials } from '../network.ts';
import type { ApiRequest, Sent } from './request.ts';

type PersonalOrNot = Pick<ApiRequest<unknown>, 'method' | 'isWrite'>;

const PERSONAL_ROUTES = [
  /^\/(?:me|inbox|notifications)(?:\/|$)/,
  /\/(?:inbox|notifications|achievements)(?:\/|$)/,
  /\/reputation-history\/full$/,
];

/** Whether the network answers a request only with a token, so that items prove that it has read the token. */
export function needsToken({ method, isWrite }: PersonalOrNot): boolean {
  return isWrite || PERSONAL_ROUTES.some((route) => route.test(method));
}

/**
 * Whether an answer shows that the network has read the credentials: it returned personal data, or refused the token
 * itself or its scope. A quota shows nothing: each network sets its anonymous quota.
 */
export function showsCallerSeen({ outcome }: Sent, request: PersonalOrNot, caller: Credentials): boolean {
  if (caller.accessToken === undefined) return false;
  if ('received' in outcome) return needsToken(request);
  const { error } = outcome;
  if (error.kind === 'scope-missing') return needsToken(request);
  return error.kind === 'token-rejected' && (isError(error, 402) || isError(error, 406));
}

/** Daily quota of anonymous requests, unless the network states another (docs/api.md, "Quota"). */
const STRANGERS_QUOTA = 300;

/**
 * Whether the second try probably succeeded, although the answer does not prove that the network has read the
 * credentials: its quota is larger than the anonymous one. This is not stored as found.
 */
export const isLikelyCallers = ({ outcome, toldQuota }: Sent): boolean =>
  'received' in outcome && (toldQuota?.max ?? 0) > STRANGERS_QUOTA;

const NAMES = {
  401: 'access_token_required',
  402: 'invalid_access_token',
  405: 'key_required',
  406: 'access_token_compromised',
} as const;

/** Whether an error has an id; its name, if present, is more reliable than the number (docs/api.md, "Errors"). */
function isError({ errorId, errorName }: Pick<NetworkError, 'errorId' | 'errorName'>, id: keyof typeof NAMES): boolean {
  return errorName === undefined ? errorId === id : errorName.toLowerCase() === NAMES[id];
}

/** Words in a refusal that concern the header; `QUERY_WORDS`: that concern the query. */
const HEADER_WORDS = /\b(?:authori[sz]ation|bearer|headers?)\b/i;
const QUERY_WORDS = /\b(?:access_tokens?|keys?|quer(?:y|ies))\b/i;
const SCOPE_WORDS = /scope|read_inbox|write_access|private_info/i;

/**
 * Whether a refusal may mean that the network looked elsewhere for the credentials (docs/api.md, "Credentials"). The
 * header was not read if a personal route requires a token although one was sent (401), if the key is missing beside
 * the token (405), or if the refusal mentions the header. Only an error object of the API counts. A refusal of the
 * query counts if the header could help; no text or number of that refusal has been published.
 */
export function isNotUnderstood(place: CredentialPlace, error: NetworkError, caller: Credentials): boolean {
  const { kind, said = '' } = error;
  const wasSent = caller.accessToken !== undefined || caller.key !== undefined;
  if (!wasSent || !['token-rejected', 'bad-key', 'bad-request', 'scope-missing'].includes(kind)) return false;
  return HEADER_WORDS.test(said) || (place === 'header' ? wentUnread(error, caller) : mayBeForItsPlace(error));
}

/**
 * Whether the second refusal adds nothing to the first. If the query is refused for anything but its place, it was
 * read.
 */
export function saysNoMore(place: CredentialPlace, error: NetworkError, caller: Credentials): boolean {
  if (place === 'header') return isNotUnderstood(place, error, caller);
  return HEADER_WORDS.test(error.said ?? '') || wentUnread(error, caller);
}

function wentUnread(error: NetworkError, { accessToken, key }: Credentials): boolean {
  if (accessToken === undefined) return false;
  return isError(error, 401) || (isError(error, 405) && key !== undefined);
}

function mayBeForItsPlace(error: NetworkError): boolean {
  const { kind, said = '' } = error;
  if (kind === 'token-rejected') return !isError(error, 406);
  if (kind === 'scope-missing') return !SCOPE_WORDS.test(said);
  return kind === 'bad-key' || QUERY_WORDS.test(said);
}
