import { NetworkError } from '../../api/errors.ts';
import type { Log } from '../../log.ts';
import { judge } from '../domain/conditions.ts';
import type { Hold } from './gate/network-hold.ts';
import type { NetworkTime } from '../domain/network-time.ts';
import { sameRequestFloor } from '../planning/planner.ts';
import type { Spending } from './quota-ledger.ts';
import type { StreamStates } from './stream-states.ts';
import type { StreamId } from '../domain/stream-id.ts';

/** Silence is kept a little longer than asked for, in ms: a request may be faster on its way than the answer was, and clocks count whole ms. */
export const courtesy = 250;

interface SetbackParts {
  states: StreamStates;
  hold: Hold;
  spending: Spending;
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
      states.change(id, { notBefore: time.fromMachine(error.retryAt ?? machineNow() + sameRequestFloor) + courtesy });
      return;
    }
    const { condition, reach } = judge(error, inARow(error, failures), machineNow(), random, networkName);
    const judged = time.fromMachine(condition.retryAt ?? machineNow()) + courtesy;
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
