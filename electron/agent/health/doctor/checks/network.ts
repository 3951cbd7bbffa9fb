import type { DoctorKey } from '../../../../../common/i18n/doctor-words.ts';
import type { NetworkErrorKind } from '../../../../api/errors.ts';
import { ok, text, warning, wrong, type Finding, type FindingText } from '../finding.ts';

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
