import type { Scope } from '../api/gate/caller.ts';
import type { Statements } from '../world/database/statements.ts';
import type { Challenge } from './codes.ts';
import { judgeRedirect } from './redirect.ts';
import { readScopes } from './scope-words.ts';

/** `implicit` gives the token in the fragment, `explicit` a code in the query to exchange for it. */
export type Flow = 'implicit' | 'explicit';

/** What an application asks the dialog for, checked. */
export interface DialogRequest {
  flow: Flow;
  clientId: string;
  appName: string;
  scopes: Scope[];
  redirect: URL;
  state: string | undefined;
  /** As they came, for the form to send again. */
  sent: Readonly<
    Record<'client_id' | 'scope' | 'redirect_uri' | 'state' | 'code_challenge' | 'code_challenge_method', string>
  >;
  /** Only of the explicit flow, with PKCE. */
  challenge: Challenge | undefined;
}

const word = (value: unknown) => (typeof value === 'string' ? value : '');

/** Letters a challenge may have, and how many (RFC 7636 section 4.2). */
const CHALLENGE_PATTERN = /^[\w.~-]{43,128}$/;

/** @returns the challenge, if one was sent, or what is wrong with it; the method is `plain` unless said otherwise */
function readChallenge(value: string, method: string): { challenge: Challenge | undefined } | { refused: string } {
  if (value === '')
    return method === ''
      ? { challenge: undefined }
      : { refused: 'The app named a code_challenge_method but sent no code_challenge.' };
  if (method !== '' && method !== 'S256' && method !== 'plain')
    return {
      refused: `The app’s code_challenge_method “${method.slice(0, 100)}” is not known; there are S256 and plain.`,
    };
  if (!CHALLENGE_PATTERN.test(value))
    return { refused: 'The app’s code_challenge must be 43 to 128 letters, digits or -._~.' };
  return { challenge: { value, method: method === 'S256' ? 'S256' : 'plain' } };
}

/**
 * Checks the dialog's parameters; a refusal is in words and must never be redirected, since nothing vouches for where.
 */
export function readDialogRequest(
  statements: Statements,
  authUrl: string,
  flow: Flow,
  parameters: Readonly<Record<string, unknown>>,
): DialogRequest | { refused: string } {
  const sent = {
    client_id: word(parameters['client_id']),
    scope: word(parameters['scope']),
    redirect_uri: word(parameters['redirect_uri']),
    state: word(parameters['state']),
    code_challenge: word(parameters['code_challenge']),
    code_challenge_method: word(parameters['code_challenge_method']),
  };
  if (sent.client_id === '') return { refused: 'The app did not say which one it is (client_id is missing).' };
  const app = statements.get(
    'SELECT client_id, client_secret, name, domain, client_side, desktop FROM apps WHERE client_id = :id',
    { id: sent.client_id },
  );
  if (!app) return { refused: `No app is registered under the client id “${sent.client_id.slice(0, 100)}”.` };
  if (flow === 'implicit' && app['client_side'] !== 1)
    return {
      refused:
        'The app is not registered for the sign-in that gives a token to a page (client-side flow); ' +
        'it has to ask for a code.',
    };
  const scopes = readScopes(sent.scope);
  if ('unknown' in scopes)
    return { refused: `The app asks for a permission that does not exist (scope “${scopes.unknown.slice(0, 100)}”).` };
  const verdict = judgeRedirect({
    redirectUri: sent.redirect_uri,
    domain: String(app['domain']),
    authUrl,
    isDesktop: app['desktop'] === 1,
  });
  if ('refused' in verdict) return verdict;
  const pkce =
    flow === 'explicit' ? readChallenge(sent.code_challenge, sent.code_challenge_method) : { challenge: undefined };
  if ('refused' in pkce) return pkce;
  if (flow === 'explicit' && !pkce.challenge && app['client_secret'] === null)
    return { refused: 'The app has no secret, so it must send a code_challenge to get a code.' };
  return {
    flow,
    challenge: pkce.challenge,
    clientId: sent.client_id,
    appName: String(app['name']),
    scopes: scopes.scopes,
    redirect: verdict.allowed,
    state: sent.state === '' ? undefined : sent.state,
    sent,
  };
}
