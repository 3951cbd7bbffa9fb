import { Scheduler } from '../../../electron/agent/scheduler/scheduler.ts';
import { openHistory, type History } from '../../../electron/store/history.ts';
import { SettingsStore, type StoredWatch } from '../../../electron/store/settings.ts';
import { createRandom } from '../../../sandbox/world/random.ts';
import { schedulerContext } from '../../../test/support/scheduler-context.ts';
import { watchOf } from '../../../test/support/watch.ts';
import { createSimClock } from './sim-clock.ts';
import { DAY_S, type Trace } from './trace.ts';
import { createTraceNetwork } from './trace-network.ts';
import type { Violations } from './request-rules.ts';

/** Options of a replay. */
export interface ReplayOptions {
  requestsPerDay: number;
  seed: number;
  /** Whether the network refuses requests, asks for pauses, and lets another app use its quota. */
  withTrouble?: boolean;
  /** Called with the history before it is closed. */
  atEnd?: (history: History) => void;
}

/** Result of a replay. Times in seconds of the trace. */
export interface Replayed {
  /** Time at which each event was sent to Askbell; NaN for one that never was. */
  found: Float64Array;
  requests: number[];
  violations: Violations;
}

/** A Monday; the trace's midnight is one of UTC. */
const START = Date.UTC(2026, 0, 5);

/** Returns one watch for each tag of the trace. */
const watchesOf = (trace: Trace): StoredWatch[] =>
  trace.streams.flatMap(({ id, site, tag = id }) =>
    site === undefined ? [] : [watchOf(id, site, { anyTags: [tag] }, { networkId: 'trace', alert: 'list' })],
  );

/** Replays a trace through the real scheduler on simulated time, with the real history in memory. */
export async function replay(trace: Trace, options: ReplayOptions): Promise<Replayed> {
  const { requestsPerDay, seed } = options;
  const random = createRandom(seed * 104_729 + 3);
  const history = openHistory(':memory:');
  const profile = history.profile({ network: 'trace', accountId: 1, displayName: 'Somebody' });
  const over = Promise.withResolvers<void>();
  const clock = createSimClock(START, START + trace.days * DAY_S * 1000, over.resolve);
  const { network, found, rules } = createTraceNetwork(trace, {
    start: START,
    now: clock.exact,
    requestsPerDay,
    // A time of the day that nobody knows beforehand.
    resetAt: Math.floor(random.fraction() * 24 * 3600),
    trouble: options.withTrouble ? createRandom(seed * 65_537 + 11) : undefined,
    sent: () => scheduler.responses.sent(),
    answered: (facts) => scheduler.responses.answered(facts),
  });
  const scheduler: Scheduler = new Scheduler(
    schedulerContext({
      clock,
      random: random.fraction,
      settings: new SettingsStore({ path: '', store: { watches: watchesOf(trace) } }),
      history,
    }),
    {
      network,
      networkId: 'trace',
      networkName: 'Trace',
      profile,
      announcements: { heldUntil: () => undefined },
    },
    0,
  );
  scheduler.start();
  await over.promise;
  await scheduler.stop();
  options.atEnd?.(history);
  history.close();
  return { found, requests: rules.requests, violations: rules.violations };
}
