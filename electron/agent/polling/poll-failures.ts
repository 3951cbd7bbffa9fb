import { NetworkError } from '../../api/errors.ts';
import type { Log } from '../../log.ts';
import type { Condition } from '../../../common/contract/contract.ts';
import { say } from '../../../common/i18n/localized-text.ts';
import { quoteNetwork, conditionText, type AgentCondition } from '../domain/conditions.ts';
import type { NetworkHold } from './gate/network-hold.ts';
import type { NetworkTime } from '../domain/network-time.ts';
import { SAME_REQUEST_FLOOR_MS } from '../forecast/forecast.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import type { StreamStates } from './stream-states.ts';
import type { StreamId } from '../domain/stream-id.ts';

/** Silence is kept a little longer than asked for, in ms: a request may be faster on its way than the answer was, and clocks count whole ms. */
export const PAUSE_MARGIN_MS = 250;

interface SetbackParts {
  states: StreamStates;
  hold: NetworkHold;
  spending: QuotaLedger;
  time: NetworkTime;
  /** This machine's time. */
  machineNow: () => number;
  random: () => number;
  log: Log;
  networkName: string;
}

/** Gives what takes a poll that failed: who waits for how long because of it, and what the person is told. */
export function createSetbacks({ states, hold, spending, time, machineNow, random, log, networkName }: SetbackParts) {
  /** What reaches the whole network is counted for the whole network. */
  const inARow = (error: unknown, ofStream: number): number =>
    error instanceof NetworkError &&
    hold.failures() > 0 &&
    ['offline', 'throttled', 'quota-exhausted'].includes(error.kind)
      ? hold.failures() + 1
      : ofStream;

  return (id: StreamId, error: unknown): void => {
    if (error instanceof NetworkError) log.warn(`${id}: ${error.kind}: ${error.message}`);
    else log.error(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    const failures = states.of(id).failures + 1;
    if (error instanceof NetworkError && error.kind === 'backoff') {
      states.change(id, {
        notBefore: time.fromMachine(error.retryAt ?? machineNow() + SAME_REQUEST_FLOOR_MS) + PAUSE_MARGIN_MS,
      });
      return;
    }
    const { condition, reach } = assessFailure(error, inARow(error, failures), machineNow(), random, networkName);
    const judged = time.fromMachine(condition.retryAt ?? machineNow()) + PAUSE_MARGIN_MS;
    // Wanted, so that it is tried again when it was said to be, not an interval later.
    if (reach !== 'network') {
      states.change(id, { failures, wanted: true, notBefore: judged, condition });
      return;
    }
    const until =
      condition.kind === 'quota-exhausted'
        ? spending.refused({ named: error instanceof NetworkError && error.retryNamed, judged }, time.now())
        : judged;
    hold.begin(until, until === judged ? condition : { ...condition, retryAt: time.toMachine(until) }, time.now());
    states.change(id, { wanted: true });
  };
}

/** How a failure affects polling: everything waits, or only the stream that failed. */
export interface FailureAssessment {
  condition: AgentCondition;
  reach: 'network' | 'stream';
}

const minute = 60_000;

/**
 * Takes a failed request and how often in a row it has failed (from 1), gives what to tell the person and when to try
 * again. The wait doubles each time, with jitter from `random`, so that a network coming back is not stormed.
 */
export function assessFailure(
  error: unknown,
  failures: number,
  now: number,
  random: () => number,
  networkName: string,
): FailureAssessment {
  const wait = (first: number, longest: number) =>
    now + Math.min(longest, first * 2 ** (failures - 1)) * (0.75 + random() / 2);
  const said = error instanceof NetworkError ? error : undefined;
  const notBefore = (at: number) => Math.max(at, said?.retryAt ?? 0);
  // A network that says how long to wait means it, and not longer.
  const toldOr = (at: number) =>
    said?.retryAt !== undefined && said.retryAt > now + minute ? said.retryAt : notBefore(at);
  const network = networkName;
  const problem = (
    reach: FailureAssessment['reach'],
    kindShown: Condition['kind'],
    words: Pick<AgentCondition, 'title' | 'advice'>,
    retryAt: number,
  ): FailureAssessment => ({
    reach,
    condition: { kind: kindShown, severity: 'problem', ...words, retryAt },
  });

  switch (said?.kind) {
    case undefined:
      return problem('stream', 'askbell-fault', conditionText('fault'), wait(minute, 30 * minute));
    case 'offline':
      return problem('network', 'offline', conditionText('offline', { network }), notBefore(wait(15_000, 5 * minute)));
    case 'timeout':
      return problem('stream', 'timeout', conditionText('timeout', { network }), notBefore(wait(minute, 15 * minute)));
    case 'throttled':
      return problem(
        'network',
        'throttled',
        conditionText('throttled', { network }),
        toldOr(wait(2 * minute, 60 * minute)),
      );
    case 'backoff':
      return problem('stream', 'throttled', conditionText('backoff', { network }), notBefore(now));
    case 'quota-exhausted':
      return problem(
        'network',
        'quota-exhausted',
        conditionText('exhausted', { network }),
        toldOr(wait(10 * minute, 60 * minute)),
      );
    case 'token-rejected':
      return problem('network', 'signed-out', conditionText('signedOut', { network }), Infinity);
    case 'scope-missing':
      return problem('stream', 'scope-missing', conditionText('scope'), notBefore(wait(30 * minute, 60 * minute)));
    case 'bad-key':
      return problem('network', 'bad-key', conditionText('badKey', { network }), Infinity);
    case 'bad-request':
    case 'not-found':
      return refused(
        said.said,
        problem(
          'stream',
          'bad-request',
          conditionText('badRequest', { network }),
          notBefore(wait(10 * minute, 6 * 60 * minute)),
        ),
      );
    case 'server-fault':
      return problem(
        'stream',
        'server-fault',
        conditionText('serverFault', { network }),
        notBefore(wait(minute, 30 * minute)),
      );
    case 'bad-answer':
    case 'cancelled':
      return problem(
        'stream',
        'bad-answer',
        conditionText('badAnswer', { network }),
        notBefore(wait(minute, 30 * minute)),
      );
  }
}

/** A refusal with the network's own words to it. */
function refused(said: string | undefined, { reach, condition }: FailureAssessment): FailureAssessment {
  if (said === undefined) return { reach, condition };
  return {
    reach,
    condition: {
      ...condition,
      said,
      advice: (speech) => `${quoteNetwork(said, speech)} ${say(condition.advice, speech)}`,
    },
  };
}
