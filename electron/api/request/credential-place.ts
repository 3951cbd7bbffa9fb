import type { NetworkError } from '../errors.ts';
import type { Credentials } from '../network.ts';
import type { ApiRequest } from './api-request.ts';
import type { Sent } from './outcome.ts';
import { isOnThisMachine } from './this-machine.ts';

/**
 * Where a request says who asks (docs/api.md, "Credentials"). `header`: one `Authorization: Bearer`, the token or else
 * the key. `query`: `key` and `access_token` in the query, or in the form of a write.
 */
export type CredentialPlace = 'header' | 'query';

/** `find-out`: the header first, and the query where the network shows that it does not read the header. */
export type CredentialsIn = CredentialPlace | 'find-out';

export interface CredentialPlaceParts {
  /** Default `find-out`. */
  credentialsIn?: CredentialsIn | undefined;
  /** What was found out before, perhaps in an earlier run. */
  foundCredentialsIn?: CredentialPlace | undefined;
  /** Told whenever something else is found out than was known. */
  onCredentialsFound?: ((place: CredentialPlace) => void) | undefined;
}

/** Knows, or finds out, where one network reads who asks. */
export class CredentialPlaces {
  readonly #fixed: CredentialPlace | undefined;
  readonly #onFound: ((place: CredentialPlace) => void) | undefined;
  /** An address on this machine is seen by nobody else, so the query may be tried there at any time. */
  readonly #isOnThisMachine: boolean;
  #found: CredentialPlace | undefined;

  constructor(
    { credentialsIn = 'find-out', foundCredentialsIn, onCredentialsFound }: CredentialPlaceParts,
    apiBaseUrl: string,
  ) {
    this.#fixed = credentialsIn === 'find-out' ? undefined : credentialsIn;
    this.#found = foundCredentialsIn;
    this.#onFound = onCredentialsFound;
    this.#isOnThisMachine = isOnThisMachine(apiBaseUrl);
  }

  /** Where the next request says who asks, at the first try. */
  first(): CredentialPlace {
    return this.#fixed ?? this.#found ?? 'header';
  }

  /**
   * Where to try a refused request once more: only after a refusal that may mean that the network looked elsewhere.
   * Once the header was understood, the query is not tried again: a token should not get into an address for nothing.
   */
  other(place: CredentialPlace, error: NetworkError, caller: Credentials): CredentialPlace | undefined {
    if (this.#fixed !== undefined || !isNotUnderstood(place, error, caller)) return undefined;
    if (place === 'query') return 'header';
    return this.#found === 'header' && !this.#isOnThisMachine ? undefined : 'query';
  }

  /**
   * Whether what an answer tells of the quota is certainly the caller's own. A network that does not read the header
   * takes the caller for a stranger, and tells the quota of the address instead; until it is known to read it, only
   * items of a personal route show that it did.
   */
  tellsOwnQuota(
    place: CredentialPlace,
    request: PersonalOrNot,
    caller: Credentials,
  ): 'always' | 'with-items' | 'never' {
    if (place === this.#fixed || place === this.#found || caller.accessToken === undefined) return 'always';
    return needsToken(request) ? 'with-items' : 'never';
  }

  /** Remembers a place where the network was seen to read who asks. */
  found(place: CredentialPlace): void {
    if (this.#fixed !== undefined || this.#found === place) return;
    this.#found = place;
    this.#onFound?.(place);
  }
}

type PersonalOrNot = Pick<ApiRequest<unknown>, 'method' | 'isWrite'>;

const PERSONAL_ROUTES = [
  /^\/(?:me|inbox|notifications)(?:\/|$)/,
  /\/(?:inbox|notifications|achievements)(?:\/|$)/,
  /\/reputation-history\/full$/,
];

/** Whether the network answers this only to a person, so that items prove that it has seen the token. */
function needsToken({ method, isWrite }: PersonalOrNot): boolean {
  return isWrite || PERSONAL_ROUTES.some((route) => route.test(method));
}

/**
 * Whether an answer shows that the network has seen who asks: it gave what only a person gets, or it refused the token
 * itself or what the token permits. A quota shows nothing: each network sets what it gives strangers.
 */
export function showsCallerSeen({ outcome }: Sent, request: PersonalOrNot, caller: Credentials): boolean {
  if (caller.accessToken === undefined) return false;
  if ('received' in outcome) return needsToken(request);
  const { error } = outcome;
  if (error.kind === 'scope-missing') return needsToken(request);
  return error.kind === 'token-rejected' && (isError(error, 402) || isError(error, 406));
}

/** What a stranger has a day where a network says nothing else (docs/api.md, "Quota"). */
const STRANGERS_QUOTA = 300;

/**
 * Whether a second try is worth giving, although nothing shows for certain that the network has seen who asks. A larger
 * quota than a stranger's makes that likely; what is only likely is not remembered.
 */
export const isLikelyCallers = ({ outcome, toldQuota }: Sent): boolean =>
  'received' in outcome && (toldQuota?.max ?? 0) > STRANGERS_QUOTA;

const NAMES = {
  401: 'access_token_required',
  402: 'invalid_access_token',
  405: 'key_required',
  406: 'access_token_compromised',
} as const;

/** The name says more than the number (docs/api.md, "Errors"). */
function isError({ errorId, errorName }: Pick<NetworkError, 'errorId' | 'errorName'>, id: keyof typeof NAMES): boolean {
  return errorName === undefined ? errorId === id : errorName.toLowerCase() === NAMES[id];
}

/** Words that speak of the header in a refusal, and words that speak of what the query carried. */
const HEADER_WORDS = /\b(?:authori[sz]ation|bearer|headers?)\b/i;
const QUERY_WORDS = /\b(?:access_tokens?|keys?|quer(?:y|ies))\b/i;
const SCOPE_WORDS = /scope|read_inbox|write_access|private_info/i;

/**
 * Whether a refusal may mean that the network looked elsewhere for who asks (docs/api.md, "Credentials"). The header
 * went unread where a personal route asks for a token although one was sent (401), where the key is missed beside the
 * token (405), and where the refusal speaks of the header. Only an error object of the API says any of that. A refusal
 * of the query counts as one for its place whenever the header could mend it; no text or number of that refusal has
 * been published.
 */
export function isNotUnderstood(place: CredentialPlace, error: NetworkError, caller: Credentials): boolean {
  const { kind, said = '' } = error;
  const wasSent = caller.accessToken !== undefined || caller.key !== undefined;
  if (!wasSent || !['token-rejected', 'bad-key', 'bad-request', 'scope-missing'].includes(kind)) return false;
  return HEADER_WORDS.test(said) || (place === 'header' ? wentUnread(error, caller) : mayBeForItsPlace(error));
}

/**
 * Whether the second refusal says no more than the first. If the query is refused for anything but its place, it was
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

/** The header that says who asks: the token of a person, else the application's key; `undefined` for a stranger. */
export function bearerOf({ accessToken, key }: Credentials): string | undefined {
  const credential = accessToken ?? key;
  return credential === undefined ? undefined : `Bearer ${credential}`;
}

/** What the address or form names of a caller. */
export const inQuery = (place: CredentialPlace, caller: Credentials): Credentials => (place === 'query' ? caller : {});
