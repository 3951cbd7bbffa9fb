import { runJobs } from './jobs/jobs.ts';
import { usualWorld, MAX_WORTH_PER_HOUR, type World } from './generate.ts';
import type { Job, Outcome } from './jobs/job.ts';
import { decisionTime } from './many-streams.ts';
import { endForUsage } from '../../build/command-line.ts';
import { readOptions, USAGE, type Mode } from './options.ts';
import {
  chaosLine,
  chaosWords,
  decisionLine,
  generatedLine,
  missed,
  progress,
  pushLine,
  pushWords,
  table,
  traceLine,
  written,
  type Line,
} from './report.ts';
import { readTrace, TraceError } from './replay/trace.ts';
import { SOCKETS } from './replay/trace-socket.ts';

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Streams of the decision that is timed, and how many decisions. */
const STREAM_COUNT = 1110;
const DECISION_COUNT = 300;

/** If all streams can be asked every minute there is nothing to learn, and a day is as good as the next. */
const worldAt = (requestsPerDay: number): { world: World } | undefined =>
  requestsPerDay < 10_000 ? undefined : { world: { warmupDays: 2, days: 6 } };

/**
 * Presence matters most where requests are few. There it is measured in a second world, too: no tag has more questions
 * than count for its worth, so that the news is worth the same and no page ever fills.
 */
function casesAt(requestsPerDay: number): Pick<Job, 'withPresence' | 'world'>[] {
  if (requestsPerDay >= 1000) return [{ withPresence: false, ...worldAt(requestsPerDay) }];
  const few = { world: { ...usualWorld, most: MAX_WORTH_PER_HOUR } };
  return [
    { withPresence: false },
    { withPresence: true },
    { withPresence: false, ...few },
    { withPresence: true, ...few },
  ];
}

/** Days to learn before those of chaos are measured. */
const LEARNING_DAYS = 7;
/** Days of chaos that one thread does in one go: as many as its history holds in memory. */
const DAYS_PER_JOB = 100;

/** Does jobs and tells how far they are, in lines and, on a terminal, in a line that is written over. */
async function run(jobs: Job[]): Promise<Outcome[]> {
  let tenth = 0;
  return runJobs(
    jobs,
    (outcome, ended) => say(`${ended} of ${jobs.length}: ${progress(outcome)}`),
    (share) => {
      if (Math.floor(share * 10) > tenth) say(`${(tenth = Math.floor(share * 10)) * 10} %`);
    },
  );
}

async function generated({ budgets, seeds }: { budgets: number[]; seeds: number[] }): Promise<Line[]> {
  // First what is timed, while nothing else runs.
  const decision = decisionLine(STREAM_COUNT, decisionTime(STREAM_COUNT, DECISION_COUNT, seeds[0]!));
  const jobs = budgets.flatMap((requestsPerDay) =>
    casesAt(requestsPerDay).flatMap((each) =>
      seeds.map((seed): Job => ({ what: 'generated', requestsPerDay, seed, ...each })),
    ),
  );
  // The longest first, so that no thread is left with one at the end.
  const outcomes = await run(jobs.toSorted((a, b) => b.requestsPerDay - a.requestsPerDay));
  const lines = budgets.map((budget) => {
    const of = (withPresence: boolean, most?: number) =>
      outcomes.filter(
        ({ job }) => job.requestsPerDay === budget && job.withPresence === withPresence && job.world?.most === most,
      );
    return generatedLine(
      budget,
      { plain: of(false), present: of(true) },
      { plain: of(false, MAX_WORTH_PER_HOUR), present: of(true, MAX_WORTH_PER_HOUR) },
    );
  });
  say(table(lines));
  return [...lines, decision];
}

/** Each budget without a socket, and with sockets of all kinds. */
async function push({ budgets, seeds }: { budgets: number[]; seeds: number[] }): Promise<Line[]> {
  const jobs = budgets.flatMap((requestsPerDay) =>
    [undefined, ...SOCKETS].flatMap((socket) =>
      seeds.map((seed): Job => ({ what: 'generated', requestsPerDay, seed, ...(socket && { socket }) })),
    ),
  );
  const outcomes = await run(jobs.toSorted((a, b) => b.requestsPerDay - a.requestsPerDay));
  return budgets.map((budget) => {
    const line = pushLine(
      budget,
      outcomes.filter(({ job }) => job.requestsPerDay === budget),
    );
    say(pushWords(line));
    return line;
  });
}

async function given({ file, budget, seed }: { file: string; budget: number; seed: number }): Promise<Line[]> {
  const trace = await readTrace(file);
  if (trace.beyond !== undefined) say(`${trace.beyond} events at or after the end of day ${trace.days} are left out.`);
  const job = { what: 'file', file, requestsPerDay: budget, seed } as const;
  const line = traceLine(
    file,
    budget,
    await run([job, { ...job, untold: true }, ...(trace.present.length > 0 ? [{ ...job, withPresence: true }] : [])]),
  );
  say(table([line]));
  return [line];
}

async function chaos({ days, budget, seed }: { days: number; budget: number; seed: number }): Promise<Line[]> {
  const parts = Math.ceil(days / DAYS_PER_JOB);
  const daysOf = (part: number): number => Math.floor((days * (part + 1)) / parts) - Math.floor((days * part) / parts);
  // One day more, so that it holds as many whole days of the quota.
  const world = (part: number): World => ({ warmupDays: LEARNING_DAYS, days: LEARNING_DAYS + daysOf(part) + 1 });
  const line = chaosLine(
    budget,
    await run(
      Array.from({ length: parts }, (_, part): Job => ({
        what: 'chaos',
        requestsPerDay: budget,
        seed: seed + part,
        world: world(part),
      })),
    ),
  );
  say(chaosWords(line));
  return [line];
}

async function measure(mode: Exclude<Mode, { mode: 'help' }>): Promise<Line[]> {
  if (mode.mode === 'generated') return generated(mode);
  if (mode.mode === 'push') return push(mode);
  return mode.mode === 'trace' ? given(mode) : chaos(mode);
}

try {
  const mode = readOptions(process.argv.slice(2));
  if (mode.mode === 'help') process.stdout.write(USAGE);
  else {
    const all = await measure(mode);
    for (const line of all) process.stdout.write(`${written(line)}\n`);
    for (const line of all.filter((each) => missed(each).length > 0))
      say(`Missed (${line.figures['case'] ?? `${line.figures['budget']} a day`}): ${missed(line).join(', ')}.`);
    process.exitCode = all.every((line) => missed(line).length === 0) ? 0 : 1;
  }
} catch (error) {
  if (!(error instanceof TraceError)) endForUsage(error, USAGE);
  say(error.message);
  process.exitCode = 2;
}
