import { createHash, timingSafeEqual } from 'node:crypto';
import type { NetworkAddress } from './network.ts';

/**
 * Sign-in as pure functions: builds the dialog's address and reads the outcome of its redirect. The dialog here is that
 * of the implicit grant; code-grant.ts has that of a code.
 * Sources: docs/api.md, "Authentication"; https://api.stackexchange.com/docs/authentication.
 */

/** Scopes always requested: the inbox, and a token that does not expire. */
export const SCOPES: readonly string[] = ['read_inbox', 'no_expiry'];

/** Scope also requested once the user wants to accept answers in Askbell. */
export const WRITE_SCOPE = 'write_access';

/** Scope also requested once the user has turned achievements on. */
export const PRIVATE_SCOPE = 'private_info';

/**
 * Returns the redirect address of a desktop app's dialog: a page of the network itself, so that no port needs to be
 * registered.
 */
export function redirectUriOf(address: Pick<NetworkAddress, 'authUrl'>): string {
  return `${trimmed(address.authUrl)}/oauth/login_success`;
}

/** Parameters of both kinds of dialog. */
export interface DialogRequest {
  authUrl: string;
  clientId: string;
  redirectUri: string;
  scopes: readonly string[];
  state: string;
}

/**
 * Returns the dialog's address, which contains no secret. It ends in a slash unless the network wants it without
 * (docs/api.md, "Authentication").
 * @throws TypeError if `authUrl` is not an absolute address
 */
export const buildDialogUrl = (request: DialogRequest & { endsInSlash?: boolean }): string =>
  dialogUrl(`/oauth/dialog${request.endsInSlash === false ? '' : '/'}`, request);

/**
 * Returns the address of a dialog at a path, with `besides` as further parameters.
 * @throws TypeError if `authUrl` is not an absolute address
 */
export function dialogUrl(
  path: string,
  { authUrl, clientId, redirectUri, scopes, state }: DialogRequest,
  besides: Record<string, string> = {},
): string {
  const parameters = { client_id: clientId, scope: scopes.join(','), redirect_uri: redirectUri, state, ...besides };
  const url = new URL(`${trimmed(authUrl)}${path}`);
  url.search = new URLSearchParams(parameters).toString();
  return url.href;
}

/**
 * Creates an unguessable value that identifies our own sign-in.
 * @param randomBytes source of random bytes, e.g. node:crypto's `randomBytes`
 */
export function newState(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(24)).toString('base64url');
}

/**
 * Whether an address is the redirect address; parameters, a trailing slash and http for https make no difference. A
 * custom scheme has to be the same.
 */
export function isRedirect(url: string, redirectUri: string): boolean {
  const at = URL.parse(url);
  const expected = URL.parse(redirectUri);
  if (!at || !expected) return false;
  const isWeb = (address: URL) => /^https?:$/.test(address.protocol);
  if (isWeb(expected) ? !isWeb(at) : at.protocol !== expected.protocol) return false;
  return (
    at.hostname === expected.hostname &&
    at.port === expected.port &&
    trimmed(at.pathname) === trimmed(expected.pathname)
  );
}

/** Problem with a redirect, or with the pasted text of one. */
export type RedirectProblem =
  | 'unusableToken'
  | 'notCompleted'
  | 'notExchanged'
  | 'code'
  /** The address is not where the sign-in ends. */
  | 'notTheEnd'
  | 'nothingPasted'
  | 'noCode'
  | 'noToken';

/** The network's name of an error, and its own message. */
interface FromNetwork {
  error?: string;
  said?: string;
}

export type RedirectOutcome =
  /** Signed in. Without `expiresInSeconds` the token lasts until it is revoked. */
  | { kind: 'token'; accessToken: string; expiresInSeconds?: number }
  /** Approved: the code is to be exchanged for a token. */
  | { kind: 'code'; code: string }
  /** The user denied the request. */
  | ({ kind: 'denied' } & FromNetwork)
  /** The sign-in failed. */
  | ({ kind: 'error'; problem: RedirectProblem } & FromNetwork)
  /** The answer belongs to another sign-in, perhaps a forged one: none of it may be used. */
  | { kind: 'wrong-state' }
  /** Not the end of the dialog: continue waiting. */
  | { kind: 'not-yet' };

type Grant = 'implicit' | 'code';

export interface RedirectExpectation {
  /** Redirect address of the dialog. Other addresses are ignored, unless a pasted one has the right state. */
  redirectUri?: string;
  expectedState: string;
  /** Requested grant: a token (`implicit`, the default) or a code. */
  grant?: Grant;
  /**
   * Whether the user copied the text by hand. Then the fragment alone is accepted as well and, if a token was
   * requested, the bare token; the state may be missing (the user carried it over), but not wrong. Text that arrived by
   * itself, in a window, a listener, a deep link or the clipboard, must have the right state.
   */
  pasted: boolean;
}

/** Reads a redirect, or the pasted text of one. Never throws. */
export function readRedirect(text: string, expectation: RedirectExpectation): RedirectOutcome {
  const { pasted, expectedState, redirectUri, grant = 'implicit' } = expectation;
  const given = pasted ? unwrapped(text) : text.trim();
  if (given === '') return pasted ? { kind: 'error', problem: 'nothingPasted' } : { kind: 'not-yet' };

  const { address, parameters } = taken(given);
  const elsewhere = redirectUri !== undefined && address !== undefined && !isRedirect(address, redirectUri);
  if (!pasted && (address === undefined || elsewhere)) return { kind: 'not-yet' };

  const tells = ['error', 'access_token', ...(grant === 'code' ? ['code'] : [])];
  if (!tells.some((name) => parameters.has(name))) {
    const isBare = pasted && address === undefined && parameters.size === 0;
    // A bare code is useless without its state, and must not be taken for a token.
    if (isBare && grant === 'implicit') return bareToken(given);
    const isOurs = sameText(parameters.get('state') ?? '', expectedState);
    return withoutGrant(parameters, { pasted, elsewhere, grant, isOurs });
  }
  return outcomeOf(parameters, { pasted, expectedState, elsewhere });
}

/** Returns the outcome of a redirect with a token, a code or a refusal; only one with the right state is trusted. */
function outcomeOf(
  parameters: ReadonlyMap<string, string>,
  { pasted, expectedState, elsewhere }: { pasted: boolean; expectedState: string; elsewhere: boolean },
): RedirectOutcome {
  const refusal = parameters.get('error');
  const state = parameters.get('state');
  const stateIsRight = state !== undefined && sameText(state, expectedState);
  if (state !== undefined && !stateIsRight) return { kind: 'wrong-state' };
  if (elsewhere && !stateIsRight) return { kind: 'error', problem: 'notTheEnd' };
  // Any page can open a listener or a deep link, or fill the clipboard: a refusal is trusted no more than a token.
  if (!pasted && !stateIsRight) return { kind: 'wrong-state' };
  if (refusal !== undefined) return refused(refusal, parameters.get('error_description'));
  const code = parameters.get('code');
  if (code !== undefined && !parameters.has('access_token'))
    return looksLikeToken(code) ? { kind: 'code', code } : { kind: 'error', problem: 'unusableToken' };
  return signedIn(parameters.get('access_token'), parameters.get('expires') ?? parameters.get('expires_in'));
}

/** Returns the outcome of a redirect with a token, and its lifetime if stated. */
function signedIn(token: string | undefined, expires = ''): RedirectOutcome {
  if (token === undefined || !looksLikeToken(token)) return { kind: 'error', problem: 'unusableToken' };
  const seconds = /^\d{1,10}$/.test(expires) ? Number(expires) : 0;
  return { kind: 'token', accessToken: token, ...(seconds > 0 && { expiresInSeconds: seconds }) };
}

function refused(error: string, description: string | undefined): RedirectOutcome {
  const words = (description ?? '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
  const said = words === '' ? {} : { said: words };
  if (error === 'access_denied') return { kind: 'denied', ...said };
  return { kind: 'error', problem: 'notCompleted', ...(/^[\w.-]{1,60}$/.test(error) && { error }), ...said };
}

/** Returns the outcome of an address with neither the requested grant nor a refusal. */
function withoutGrant(
  parameters: ReadonlyMap<string, string>,
  { pasted, elsewhere, grant, isOurs }: { pasted: boolean; elsewhere: boolean; grant: Grant; isOurs: boolean },
): RedirectOutcome {
  if (parameters.has('code') && !pasted && !isOurs) return { kind: 'wrong-state' };
  if (parameters.has('code') && !elsewhere) return { kind: 'error', problem: 'code' };
  if (!pasted) return { kind: 'not-yet' };
  return { kind: 'error', problem: elsewhere ? 'notTheEnd' : grant === 'code' ? 'noCode' : 'noToken' };
}

function bareToken(given: string): RedirectOutcome {
  const token = decoded(given, false);
  if (given.length >= 6 && looksLikeToken(token)) return { kind: 'token', accessToken: token };
  return { kind: 'error', problem: 'noToken' };
}

/**
 * Whether a text may be a token: printable, without spaces, of limited length. Its content is the network's business.
 */
function looksLikeToken(token: string): boolean {
  return /^[\x21-\x7e]{1,2000}$/.test(token) && !token.includes('://');
}

/** Removes what copying by hand adds: quotes, brackets, line breaks of a wrapped address, HTML's `&amp;`. */
function unwrapped(text: string): string {
  // Written so that a long row of blanks or quotes does not cause backtracking.
  return text
    .replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join('')
    .replace(/^[\s"'`<“”‘’«»„]+|(?<![\s"'`>“”‘’«»])[\s"'`>“”‘’«»]+$/g, '')
    .replace(/&amp;/gi, '&');
}

/** Splits an address, a fragment or a query into the address (if any) and its parameters, the fragment's first. */
function taken(given: string): { address: string | undefined; parameters: ReadonlyMap<string, string> } {
  const hash = given.indexOf('#');
  const before = hash === -1 ? given : given.slice(0, hash);
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(before);
  const parameters = new Map<string, string>();
  if (hash !== -1) read(given.slice(hash + 1), parameters);
  if (isAddress) {
    const question = before.indexOf('?');
    if (question !== -1) read(before.slice(question + 1), parameters);
  } else if (hash === -1 && /(?:^|[?&])(?:access_token|error|state|code)=/.test(before)) {
    read(before.slice(before.indexOf('?') + 1), parameters);
  }
  return { address: isAddress ? before : undefined, parameters };
}

function read(query: string, into: Map<string, string>): void {
  for (const part of query.replace(/^[?#/!]+/, '').split('&')) {
    const equals = part.indexOf('=');
    if (equals <= 0) continue;
    const name = decoded(part.slice(0, equals), false);
    // A plus means a space only in text for people; in a token or state it is a plus.
    if (!into.has(name)) into.set(name, decoded(part.slice(equals + 1), name === 'error_description'));
  }
}

function decoded(text: string, plusIsSpace: boolean): string {
  const spaced = plusIsSpace ? text.replaceAll('+', ' ') : text;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Compares two texts in constant time. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return expected !== '' && timingSafeEqual(digest(given), digest(expected));
}

function trimmed(address: string): string {
  return address.trim().replace(/\/+$/, '');
}
