import { NetworkError, type NetworkErrorKind, type Network, type Page } from '../../api/network.ts';
import { dateOf, elapsed, type Clock } from '../../base/clock.ts';
import type { SystemProbe } from '../../desktop/desktop.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { checkClock, checkQuota, checkToken, type QuotaFacts, type TokenFacts } from './checks.ts';
import {
  condition,
  inTime,
  ok,
  text,
  warning,
  wrong,
  type CheckedPart,
  type CheckName,
  type Finding,
  type Said,
} from './doctor-report.ts';
import { scopesOf } from '../accounts/ways.ts';
import { probeRoute, type Route } from './probes.ts';

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

interface NotAsked {
  kind: 'not-asked';
  /**
   * `resting`: a hold of the network, with its end in `until`. `demo-rests`: its process ends with Askbell.
   * `just-asked`: a run less than a minute ago sent the request.
   */
  why: 'resting' | 'used-up' | 'demo-rests' | 'just-asked';
  until?: Date | undefined;
  /** Outcome of the request just sent; absent if unknown. */
  outcome?: Outcome | undefined;
}

/** Result of a request, if it was allowed. */
export type Asked =
  | (Told & { kind: 'answered'; ms: number; asStranger: boolean })
  /** The answer of the last minute was repeated, so no request was sent. */
  | (Told & { kind: 'repeated' })
  | Failed;

/** Result of the one request that the doctor sends. */
export type Answer = Asked | NotAsked;

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
  if (!facts) return ok('errors.noNetwork');
  const { host, route, answer } = facts;
  switch (answer.kind) {
    case 'answered':
      return ok(
        text('doctor.network.answered', { host, ms: Math.round(answer.ms), count: answer.requests }),
        ...(answer.asStranger ? [text('doctor.network.signInFirst', { host })] : []),
        ...proxyOf(route),
      );
    case 'repeated':
      return ok(text('doctor.network.recent', { host }), ...proxyOf(route));
    case 'not-asked':
      return answer.why === 'just-asked' ? justAsked(facts, answer.outcome) : notAsked(host, answer);
    case 'failed':
      return failed(facts, answer);
  }
}

/** Repeats the earlier finding, so that a second run does not hide an error. */
function justAsked(facts: NetworkFacts, outcome: Outcome | undefined): Finding {
  const said = text('doctor.network.recent', { host: facts.host });
  if (outcome === undefined) return warning(said);
  if (outcome === 'answered') return ok(said);
  const found = failed(facts, { error: outcome });
  return { ...found, said: [said, ...found.said] };
}

function notAsked(host: string, { why, until }: Pick<NotAsked, 'why' | 'until'>): Finding {
  if (why === 'demo-rests') return ok('doctor.network.demoRests');
  if (why === 'used-up' || !until) return condition('warning', 'exhausted', host);
  return warning(text('doctor.network.resting', { host, until }), 'conditions.throttledAdvice');
}

function failed(facts: NetworkFacts, { error, retryAt }: Pick<Failed, 'error' | 'retryAt'>): Finding {
  const { host } = facts;
  switch (error) {
    case 'offline':
    case 'timeout':
    case 'cancelled':
      return unreached(facts);
    case 'captive-portal':
      return condition('wrong', 'portal', host);
    case 'blocked-by-protection':
      return condition('warning', 'protection', host);
    case 'bad-answer':
      return condition('wrong', 'badAnswer', host);
    case 'server-fault':
      return condition('warning', 'serverFault', host);
    case 'backoff':
      // Askbell itself held the request.
      return notAsked(host, { why: 'resting', until: retryAt });
    case 'throttled':
      return retryAt ? notAsked(host, { why: 'resting', until: retryAt }) : condition('warning', 'throttled', host);
    default:
      // The network refused the request, so it is reachable; the other checks explain the refusal.
      return ok(text('doctor.network.refused', { host }), ...proxyOf(facts.route));
  }
}

/** Reports the first failed step. */
function unreached({ host, route: { proxy, dns, connect, tls } }: NetworkFacts): Finding {
  // The network has no usable address.
  if (!dns) return condition('wrong', 'badAnswer', host);
  const failedHost = proxy === undefined ? host : new URL(proxy).hostname;
  if ('code' in dns)
    return wrong(text('doctor.network.noDns', { host: failedHost, code: dns.code }), 'conditions.offlineAdvice');
  if (connect && 'code' in connect)
    return proxy === undefined
      ? wrong(text('doctor.network.noConnection', { host, code: connect.code }), 'doctor.network.noConnectionAdvice')
      : wrong(text('doctor.network.noConnection', { host: proxy, code: connect.code }), 'doctor.network.noProxyAdvice');
  if (tls && 'code' in tls)
    return wrong(text('doctor.network.noTls', { host, code: tls.code }), 'doctor.network.noTlsAdvice');
  return condition('wrong', 'timeout', host);
}

const proxyOf = ({ proxy }: Route): Said[] => (proxy === undefined ? [] : [text('doctor.network.proxy', { proxy })]);

/** Time limit of the network's answer, in ms. */
const MAX_ANSWER_MS = 6000;

/** Half a second, in ms: server times are truncated to whole seconds, which loses half a second on average. */
const HALF_PRECISION_MS = 500;

/**
 * Sends the request that shows the most. Signed in: the newest inbox item, which needs the token and its scope; if the
 * network lacks that inbox, also the first account, as a second request. Otherwise the first site (docs/api.md,
 * "Endpoints").
 * @throws errors other than `NetworkError`
 */
export async function askNetwork(
  network: Network,
  signedIn: boolean,
  clock: Clock,
  signal: AbortSignal,
): Promise<Asked> {
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
  const sentAt = clock.now();
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
    return { kind: 'failed', error: kind, requests, quota, retryAt: dateOf(retryAt) };
  }
}

/** Chosen network and how to check it. */
export interface CheckedNetwork {
  /** Its entry in the settings. */
  chosen: ChosenNetwork;
  /** Displayed name. */
  name: string;
  /** Base URL of its API; empty for a demo network that never ran. */
  apiBaseUrl: string;
  /** Sends one request, by all the rules for requests. */
  ask: (signal: AbortSignal) => Promise<Answer>;
  stored: TokenFacts['stored'];
  /** Quota known before the check. */
  quota: QuotaFacts['quota'];
  /** Time of the next reset in ms since the epoch, as far as observed. */
  fullAgainAt: number | undefined;
}

/** Returns the networks that are signed in to, or all chosen ones if there are none. */
export function networksToCheck(networks: readonly ChosenNetwork[]): readonly ChosenNetwork[] {
  const signedIn = networks.filter(({ accountId }) => accountId !== undefined);
  return signedIn.length > 0 ? signedIn : networks;
}

/** Checks all networks, each with one request. Never rejects. */
export async function examineNetworks(
  list: Promise<CheckedNetwork[]>,
  probe: SystemProbe,
  clock: Clock,
): Promise<CheckedPart[]> {
  const jumped = clockJump(clock);
  // Reading the sign-ins requests the keyring, which may not answer.
  const networks = await inTime(() => list);
  if (!Array.isArray(networks)) return [{ check: 'network', ...networks }];
  if (networks.length === 0) {
    return [
      { check: 'network', ...checkNetwork(undefined) },
      { check: 'clock', ...checkClock({ jumpedMs: jumped() }) },
      { check: 'quota', ...checkQuota({}) },
      { check: 'token', ...checkToken(undefined) },
    ];
  }
  return (await Promise.all(networks.map((network) => examineNetwork(network, probe, clock, jumped)))).flat();
}

/** Returns a function for the drift in ms between wall clock and monotonic clock since this call. */
function clockJump(clock: Clock): () => number {
  const [wallBefore, steadyBefore] = [clock.now(), elapsed(clock)];
  return () => clock.now() - wallBefore - (elapsed(clock) - steadyBefore);
}

/** Checks network, clock, quota and token with one request. */
async function examineNetwork(
  network: CheckedNetwork,
  probe: SystemProbe,
  clock: Clock,
  jumped: () => number,
): Promise<CheckedPart[]> {
  const { chosen, name, apiBaseUrl, stored } = network;
  let answer: Answer | undefined;
  const reached = await inTime(async () => {
    const [route, answered] = await Promise.all([
      routeTo(apiBaseUrl, probe),
      network.ask(AbortSignal.timeout(MAX_ANSWER_MS)),
    ]);
    answer = answered;
    return checkNetwork({ host: URL.parse(apiBaseUrl)?.host ?? name, route, answer });
  });
  const told: Partial<Exclude<Answer, { kind: 'not-asked' }>> = answer && answer.kind !== 'not-asked' ? answer : {};
  const rests = answer?.kind === 'not-asked' && answer.why === 'demo-rests';
  const isUsedUp = answer?.kind === 'failed' && answer.error === 'quota-exhausted';
  const quota = isUsedUp ? { max: network.quota?.max ?? 0, remaining: 0 } : (told.quota ?? network.quota);
  const about = rests ? undefined : name;
  const part = (check: CheckName, finding: Finding): CheckedPart => ({ check, network: name, ...finding });
  return [
    part('network', reached),
    part('clock', checkClock({ network: about, aheadMs: told.clockAheadMs, jumpedMs: jumped() })),
    part('quota', checkQuota({ network: about, quota, fullAgainAt: dateOf(network.fullAgainAt) })),
    part(
      'token',
      checkToken({
        network: name,
        signedIn: chosen.accountId !== undefined,
        stored,
        verdict: answer ? verdictOf(answer) : 'unknown',
        endsAt: dateOf(chosen.tokenExpiresAt),
        now: new Date(clock.now()),
        scopes: scopesOf(chosen),
      }),
    ),
  ];
}

/** Probes the route if the address is valid. */
async function routeTo(apiBaseUrl: string, probe: SystemProbe): Promise<Route> {
  if (!URL.canParse(apiBaseUrl)) return {};
  return probeRoute(apiBaseUrl, await probe.proxyFor(apiBaseUrl));
}

const VERDICTS: Partial<Record<Outcome, TokenFacts['verdict']>> = {
  'token-rejected': 'rejected',
  'scope-missing': 'no-inbox',
  'bad-key': 'bad-key',
};

/** Returns what an answer says of the token, also one of less than a minute ago. */
function verdictOf(answer: Answer): TokenFacts['verdict'] {
  if (answer.kind === 'repeated' || (answer.kind === 'answered' && !answer.asStranger)) return 'accepted';
  if (answer.kind === 'not-asked' && answer.why === 'demo-rests') return 'resting';
  const outcome = answer.kind === 'failed' ? answer.error : answer.kind === 'not-asked' ? answer.outcome : undefined;
  return (outcome && VERDICTS[outcome]) ?? 'unknown';
}
