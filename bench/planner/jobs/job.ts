import { bound, feltLeast } from '../bound.ts';
import { createChaos, type ChaosRecord } from '../chaos.ts';
import { figures, type Figures } from '../figures.ts';
import { generate, type World } from '../generate.ts';
import { hinderedBound, hinderedBy } from '../hindered.ts';
import { rival, type Rival } from '../plans.ts';
import { replay, start, type ReplayOptions } from '../replay/replay.ts';
import type { Stretch } from '../stretches.ts';
import { DAY_S, readTrace, type Trace } from '../replay/trace.ts';
import type { Socket } from '../replay/trace-socket.ts';
import type { Violations } from '../replay/trace-network.ts';

/** One replay, small enough to be handed to another thread. */
export interface Job {
  what: 'generated' | 'file' | 'chaos';
  requestsPerDay: number;
  seed: number;
  /** Of a trace file. */
  file?: string;
  /** Tell the agent when the person is there. */
  withPresence?: boolean;
  /** Of a trace file: leave the agent to guess what an event of each watch is worth, as it does on generated days. */
  untold?: boolean;
  /** The network has a socket, which behaves like this. */
  socket?: Socket;
  /** Of a generated trace, where they are not the usual 7 to learn and 20 to measure. */
  world?: World;
}

/** What a replay gave. J in seconds. */
export interface Outcome extends Figures {
  job: Job;
  bound: number;
  /** The least part of what is felt that knowing who is there can leave; see bound.ts. */
  feltLeast?: number;
  /** Days that were measured, after those to learn. */
  days: number;
  learningDays: number;
  violations: Violations;
  /** J and felt of the plans beside it; not with presence, and not in chaos. */
  rivals?: Record<Rival, { J: number; felt: number }>;
  chaos?: Omit<ChaosRecord, 'sleeps' | 'stolenAt'>;
  /** How long the replay took. */
  milliseconds: number;
}

const RIVALS = ['refused', 'equal', 'proportional', 'root', 'perSite', 'timeOfDay'] as const satisfies Rival[];

/** Does a job. `progress` is told the part that is done. Rejects with a `TraceError` for a file that is no trace. */
export async function runJob(job: Job, progress?: (share: number) => void): Promise<Outcome> {
  const { requestsPerDay, seed } = job;
  const trace = await traceOf(job);
  const options = {
    requestsPerDay,
    seed,
    ...(job.withPresence && { withPresence: true }),
    ...(job.socket && { socket: job.socket }),
    ...(progress && { progress }),
  };
  if (job.what === 'chaos') return runChaos(job, trace, options);
  // A generated trace's weights are what the agent makes of a busy tag by itself; a given one's may be any.
  const replayed = await replay(trace, { ...options, weightsGiven: job.what === 'file' && !job.untold });
  const measured = figures(trace, replayed.found, replayed.requests);
  const beside = (name: Rival) => {
    const { J, felt } = figures(trace, rival(name, trace, { requestsPerDay, resetAt: replayed.resetAt, seed }), []);
    return [name, { J, felt }] as const;
  };
  return {
    job,
    ...measured,
    bound: bound(trace, requestsPerDay),
    ...(job.withPresence && { feltLeast: feltLeast(trace, requestsPerDay) }),
    days: trace.days - trace.warmupDays,
    learningDays: trace.warmupDays,
    violations: replayed.violations,
    ...(!job.withPresence &&
      !job.untold && { rivals: Object.fromEntries(RIVALS.map(beside)) as Record<Rival, { J: number; felt: number }> }),
    milliseconds: replayed.milliseconds,
  };
}

const traceOf = ({ what, file, seed, world }: Job): Trace | Promise<Trace> =>
  what === 'file' && file !== undefined ? readTrace(file) : generate(seed, world);

async function runChaos(job: Job, trace: Trace, options: ReplayOptions): Promise<Outcome> {
  const { requestsPerDay, seed } = job;
  let chaos: ReturnType<typeof createChaos> | undefined;
  const { found, requests, resetAt, backoffs, violations, milliseconds } = await replay(trace, {
    ...options,
    chaos: (world) => (chaos = createChaos(seed, requestsPerDay, world)),
  });
  const { sleeps, stolenAt, ...record } = chaos!.record;
  const seconds = (at: number): number => (at - start) / 1000;
  const asleep = sleeps.map(([from, to]): Stretch => [seconds(from), seconds(to)]);
  const hindered = hinderedBy(trace, { resetAt, backoffs, asleep, stolenAt: stolenAt.map(seconds) });
  const [first, last] = hindered.days;
  return {
    job,
    ...figures(trace, found, requests, { asleep, measured: [resetAt + first * DAY_S, resetAt + last * DAY_S] }),
    bound: hinderedBound(trace, requestsPerDay, hindered),
    days: last - first,
    learningDays: trace.warmupDays,
    violations,
    chaos: record,
    milliseconds,
  };
}
