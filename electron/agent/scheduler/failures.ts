import { errorStack } from '../../../common/error-message.ts';
import { NetworkError } from '../../api/network.ts';
import type { Condition } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import { localize } from '../../../common/i18n/localized-text.ts';
import { conditionText, problem, quoteNetwork, type AgentCondition } from '../conditions.ts';
import type { AgentContext } from '../context.ts';
import type { StreamId } from '../ids.ts';
import { SAME_REQUEST_FLOOR_MS } from './forecast/forecast.ts';
import type { NetworkState } from './network-state.ts';

/**
 * Pauses last this much longer than requested, in ms: a request may travel faster than the response did, and clocks
 * count whole milliseconds.
 */
export const PAUSE_MARGIN_MS = 250;

/** With more than this share of the quota left, a refusal for hours is a ban and not a used-up quota. */
const MIN_SHARE_LEFT_IN_BAN = 0.05;

/** Whether further requests after this refusal may prolong the ban. */
const wantsToBeLeftAlone = ({ kind, retryNamed }: NetworkError): boolean =>
  kind === 'throttled' || kind === 'blocked-by-protection' || (kind === 'quota-exhausted' && retryNamed);

const asBan = (refusal: NetworkError): NetworkError => new NetworkError('throttled', refusal.message, refusal);

/** Conditions in which the network is unreachable, rather than asking for a pause. */
const OUTAGES: readonly AgentCondition['kind'][] = [
  'offline',
  'timeout',
  'server-fault',
  'bad-answer',
  'captive-portal',
];

/** Whether a condition means that the network is unreachable. */
export const isOutage = (kind: AgentCondition['kind'] | undefined): boolean =>
  kind !== undefined && OUTAGES.includes(kind);

/** Failures of many streams when the network is down, which may also be one stream's own. */
const OUTAGE_KINDS: readonly NetworkError['kind'][] = ['timeout', 'server-fault', 'bad-answer'];
/**
 * Number of failures in a row, without a good response in between, from which they are the network's and not one
 * stream's.
 */
const MIN_FAILURES = 2;

/**
 * Handles failed polls: decides which streams wait for how long, and which condition is shown. It distinguishes an
 * outage of the network from failures of single streams. During an outage, one request at a time tries whether the
 * network is back; the first good response ends it for every stream that failed meanwhile.
 */
export class Failures {
  readonly #context: Pick<AgentContext, 'clock' | 'log' | 'random'>;
  readonly #network: NetworkState;
  /** Errors handled when their response arrived, so that the poll that receives them does not count them again. */
  readonly #taken = new WeakSet<NetworkError>();
  /**
   * Streams that failed since the last good response, in the order of their failures, each with the end of a wait that
   * the network itself named.
   */
  readonly #failing = new Map<StreamId, number | undefined>();
  /** Streams that were tried at once after an outage and have not succeeded since. */
  readonly #triedAgain = new Set<StreamId>();
  /** Failures since the last good response that may be an outage. */
  #failures = 0;

  constructor(context: Pick<AgentContext, 'clock' | 'log' | 'random'>, network: NetworkState) {
    this.#context = context;
    this.#network = network;
  }

  /** Handles a failed poll of a stream. */
  take(id: StreamId, failed: unknown): void {
    const { clock } = this.#context;
    const { states } = this.#network;
    this.#log(id, failed);
    if (failed instanceof NetworkError && this.#taken.has(failed)) {
      states.change(id, { wanted: true });
      return;
    }
    const error = this.#isBan(failed) ? asBan(failed) : failed;
    if (error instanceof NetworkError && error.kind === 'backoff') {
      const until = error.retryAt ?? clock.now() + SAME_REQUEST_FLOOR_MS;
      states.change(id, { notBefore: this.#endOf(until) });
      return;
    }
    const failures = states.of(id).failures + 1;
    const { condition, reach } = this.#assess(error, this.#failuresInARow(error, failures));
    const retryAt = this.#endOf(condition.retryAt ?? clock.now());
    if (reach === 'network') {
      this.#closeGate(error, condition, retryAt);
      states.change(id, { wanted: true });
    } else {
      // Wanted, so that it is tried again at that time and not an interval later.
      states.change(id, { failures, wanted: true, notBefore: retryAt, condition });
      if (error instanceof NetworkError && OUTAGE_KINDS.includes(error.kind)) this.#takeOutage(id, error, condition);
    }
  }

  /**
   * Handles a refusal in any response, of a poll or a click: all requests have to stop (docs/api.md, "Bans"). Returns
   * whether it closed the gate.
   */
  takeFault(fault: NetworkError): boolean {
    const error = this.#isBan(fault) ? asBan(fault) : fault;
    if (!wantsToBeLeftAlone(error)) return false;
    this.#taken.add(fault);
    // A request sent before the gate closed adds nothing new, unless its response names a longer wait.
    if (!error.retryNamed && this.#network.gate.isClosedToAll()) return false;
    const { condition } = this.#assess(error, this.#network.gate.failuresInARow() + 1);
    this.#closeGate(error, condition, this.#endOf(condition.retryAt ?? this.#context.clock.now()));
    return true;
  }

  /** Records a successful poll of a stream. */
  succeeded(id: StreamId): void {
    this.#triedAgain.delete(id);
  }

  /**
   * Ends an outage after a good response: streams that failed in it are tried at once. If one fails again, the failure
   * is its own, and it waits.
   */
  outageEnded(): void {
    const wasOutage = this.#failures >= MIN_FAILURES;
    for (const [id, namedUntil] of this.#failing) {
      if (!wasOutage || this.#triedAgain.has(id)) continue;
      this.#triedAgain.add(id);
      this.#network.states.change(id, { notBefore: namedUntil });
    }
    this.#failing.clear();
    this.#failures = 0;
  }

  /**
   * Handles several failures in a row, which are the network's: all requests wait, and one at a time tries whether the
   * network is back. That replaces each stream's own growing wait. A first failure may be the stream's own.
   */
  #takeOutage(id: StreamId, error: NetworkError, condition: AgentCondition): void {
    const named = error.retryNamed && error.retryAt !== undefined ? error.retryAt : undefined;
    this.#failures += 1;
    this.#failing.delete(id);
    this.#failing.set(id, named === undefined ? undefined : this.#endOf(named));
    const inARow = this.#failures - MIN_FAILURES + 1;
    if (inARow <= 0) return;
    // A network that is down counts no requests; its next response reports the quota.
    if (error.quota === undefined) this.#network.quota.notSent();
    const { clock, random } = this.#context;
    const tried = waitUntil(OUTAGE_WAIT, inARow - 1, clock.now(), random);
    const retryAt = error.retryNamed ? Math.max(tried, error.retryAt ?? 0) : tried;
    const until = this.#endOf(retryAt);
    // Next is the stream that failed longest ago, so that one with failures of its own does not block the others.
    const [next, namedUntil = 0] = this.#failing.entries().next().value!;
    const tryAt = Math.max(until, namedUntil);
    if ((this.#network.states.of(next).notBefore ?? 0) > tryAt) this.#network.states.change(next, { notBefore: tryAt });
    this.#network.gate.close(until, { ...condition, retryAt });
  }

  /**
   * Whether a refusal is a ban of the address: the message is the same as for a used-up quota (docs/api.md, "Bans"). If
   * the refusal does not report the quota, the last known count decides.
   */
  #isBan(error: unknown): error is NetworkError {
    if (!(error instanceof NetworkError) || error.kind !== 'quota-exhausted' || error.quota !== undefined) return false;
    const known = this.#network.quota.state();
    return known !== undefined && known.remaining > known.max * MIN_SHARE_LEFT_IN_BAN;
  }

  #assess(error: unknown, inARow: number): FailureAssessment {
    const { clock, random } = this.#context;
    return assessFailure(error, inARow, clock.now(), random, this.#network.name, this.#network.quota.state()?.max);
  }

  #closeGate(error: unknown, condition: AgentCondition, retryAt: number): void {
    const isNamed = error instanceof NetworkError && error.retryNamed;
    const isUsedUp = condition.kind === 'quota-exhausted';
    const until = isUsedUp ? this.#network.quota.refused({ isNamed, retryAt }, this.#network.time.now()) : retryAt;
    this.#network.gate.close(
      until,
      until === retryAt ? condition : { ...condition, retryAt: this.#network.time.toLocal(until) },
    );
  }

  /** Returns how often a request failed like this; failures of the whole network are counted over all streams. */
  #failuresInARow(error: unknown, ofStream: number): number {
    const inARow = this.#network.gate.failuresInARow();
    const { reach, needsPerson } = ruleFor(error);
    return reach === 'network' && !needsPerson && inARow > 0 ? inARow + 1 : ofStream;
  }

  /** Returns the end of a wait in server time, with its margin; `until` in local time. */
  #endOf(until: number): number {
    return this.#network.time.toServer(until) + PAUSE_MARGIN_MS;
  }

  #log(id: StreamId, error: unknown): void {
    const { log } = this.#context;
    if (error instanceof NetworkError) log.warn(`${id}: ${error.kind}: ${error.message}`);
    else log.error(`${id}: ${errorStack(error)}`);
  }
}

/** Effect of a failure on polling: all requests wait, or only the stream that failed. */
interface FailureAssessment {
  condition: AgentCondition;
  reach: 'network' | 'stream';
}

/** First and longest wait for an unreachable network, in minutes, so that its return is noticed soon. */
const OUTAGE_WAIT: Wait = [0.5, 2];

/** First and longest wait, in minutes. */
type Wait = readonly [first: number, longest: number];

/** Number of tries at the first wait: a refusal of one request may be an error of the network that ends in minutes. */
const SOON_TRIES = 10;
/** The same with a quota of thousands a day: tries for half a day. */
const SOON_TRIES_IN_PLENTY = 360;
const PLENTY_A_DAY = 10_000;

/** Consequences of a kind of error. */
interface FailureRule {
  reach: FailureAssessment['reach'];
  kind: Condition['kind'];
  text: Parameters<typeof conditionText>[0];
  /** How long to wait; if undefined, the next try is made as soon as the network allows. */
  wait?: Wait;
  /** Only the user can fix it, so it is not retried automatically. */
  needsPerson?: true;
  /** Whether the first wait is kept for some tries before it doubles. */
  isTriedSoon?: true;
  /** Whether a wait named by the network replaces a longer one. */
  trustsNetwork?: true;
}

const RULES: Record<NetworkError['kind'], FailureRule> = {
  offline: { reach: 'network', kind: 'offline', text: 'offline', wait: [0.25, 2] },
  timeout: { reach: 'stream', kind: 'timeout', text: 'timeout', wait: [1, 15] },
  throttled: { reach: 'network', kind: 'throttled', text: 'throttled', wait: [2, 60], trustsNetwork: true },
  backoff: { reach: 'stream', kind: 'throttled', text: 'throttled' },
  'quota-exhausted': {
    reach: 'network',
    kind: 'quota-exhausted',
    text: 'exhausted',
    wait: [10, 60],
    trustsNetwork: true,
  },
  'token-rejected': { reach: 'network', kind: 'signed-out', text: 'signedOut', needsPerson: true },
  'scope-missing': { reach: 'stream', kind: 'scope-missing', text: 'scope', wait: [2, 60], isTriedSoon: true },
  'bad-key': { reach: 'network', kind: 'bad-key', text: 'badKey', needsPerson: true },
  'bad-request': { reach: 'stream', kind: 'bad-request', text: 'badRequest', wait: [2, 6 * 60], isTriedSoon: true },
  'not-found': { reach: 'stream', kind: 'bad-request', text: 'badRequest', wait: [2, 6 * 60], isTriedSoon: true },
  'server-fault': { reach: 'stream', kind: 'server-fault', text: 'serverFault', wait: [1, 30] },
  'bad-answer': { reach: 'stream', kind: 'bad-answer', text: 'badAnswer', wait: [1, 30] },
  'blocked-by-protection': { reach: 'network', kind: 'blocked-by-protection', text: 'protection', wait: [5, 120] },
  'captive-portal': { reach: 'network', kind: 'captive-portal', text: 'portal', wait: [1, 2] },
  cancelled: { reach: 'stream', kind: 'bad-answer', text: 'badAnswer', wait: [1, 30] },
};

/** Any error that is not the network's is a fault of Askbell itself. */
const OWN_FAULT: FailureRule = { reach: 'stream', kind: 'askbell-fault', text: 'fault', wait: [1, 30] };

function ruleFor(error: unknown): FailureRule {
  return error instanceof NetworkError ? RULES[error.kind] : OWN_FAULT;
}

/**
 * Returns the condition of a failed request, and when to try again. The wait doubles each time, with jitter from
 * `random`, so that a network that comes back is not flooded.
 * @param failures number of failures in a row, from 1
 * @param requestsADay the quota, 0 if unknown
 */
export function assessFailure(
  error: unknown,
  failures: number,
  now: number,
  random: () => number,
  networkName: string,
  requestsADay = 0,
): FailureAssessment {
  const { retryAt, said }: Partial<NetworkError> = error instanceof NetworkError ? error : {};
  const rule = ruleFor(error);
  const soonTries = requestsADay >= PLENTY_A_DAY ? SOON_TRIES_IN_PLENTY : SOON_TRIES;
  const doublings = Math.max(0, failures - 1 - (rule.isTriedSoon ? soonTries : 0));
  const condition: AgentCondition = {
    ...problem(rule.kind, conditionText(rule.text, { network: networkName })),
    retryAt: retryTime(rule, retryAt, doublings, now, random),
  };
  return { reach: rule.reach, condition: quoting(condition, said) };
}

function retryTime(
  { wait, needsPerson, trustsNetwork }: FailureRule,
  named: number | undefined,
  doublings: number,
  now: number,
  random: () => number,
): number {
  if (needsPerson) return Infinity;
  if (!wait) return Math.max(now, named ?? 0);
  const at = waitUntil(wait, doublings, now, random);
  if (trustsNetwork && named !== undefined && named > now + MINUTE_MS) return named;
  return Math.max(at, named ?? 0);
}

/** Returns the end of a wait that doubles each time, with jitter, so that a network that comes back is not flooded. */
function waitUntil([first, longest]: Wait, doublings: number, now: number, random: () => number): number {
  return now + Math.min(longest * MINUTE_MS, first * MINUTE_MS * 2 ** doublings) * (0.75 + random() / 2);
}

/** Adds the network's own message to the advice of a refusal. */
function quoting(condition: AgentCondition, said: string | undefined): AgentCondition {
  if (said === undefined) return condition;
  return {
    ...condition,
    said,
    advice: (locale) => `${quoteNetwork(said, locale)} ${localize(condition.advice, locale)}`,
  };
}
