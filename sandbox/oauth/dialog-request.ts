import type { Scope } from '../api/gate/caller.ts';
import type { Challenge } from './codes.ts';
import { judgePublicRedirect } from './public-redirect.ts';
import { judgeRedirect } from './redirect.ts';
import type { SignInNetwork } from './sign-in-network.ts';
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
function readChallenge(
  value: string,
  method: string,
  takesPlain: boolean,
): { challenge: Challenge | undefined } | { refused: string } {
  if (value === '')
    return method === ''
      ? { challenge: undefined }
      : { refused: 'The app named a code_challenge_method but sent no code_challenge.' };
  if (method !== '' && method !== 'S256' && method !== 'plain')
    return {
      refused: `The app’s code_challenge_method “${method.slice(0, 100)}” is not known; there are S256 and plain.`,
    };
  if (method !== 'S256' && !takesPlain)
    return { refused: 'The app’s code_challenge has to be made by S256 (code_challenge_method).' };
  if (!CHALLENGE_PATTERN.test(value))
    return { refused: 'The app’s code_challenge must be 43 to 128 letters, digits or -._~.' };
  return { challenge: { value, method: method === 'S256' ? 'S256' : 'plain' } };
}

type Refusal = { refused: string };

/** An application's registration, as the dialog needs it. */
interface Registered {
  readonly name: string;
  readonly domain: string;
  readonly isDesktop: boolean;
  /** Which ways to a token it is registered for; a code without PKCE takes a secret. */
  readonly takes: Readonly<Record<'implicit' | 'pkce' | 'secret', boolean>>;
}

function findApp({ statements }: SignInNetwork, clientId: string): Registered | Refusal {
  if (clientId === '') return { refused: 'The app did not say which one it is (client_id is missing).' };
  const app = statements.get(
    'SELECT client_secret, name, domain, client_side, desktop, pkce FROM apps WHERE client_id = :clientId',
    { clientId },
  );
  if (!app) return { refused: `No app is registered under the client id “${clientId.slice(0, 100)}”.` };
  return {
    name: String(app['name']),
    domain: String(app['domain']),
    isDesktop: app['desktop'] === 1,
    takes: { implicit: app['client_side'] === 1, pkce: app['pkce'] === 1, secret: app['client_secret'] !== null },
  };
}

/** What is wrong with the flow for this application, if anything. */
function flowProblem({ takes }: Registered, flow: Flow, challenge: Challenge | undefined): string | undefined {
  if (flow === 'implicit' && !takes.implicit)
    return (
      'The app is not registered for the sign-in that gives a token to a page (client-side flow); ' +
      'it has to ask for a code.'
    );
  if (flow === 'explicit' && !challenge && !takes.secret)
    return 'The app has no secret, so it must send a code_challenge to get a code.';
  if (flow === 'explicit' && challenge && !takes.pkce)
    return 'The app is not registered for codes with a code_challenge (PKCE).';
  return undefined;
}

/**
 * Checks the dialog's parameters; a refusal is in words and must never be redirected, since nothing vouches for where.
 */
export function readDialogRequest(
  network: SignInNetwork,
  flow: Flow,
  parameters: Readonly<Record<string, unknown>>,
): DialogRequest | Refusal {
  const { behaviour } = network;
  const sent = {
    client_id: word(parameters['client_id']),
    scope: word(parameters['scope']),
    redirect_uri: word(parameters['redirect_uri']),
    state: word(parameters['state']),
    code_challenge: word(parameters['code_challenge']),
    code_challenge_method: word(parameters['code_challenge_method']),
  };
  const app = findApp(network, sent.client_id);
  if ('refused' in app) return app;
  const scopes = readScopes(sent.scope);
  if ('unknown' in scopes)
    return { refused: `The app asks for a permission that does not exist (scope “${scopes.unknown.slice(0, 100)}”).` };
  const judge = behaviour.redirectRule === 'public' ? judgePublicRedirect : judgeRedirect;
  const { domain, isDesktop } = app;
  const verdict = judge({ redirectUri: sent.redirect_uri, domain, isDesktop, authUrl: network.self() });
  if ('refused' in verdict) return verdict;
  const pkce =
    flow === 'explicit'
      ? readChallenge(sent.code_challenge, sent.code_challenge_method, behaviour.takesPlainChallenge)
      : { challenge: undefined };
  if ('refused' in pkce) return pkce;
  const problem = flowProblem(app, flow, pkce.challenge);
  if (problem !== undefined) return { refused: problem };
  return {
    flow,
    challenge: pkce.challenge,
    clientId: sent.client_id,
    appName: app.name,
    scopes: scopes.scopes,
    redirect: verdict.allowed,
    state: sent.state === '' ? undefined : sent.state,
    sent,
  };
}
