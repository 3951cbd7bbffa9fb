import type { DoctorKey } from '../../../common/i18n/doctor-words.ts';
import type { Words } from '../../../common/i18n/words.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Account } from '../accounts/account.ts';
import { networkName, openNetwork } from '../accounts/networks.ts';
import { scopesOf } from '../accounts/ways.ts';
import { ok, text, warning, wrong, type Finding, type FindingText } from './finding.ts';
import type { QuotaFacts, TokenFacts } from './checks.ts';
import { observedReset } from '../scheduler/quota.ts';
import { NetworkError, type NetworkErrorKind } from '../../api/errors.ts';
import type { Fetch, Network, Page } from '../../api/network.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { SettingsStore, ChosenNetwork } from '../../store/settings.ts';

/** Duration of one step towards a network in ms, or the system's error code. */
export type Step = { ms: number } | { code: string };

/** Connection steps to a network's host, or to its proxy. */
export interface Route {
  /** Proxy as `http://host:port`; absent for a direct connection. */
  proxy?: string | undefined;
  dns?: Step | undefined;
  connect?: Step | undefined;
  /** Absent for an unencrypted address and behind a proxy. */
  tls?: Step | undefined;
}

/** Facts from a network's response, successful or not; times in ms. */
interface Told {
  /** Number of requests sent. */
  requests: number;
  quota?: { max: number; remaining: number } | undefined;
  /** Time by which the local clock is ahead of the server's. */
  clockAheadMs?: number | undefined;
}

interface Failed extends Told {
  kind: 'failed';
  error: NetworkErrorKind;
  retryAt?: Date | undefined;
}

/** Outcome of a request. */
export type Outcome = 'answered' | NetworkErrorKind;

/** Reason why no request was sent. `resting`: a hold of the network. `demo-rests`: its process ends with Askbell. */
interface NotAsked {
  why: 'resting' | 'used-up' | 'demo-rests';
  until?: Date | undefined;
}

/** Result of the one request that the doctor sends. */
export type Answer =
  | (Told & { kind: 'answered'; ms: number; asStranger: boolean })
  /** The answer of the last minute was repeated, so no request was sent. */
  | (Told & { kind: 'repeated' })
  | Failed
  | ({ kind: 'not-asked' } & NotAsked)
  /** A run less than a minute ago sent the request, with this outcome; absent if unknown. */
  | { kind: 'not-asked'; why: 'just-asked'; outcome?: Outcome | undefined };

export interface NetworkFacts {
  host: string;
  route: Route;
  answer: Answer;
}

/**
 * Checks that the network is reachable and answers as the API. Pure.
 * @param facts undefined if no network is chosen
 */
export function checkNetwork(facts: NetworkFacts | undefined): Finding {
  if (!facts) return ok(text('network.none'));
  const { host, route, answer } = facts;
  switch (answer.kind) {
    case 'answered':
      return ok(
        text('network.answered', { host, ms: Math.round(answer.ms), count: answer.requests }),
        ...(answer.asStranger ? [text('network.signInFirst', { host })] : []),
        ...stepsOf(route),
      );
    case 'repeated':
      return ok(text('network.repeated', { host }), ...stepsOf(route));
    case 'not-asked':
      return answer.why === 'just-asked' ? justAsked(facts, answer.outcome) : notAsked(host, answer);
    case 'failed':
      return failed(facts, answer);
  }
}

/** Repeats the earlier finding, so that a second run does not hide an error. */
function justAsked(facts: NetworkFacts, outcome: Outcome | undefined): Finding {
  const said = text('network.justAsked', { host: facts.host });
  if (outcome === undefined) return warning(said);
  if (outcome === 'answered') return ok(said);
  const found = failed(facts, { error: outcome });
  return { ...found, said: [said, ...found.said] };
}

function notAsked(host: string, { why, until }: NotAsked): Finding {
  if (why === 'demo-rests') return ok(text('network.demoRests'));
  if (why === 'used-up' || !until) return warning(text('network.usedUp', { host }), text('quota.usedUpAdvice'));
  return warning(text('network.resting', { host, until }), text('network.throttledAdvice'));
}

function failed(facts: NetworkFacts, { error, retryAt }: Pick<Failed, 'error' | 'retryAt'>): Finding {
  const { host } = facts;
  switch (error) {
    case 'offline':
    case 'timeout':
    case 'cancelled':
      return unreached(facts);
    case 'captive-portal':
      return wrong(text('network.portal', { host }), text('network.portalAdvice'));
    case 'blocked-by-protection':
      return warning(text('network.protection', { host }), text('network.protectionAdvice'));
    case 'bad-answer':
      return wrong(text('network.unreadable', { host }), text('network.unreadableAdvice'));
    case 'server-fault':
      return warning(text('network.fault', { host }), text('network.faultAdvice'));
    case 'backoff':
      // Askbell itself held the request.
      return notAsked(host, { why: 'resting', until: retryAt });
    case 'throttled':
      return warning(
        retryAt ? text('network.throttledUntil', { host, until: retryAt }) : text('network.throttled', { host }),
        text('network.throttledAdvice'),
      );
    default:
      // The network refused the request, so it is reachable; the other checks explain the refusal.
      return ok(text('network.refused', { host }), ...stepsOf(facts.route));
  }
}

/** Reports the first failed step. */
function unreached({ host, route: { proxy, dns, connect, tls } }: NetworkFacts): Finding {
  // The network has no usable address.
  if (!dns) return wrong(text('network.unreadable', { host }), text('network.unreadableAdvice'));
  const failedHost = proxy === undefined ? host : new URL(proxy).hostname;
  if ('code' in dns)
    return wrong(text('network.noDns', { host: failedHost, code: dns.code }), text('network.noDnsAdvice'));
  if (connect && 'code' in connect)
    return proxy === undefined
      ? wrong(text('network.noConnection', { host, code: connect.code }), text('network.noConnectionAdvice'))
      : wrong(text('network.noProxy', { proxy, code: connect.code }), text('network.noProxyAdvice'));
  if (tls && 'code' in tls) return wrong(text('network.noTls', { host, code: tls.code }), text('network.noTlsAdvice'));
  return wrong(text('network.noAnswer', { host }), text('network.noAnswerAdvice'));
}

function stepsOf({ proxy, dns, connect, tls }: Route): FindingText[] {
  const took = (key: DoctorKey, step: Step | undefined) =>
    step && 'ms' in step ? [text(key, { ms: Math.round(step.ms) })] : [];
  return [
    ...(proxy === undefined ? [] : [text('network.proxy', { proxy })]),
    ...took('network.named', dns),
    ...took('network.connected', connect),
    ...took('network.secured', tls),
  ];
}

/** Options of {@link askNetwork}. */
export interface Asking {
  network: Network;
  /** Whether requests carry an access token. */
  signedIn: boolean;
  /** Returns local time in ms since the epoch. */
  now: () => number;
  signal: AbortSignal;
}

/** Half a second, in ms: server times are truncated to whole seconds, which loses half a second on average. */
const HALF_PRECISION_MS = 500;

/**
 * Sends the request that shows the most. Signed in: the newest inbox item, which needs the token and its scope; if the
 * network lacks that inbox, also the first account, as a second request. Otherwise the first site (docs/api.md,
 * "Endpoints").
 * @throws errors other than `NetworkError`
 */
export async function askNetwork({ network, signedIn, now, signal }: Asking): Promise<Answer> {
  const paging = { page: 1, pagesize: 1 };
  let requests = 1;
  const ask = async (): Promise<Page<unknown>> => {
    if (!signedIn) return network.sites(paging, { signal });
    try {
      return await network.inbox(paging, { signal });
    } catch (error) {
      if (!(error instanceof NetworkError) || error.kind !== 'not-found') throw error;
      requests++;
      return network.associated(paging, { signal });
    }
  };
  const sentAt = now();
  const began = performance.now();
  try {
    const { quota, networkTime, repeated } = await ask();
    if (repeated) return { kind: 'repeated', requests: 0, quota };
    const ms = performance.now() - began;
    // The server wrote its time during the wait.
    const clockAheadMs = networkTime === undefined ? undefined : sentAt + ms / 2 - (networkTime + HALF_PRECISION_MS);
    return { kind: 'answered', ms, requests, asStranger: !signedIn, quota, clockAheadMs };
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const { kind, retryAt, quota } = error;
    const retry = retryAt !== undefined && Number.isFinite(retryAt) ? { retryAt: new Date(retryAt) } : {};
    return { kind: 'failed', error: kind, requests, quota, ...retry };
  }
}

/** Chosen network and how to check it. */
export interface CheckedNetwork {
  /** Displayed name. */
  name: string;
  /** Base URL of its API; empty for a demo network that never ran. */
  apiBaseUrl: string;
  /** Sends one request, by all the rules for requests. */
  ask: (signal: AbortSignal) => Promise<Answer>;
  signedIn: boolean;
  stored: TokenFacts['stored'];
  tokenEndsAt?: Date | undefined;
  scopes: readonly string[];
  /** Quota known before the check. */
  quota?: QuotaFacts['quota'];
  fullAgainAt?: Date | undefined;
}

export interface RunningNetworksParts {
  settings: Pick<SettingsStore, 'get'>;
  accounts: Pick<Accounts, 'get'>;
  fetch: Fetch;
  clock: Clock;
  random: () => number;
  log: Log;
  words: () => Words;
}

/** Returns the networks that are signed in to, or all chosen ones if there are none. */
export function networksToCheck(networks: readonly ChosenNetwork[]): readonly ChosenNetwork[] {
  const signedIn = networks.filter(({ accountId }) => accountId !== undefined);
  return signedIn.length > 0 ? signedIn : networks;
}

/**
 * Returns the networks of the running Askbell, whose client sends the requests, so that its quota, pauses and rate
 * limits apply.
 */
export function runningNetworks(parts: RunningNetworksParts): CheckedNetwork[] {
  const { settings, accounts, clock, words } = parts;
  return networksToCheck(settings.get().networks).map((chosen) => {
    const account = accounts.get(chosen.id);
    const network = account?.network;
    const ahead = () => clockAhead(account, clock);
    return {
      name: networkName(chosen, words()),
      apiBaseUrl: account?.chosen.apiBaseUrl ?? chosen.apiBaseUrl,
      signedIn: chosen.accountId !== undefined,
      stored: network ? 'yes' : 'no',
      tokenEndsAt: chosen.tokenExpiresAt === undefined ? undefined : new Date(chosen.tokenExpiresAt),
      scopes: scopesOf(chosen),
      quota: account?.poller?.quota(),
      fullAgainAt: fullAgainAt(account, clock),
      async ask(signal) {
        const answer = await (account && network
          ? askAsPerson(account, clock, signal)
          : askAsStranger(chosen, parts, signal));
        // The agent's estimate from many answers is better than one answer.
        const aheadMs = ahead();
        return answer.kind === 'not-asked' || aheadMs === undefined ? answer : { ...answer, clockAheadMs: aheadMs };
      },
    };
  });
}

async function askAsPerson(account: Account, clock: Clock, signal: AbortSignal): Promise<Answer> {
  const { network, forClicks } = account.clickContext();
  if (!network || (forClicks !== undefined && forClicks < 1)) return { kind: 'not-asked', why: 'used-up' };
  return askNetwork({ network, signedIn: true, now: () => clock.now(), signal });
}

/** Sends one request without a token, since nobody is signed in there. */
async function askAsStranger(
  chosen: ChosenNetwork,
  { clock, ...parts }: RunningNetworksParts,
  signal: AbortSignal,
): Promise<Answer> {
  if (chosen.apiBaseUrl === '') return { kind: 'not-asked', why: 'demo-rests' };
  const uncounted = { sent: () => undefined, answered: () => undefined, blockedUntil: () => undefined };
  const network = openNetwork(chosen, {}, { clock, ...parts }, uncounted);
  return askNetwork({ network, signedIn: false, now: () => clock.now(), signal });
}

function clockAhead(account: Account | undefined, clock: Clock): number | undefined {
  const networkNow = account?.poller?.networkNow();
  return networkNow === undefined ? undefined : clock.now() - networkNow;
}

/** Returns the time of the next quota reset in local time. */
function fullAgainAt(account: Account | undefined, clock: Clock): Date | undefined {
  const networkNow = account?.poller?.networkNow();
  if (networkNow === undefined) return undefined;
  const at = observedReset(account?.poller?.quota(), networkNow);
  return at === undefined ? undefined : new Date(at - networkNow + clock.now());
}
