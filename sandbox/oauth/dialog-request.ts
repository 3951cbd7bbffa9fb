import { isScope, SCOPES, type Scope } from '../api/caller.ts';
import type { RedirectRule } from '../behaviour.ts';
import { fieldOf, isPkceWord, type Challenge, type Form, type SignInNetwork } from './exchange.ts';

/** `implicit` gives the token in the fragment, `explicit` a code in the query to exchange for it. */
export type Flow = 'implicit' | 'explicit';

/** Checked request of an application to the dialog. */
export type DialogRequest = ReturnType<typeof readDialogRequest>;

/** A sign-in that cannot go on, in words for the person, who is sent nowhere: nothing vouches for where. */
export class DialogRefusal extends Error {
  override readonly name = 'DialogRefusal';
  readonly status: number;

  constructor(message: string, status: number = 400) {
    super(message);
    this.status = status;
  }
}

/** Meaning of each scope, for the person who is asked (docs/api.md, "Authentication"). */
export const SCOPE_WORDS: Record<Scope, string> = {
  read_inbox: 'Read your inbox on every site',
  no_expiry: 'Stay signed in until you sign out',
  write_access: 'Write in your name: accept answers, for example',
  private_info: 'See private data of your account',
};

/**
 * Reads the parameter `scope`: words separated by commas or spaces; empty asks only who the person is.
 * @returns the scopes in the specification's order
 */
function readScopes(sent: string): Scope[] {
  const words = sent.split(/[\s,]+/).filter(Boolean);
  const unknown = words.find((word) => !isScope(word));
  if (unknown !== undefined)
    throw new DialogRefusal(`The app asks for a permission that does not exist (scope “${unknown.slice(0, 100)}”).`);
  return SCOPES.filter((scope) => words.includes(scope));
}

/** Reads the challenge, if one was sent; the method is `plain` unless said otherwise. */
function readChallenge(parameters: Form, takesPlain: boolean): Challenge | undefined {
  const value = fieldOf(parameters, 'code_challenge');
  const method = fieldOf(parameters, 'code_challenge_method');
  if (value === '' && method === '') return undefined;
  if (value === '') throw new DialogRefusal('The app named a code_challenge_method but sent no code_challenge.');
  if (method !== '' && method !== 'S256' && method !== 'plain')
    throw new DialogRefusal(
      `The app’s code_challenge_method “${method.slice(0, 100)}” is not known; there are S256 and plain.`,
    );
  if (method !== 'S256' && !takesPlain)
    throw new DialogRefusal('The app’s code_challenge has to be made by S256 (code_challenge_method).');
  if (!isPkceWord(value))
    throw new DialogRefusal('The app’s code_challenge must be 43 to 128 letters, digits or -._~.');
  return { value, method: method || 'plain' };
}

/** Returns an application's registration, as the dialog needs it. */
function findApp({ statements }: SignInNetwork, clientId: string) {
  if (clientId === '') throw new DialogRefusal('The app did not say which one it is (client_id is missing).');
  const app = statements.get(
    'SELECT client_secret, name, domain, client_side, desktop, pkce FROM apps WHERE client_id = :clientId',
    { clientId },
  );
  if (!app) throw new DialogRefusal(`No app is registered under the client id “${clientId.slice(0, 100)}”.`);
  return {
    name: String(app['name']),
    domain: String(app['domain']),
    isDesktop: app['desktop'] === 1,
    // Which ways to a token it is registered for; a code without PKCE takes a secret.
    takesImplicit: app['client_side'] === 1,
    takesPkce: app['pkce'] === 1,
    hasSecret: app['client_secret'] !== null,
  };
}
type Registered = ReturnType<typeof findApp>;

/** Refuses a flow that the application is not registered for. */
function checkFlow(app: Registered, flow: Flow, challenge: Challenge | undefined): void {
  if (flow === 'implicit' && !app.takesImplicit)
    throw new DialogRefusal(
      'The app is not registered for the sign-in that gives a token to a page (client-side flow); ' +
        'it has to ask for a code.',
    );
  if (flow === 'explicit' && !challenge && !app.hasSecret)
    throw new DialogRefusal('The app has no secret, so it must send a code_challenge to get a code.');
  if (flow === 'explicit' && challenge && !app.takesPkce)
    throw new DialogRefusal('The app is not registered for codes with a code_challenge (PKCE).');
}

/** Schemes that name no program to lead back to, but something a browser would run or show by itself. */
const NO_PROGRAM: ReadonlySet<string> = new Set(
  ['javascript', 'data', 'vbscript', 'file', 'blob', 'about', 'ftp', 'ws', 'wss'].map((scheme) => `${scheme}:`),
);

/** Blanks and line ends that a browser takes out of an address before it reads it. */
const IGNORED_CHARACTERS = new RegExp(String.raw`^[\0-\x20]+|[\t\n\r]`, 'g');

/** Returns the port as it was written, even the one that the address would have anyway, which `URL` forgets. */
const portIn = (address: string): string | undefined =>
  /^[a-z][a-z\d+.-]*:[\\/]*[^\\/?#]*?:(\d+)(?:[\\/?#]|\s*$)/i.exec(address.replace(IGNORED_CHARACTERS, ''))?.[1];

const refusedAddress = (why: string) => new DialogRefusal(`The address to return to ${why}`);

/** Reads an address to return to: a whole one, without a fragment and without a password. */
function readAddress(sent: string, takesAnyScheme: boolean): URL {
  if (sent === '') throw refusedAddress('(redirect_uri) is missing.');
  const url = URL.parse(sent);
  if (!url) throw refusedAddress('(redirect_uri) is not a complete address.');
  if (url.hash !== '') throw refusedAddress('(redirect_uri) must not have a fragment (#…).');
  if (!takesAnyScheme && !isWeb(url)) throw refusedAddress('(redirect_uri) must begin with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    throw refusedAddress('(redirect_uri) must not carry a user name or password.');
  return url;
}

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:';

/**
 * Whether an address is the network's own page for programs that are no web sites, and the application may be led
 * there; on the public service also one whose domain is the network's.
 */
function isOwnPage(url: URL, home: URL, { domain, isDesktop }: Registered, isPublic: boolean): boolean {
  const path = isPublic ? url.pathname : url.pathname.replace(/\/$/, '');
  if (url.origin !== home.origin || path !== home.pathname) return false;
  if (isDesktop || (isPublic && domain.toLowerCase() === home.hostname)) return true;
  if (!isPublic) return false;
  throw new DialogRefusal(
    'The app is not registered for the redirect of programs that are no web sites (login_success).',
  );
}

/**
 * Reads where the sign-in is to lead back to. As specified (docs/api.md, "Authentication"), that is the registered
 * domain and its subdomains, without a port. The public service since 2025 (docs/api.md, "Redirects") takes
 * `localhost`, where that is the domain, with any port, and a scheme of a program's own whose host part is the domain.
 * @param authUrl the dialog's own address, without a slash at the end
 */
function readRedirect(sent: string, app: Registered, rule: RedirectRule, authUrl: string): URL {
  const isPublic = rule === 'public';
  const url = readAddress(sent, isPublic);
  const home = new URL(`${authUrl}/oauth/login_success`);
  if (isOwnPage(url, home, app, isPublic)) return url;
  const host = url.hostname.toLowerCase();
  if (!isWeb(url) && (NO_PROGRAM.has(url.protocol) || host === ''))
    throw refusedAddress(
      '(redirect_uri) must begin with https://, http:// or a scheme of the app’s own, ' +
        'with the registered domain after it.',
    );
  const registered = app.domain.toLowerCase();
  if (!isPublic && registered.includes(':'))
    throw new DialogRefusal(`The app registered its domain with a port (${app.domain}). Register it without one.`);
  if (host !== registered && !(isWeb(url) && host.endsWith(`.${registered}`)))
    throw refusedAddress(`(${host}) is not under the domain the app registered (${app.domain}).`);
  const port = portIn(sent);
  const takesPort = isPublic && (registered === 'localhost' || url.origin === home.origin);
  if (port !== undefined && !takesPort)
    throw refusedAddress(`has the port ${port}; the registered domain (${app.domain}) has none.`);
  return url;
}

const PARAMETERS = ['client_id', 'scope', 'redirect_uri', 'state', 'code_challenge', 'code_challenge_method'];

/** Reads and checks the dialog's parameters. @throws DialogRefusal */
export function readDialogRequest(network: SignInNetwork, flow: Flow, parameters: Form) {
  const { behaviour } = network;
  const clientId = fieldOf(parameters, 'client_id');
  const redirectUri = fieldOf(parameters, 'redirect_uri');
  const app = findApp(network, clientId);
  const scopes = readScopes(fieldOf(parameters, 'scope'));
  const redirect = readRedirect(redirectUri, app, behaviour.redirectRule, network.self());
  /** Only of the explicit flow, with PKCE. */
  const challenge = flow === 'explicit' ? readChallenge(parameters, behaviour.takesPlainChallenge) : undefined;
  checkFlow(app, flow, challenge);
  /** The parameters as they came, for the form to send again; empty ones are left out. */
  const sent = PARAMETERS.map((name) => [name, fieldOf(parameters, name)] as const).filter(([, value]) => value !== '');
  const state = fieldOf(parameters, 'state');
  return { flow, clientId, appName: app.name, scopes, redirect, redirectUri, state, challenge, sent };
}
