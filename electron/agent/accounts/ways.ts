import type { AppState } from '../../../common/contract/contract.ts';
import { type Fetch, NetworkError } from '../../api/network.ts';
import { send, SendFailed } from '../../api/http/send.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { buildCodeUrl, challengeOf } from '../../api/code-grant.ts';
import { buildDialogUrl, PRIVATE_SCOPE, redirectUriOf, SCOPES, WRITE_SCOPE } from '../../api/oauth.ts';

/**
 * The ways in which a sign-in returns to Askbell, best first (RFC 8252; docs/api.md, "Redirects").
 * - `window`: in a window of Askbell; for the demo network only, where no password is typed.
 * - `loopback`: by a code with PKCE that the browser sends to a listener on this machine.
 * - `deep-link`: the same by an `askbell:` address, which the system opens with Askbell.
 * - `login-success`: the same by a page of the network, whose address the user pastes.
 * - `implicit`: a token in the address of that page; for networks that support nothing else.
 */
export const SIGN_IN_WAYS = ['window', 'loopback', 'deep-link', 'login-success', 'implicit'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** Whether the browser returns the result without the user. */
export const comesBackByItself = (way: SignInWay): boolean => way === 'loopback' || way === 'deep-link';

/** Returns how the window describes a way. */
export const meansOf = (way: SignInWay): NonNullable<AppState['signIn']>['means'] =>
  way === 'window' ? 'window' : comesBackByItself(way) ? 'browser' : 'paste';

/** Facts that decide on the ways at a network. */
export interface WayFacts {
  /** Whether signing in uses a window of Askbell. */
  usesWindow: boolean;
  /** Whether the system opens `askbell:` addresses with this Askbell. */
  hasDeepLinks: boolean;
  /** The way of the last successful sign-in with this registration; undefined if it is new. */
  worked: SignInWay | undefined;
  /** Ways that the network is known or was found to refuse. */
  refused: ReadonlySet<SignInWay>;
}

/** Ways in the order in which they are tried, and a line for the log that says why. */
export interface WayPlan {
  ways: SignInWay[];
  why: string;
}

/**
 * Decides the order in which the ways are tried, with the last successful one first. If every way was refused, implicit
 * is tried as a last resort.
 */
export function planWays({ usesWindow, hasDeepLinks, worked, refused }: WayFacts): WayPlan {
  if (usesWindow) return { ways: ['window'], why: 'window (best)' };
  const against = (way: SignInWay): string | undefined => {
    if (way === 'window') return 'demo-only';
    if (way === 'deep-link' && !hasDeepLinks) return 'no-deep-links';
    return way !== 'implicit' && refused.has(way) ? 'refused' : undefined;
  };
  const possible = SIGN_IN_WAYS.filter((way) => against(way) === undefined);
  const known = worked !== undefined && possible.includes(worked) ? worked : undefined;
  const ways = known ? [known, ...possible.filter((way) => way !== known)] : possible;
  const why = [
    ...ways.map((way, at) => `${way} (${at > 0 ? 'fallback' : known ? 'worked' : 'best'})`),
    ...SIGN_IN_WAYS.flatMap((way) => (ways.includes(way) ? [] : [`not ${way} (${against(way)})`])),
  ];
  return { ways, why: why.join(', ') };
}

/**
 * The domain that Askbell's application is registered under: redirects to it may use any port and a private scheme
 * (docs/api.md, "Redirects").
 */
const OAUTH_DOMAIN = 'localhost';

/** Target of deep links. */
const DEEP_LINK = `askbell://${OAUTH_DOMAIN}/signed-in`;

/** Whether a way requests a code: all but the implicit one. */
export const asksForCode = (way: SignInWay): boolean => comesBackByItself(way) || way === 'login-success';

/** Parts of a dialog's address; `state` and `verifier` are new for each run. */
export interface DialogRun {
  redirectUri: string;
  state: string;
  verifier: string;
  /** Whether the implicit dialog's address ends in a slash, as in the specification. */
  endsInSlash: boolean;
}

/** The settings of a network that its dialog's address depends on. */
export type DialogNetwork = Pick<ChosenNetwork, 'authUrl' | 'clientId' | 'mayWrite' | 'mayReadPrivate'>;

/** Returns the scopes to request: those of every sign-in, and the optional ones that the user chose. */
export const scopesOf = ({ mayWrite, mayReadPrivate }: DialogNetwork): string[] => [
  ...SCOPES,
  ...(mayWrite === true ? [WRITE_SCOPE] : []),
  ...(mayReadPrivate === true ? [PRIVATE_SCOPE] : []),
];

/** Returns the address of a network's dialog for one way. */
export function dialogAddress(
  network: DialogNetwork,
  way: SignInWay,
  { redirectUri, state, verifier, endsInSlash }: DialogRun,
): string {
  const { authUrl, clientId } = network;
  const asked = { authUrl, clientId, redirectUri, state, scopes: scopesOf(network) };
  return asksForCode(way)
    ? buildCodeUrl({ ...asked, challenge: challengeOf(verifier) })
    : buildDialogUrl({ ...asked, endsInSlash });
}

/** Returns the redirect address of a way, except for `loopback`, whose port is not known before it listens. */
export const redirectOf = (network: Pick<ChosenNetwork, 'authUrl'>, way: SignInWay): string =>
  way === 'deep-link' ? DEEP_LINK : redirectUriOf({ authUrl: network.authUrl });

/** Timeout for loading a page, in ms. */
const MAX_LOOK_MS = 15_000;

/** Statuses of a refused request; others, such as a protection's 403, say nothing about it. */
const REFUSING_STATUSES = new Set([400, 404, 405, 410, 422, 501]);

/** Returns the status of a page of a network's sign-in, loaded without cookies. Rejects with `SendFailed` only. */
async function statusOf(address: string, fetch: Fetch): Promise<number> {
  const limits = { headers: { accept: '*/*' }, timeoutMs: MAX_LOOK_MS };
  return (await send(fetch, new URL(address), limits)).status;
}

/**
 * Whether a page of a network's sign-in refuses a request.
 * @throws NetworkError if the network cannot be reached
 */
async function isRefusedAt(address: string, fetch: Fetch): Promise<boolean> {
  try {
    return REFUSING_STATUSES.has(await statusOf(address, fetch));
  } catch (error) {
    const kind = error instanceof SendFailed ? error.failure.kind : 'offline';
    throw new NetworkError(kind, 'The sign-in page could not be reached.', { cause: error });
  }
}

/**
 * Whether the implicit dialog's address ends in a slash. The specification has one, the public service none, and the
 * demo network accepts both. Other networks are probed; if the page cannot be loaded, the specification decides.
 */
export async function takesSlash(
  { kind, authUrl }: Pick<ChosenNetwork, 'kind' | 'authUrl'>,
  fetch: Fetch,
): Promise<boolean> {
  if (kind !== 'other') return false;
  const status = await statusOf(`${authUrl}/oauth/dialog/`, fetch).catch(() => undefined);
  // Every dialog refuses a request without parameters; only 404 means that it does not exist.
  return status !== 404;
}

/** Placeholders for the secrets of a sign-in: a page that is only probed grants nothing. */
const SAMPLE = {
  state: 'askbell-asks-what-is-possible',
  verifier: 'askbell-asks-which-ways-to-sign-in-are-possible',
  endsInSlash: true,
};
const SAMPLE_LOOPBACK = 'http://localhost:49152/signed-in';

/**
 * Returns the ways that a network's dialog refuses, by loading its page without cookies, up to the first that it
 * accepts. For unknown networks; the last way is not probed.
 * @throws NetworkError if the network cannot be reached
 */
export async function findRefusedWays(
  network: DialogNetwork,
  ways: readonly SignInWay[],
  fetch: Fetch,
): Promise<Set<SignInWay>> {
  const refused = new Set<SignInWay>();
  for (const way of ways.slice(0, -1)) {
    const redirectUri = way === 'loopback' ? SAMPLE_LOOPBACK : redirectOf(network, way);
    if (!(await isRefusedAt(dialogAddress(network, way, { ...SAMPLE, redirectUri }), fetch))) break;
    refused.add(way);
  }
  return refused;
}
