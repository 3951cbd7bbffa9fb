import type { PolledProfile, SchedulerContext } from '../../../electron/agent/scheduler/network-state.ts';
import { Scheduler } from '../../../electron/agent/scheduler/scheduler.ts';
import { DEFAULT_NEWS_VALUE, type EventValue } from '../../../electron/agent/scheduler/forecast/rate-learner.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLog } from '../../../electron/base/log.ts';
import { openHistory, type History } from '../../../electron/store/history.ts';
import { SettingsStore, type StoredWatch } from '../../../electron/store/settings.ts';
import { createRandom } from '../random.ts';
import { createSimClock, type Happening } from './sim-clock.ts';
import { DAY_S, tagOf, type Trace } from './trace.ts';
import { socketHappenings, type Socket } from './trace-socket.ts';
import { createTraceNetwork, type Interference, type Backoff, type Violations } from './trace-network.ts';

/** How a trace is replayed. */
export interface ReplayOptions {
  requestsPerDay: number;
  seed: number;
  /** Tell the scheduler when the person is there. */
  withPresence?: boolean;
  /** Take the trace's weights for what events are worth, instead of learning what a busy tag is worth. */
  weightsGiven?: boolean;
  /** The network has a socket, which behaves like this. */
  socket?: Socket;
  /** Everything that goes wrong on purpose; see chaos.ts. */
  chaos?: (world: ChaosWorld) => Chaos;
  progress?: (share: number) => void;
  /** Shown the history at the end, before it is gone. */
  atEnd?: (history: History) => void;
}

/** What chaos may get its hands on. */
export interface ChaosWorld {
  start: number;
  end: number;
  setClock: (by: number) => void;
  sleepUntil: (at: number) => void;
  woke: () => void;
  /** Another app takes a request; gives false where nothing is left. */
  steal: () => boolean;
  restart: () => Promise<void>;
}

export interface Chaos {
  happenings: Happening[];
  interfere: (method: string) => Interference;
}

/** What came of it. Times in seconds of the trace. */
export interface Replayed {
  /** When each event was told; NaN for one that never was. */
  found: Float64Array;
  requests: number[];
  /** Seconds of the day at which the quota was counted anew. */
  resetAt: number;
  backoffs: Backoff[];
  violations: Violations;
  milliseconds: number;
}

/** A Monday; the trace's midnight is one of UTC. */
export const start = Date.UTC(2026, 0, 5);

/** One watch for each tag of the trace. */
const watchesOf = (trace: Trace): StoredWatch[] =>
  trace.streams.flatMap((stream) => {
    const { id, site } = stream;
    if (site === undefined) return [];
    const rule = {
      anyTags: [tagOf(stream)],
      allTags: [],
      noTags: [],
      titleWords: [],
      unanswered: false,
      bounty: false,
    };
    return [{ id, networkId: 'trace', siteId: site, siteName: site, rule, alert: 'list', muted: false }];
  });

/**
 * What the scheduler is told of the worth of news: of inbox and reputation always, of each watch only where that is
 * wanted.
 */
function newsValueOf(trace: Trace, { weightsGiven }: ReplayOptions): EventValue {
  const weight = new Map(trace.streams.map((stream) => [stream.id, stream.weight]));
  return {
    inbox: weight.get('inbox') ?? DEFAULT_NEWS_VALUE.inbox,
    reputation: weight.get('reputation') ?? DEFAULT_NEWS_VALUE.reputation,
    ...(weightsGiven && { watch: (id: string) => weight.get(id) }),
  };
}

/** Replays a trace through the real scheduler on simulated time, with the real history in memory. */
export async function replay(trace: Trace, options: ReplayOptions): Promise<Replayed> {
  const began = performance.now();
  const random = createRandom(options.seed * 104_729 + 3);
  const history = openHistory(':memory:');
  const profile = history.profile({ network: 'trace', accountId: 1, displayName: 'Somebody' });
  const settings = new SettingsStore({ path: '', store: { watches: watchesOf(trace) } });
  const end = start + trace.days * DAY_S * 1000;
  const happenings: Happening[] = [];
  const over = Promise.withResolvers<void>();
  const sim = createSimClock(start, end, happenings, over.resolve);
  const { clock } = sim;
  let scheduler: Scheduler;
  // A time of the day that nobody knows beforehand.
  const resetAt = Math.floor(random.between(0, 24) * 3600);
  const world = createTraceNetwork({
    trace,
    start,
    truth: clock.truth,
    machine: clock.now,
    requestsPerDay: options.requestsPerDay,
    resetAt,
    sent: () => scheduler.responses.sent(),
    answered: (facts) => scheduler.responses.answered(facts),
    interfere: (method) => chaos?.interfere(method) ?? {},
  });
  const context: SchedulerContext = {
    clock,
    random: random.next,
    log: silentLog,
    settings,
    history,
    events: new Emitter(silentLog),
    desktop: { languages: ['en'] },
    fetch: {},
  };
  const polled: PolledProfile = {
    network: world.network,
    networkId: 'trace',
    networkName: 'Trace',
    profile,
    newsValue: newsValueOf(trace, options),
    announcements: { heldUntil: () => undefined },
  };
  const create = () => new Scheduler(context, polled, 0);
  scheduler = create();
  const chaos = options.chaos?.({
    start,
    end,
    setClock: sim.setClock,
    sleepUntil: sim.sleepUntil,
    woke: () => scheduler.woke(),
    steal: world.steal,
    async restart() {
      await scheduler.stop();
      scheduler = create();
      scheduler.start();
    },
  });
  happenings.push(
    ...(chaos?.happenings ?? []),
    ...socketHappenings(trace, options, { start, home: world.home.site, trust: () => scheduler.trust }),
    ...(options.withPresence ? presenceOf(trace, (state) => scheduler.setPresence(state)) : []),
  );
  if (options.progress)
    happenings.push(every(DAY_S * 1000, (now) => options.progress?.((now - start) / (end - start))));
  scheduler.start();
  await over.promise;
  await scheduler.stop();
  options.atEnd?.(history);
  history.close();
  return {
    found: world.found,
    requests: world.requests,
    resetAt,
    backoffs: world.backoffs,
    violations: world.violations,
    milliseconds: performance.now() - began,
  };
}

const every = (ms: number, happen: (now: number) => void): Happening => ({
  at: start + ms,
  happen(now) {
    happen(now);
    return now + ms;
  },
});

/** The person comes and goes as the trace says, every day. */
function presenceOf(trace: Trace, tell: (state: 'present' | 'away') => void): Happening[] {
  const moment = (ofDay: number, state: 'present' | 'away'): Happening => ({
    at: start + ofDay * 1000,
    happen(now) {
      tell(state);
      return now + DAY_S * 1000;
    },
  });
  // The trace begins at midnight, when nobody is there.
  if (!trace.present.some(([from]) => from === 0)) queueMicrotask(() => tell('away'));
  return trace.present.flatMap(([from, to]) => [moment(from, 'present'), moment(to % DAY_S, 'away')]);
}
