import { Worker } from 'node:worker_threads';
import { print, runCommand, say, type Summary } from '../support/command.ts';
import { costsOf, MAX_MEMORY_AFTER, type CostOfAnswer } from './wire/cost/run.ts';
import { memoryOfWhole } from './wire/cost/whole.ts';
import { FAULT_NAMES, runMatrix, SUBJECTS, type Pair } from './matrix.ts';
import { readOptions, USAGE, type Options } from './options.ts';
import { faultLine, inWords } from './report.ts';
import { shortSubjects } from './short.ts';
import type { FaultName, Subject } from './table.ts';

/** Collects pairs, and prints a fault's line once all of its pairs are there. */
class Progress {
  readonly #began = performance.now();
  readonly #pairs = new Map<FaultName, Pair[]>();
  readonly #faults: number;
  #done = 0;
  failed = 0;
  count = 0;
  slowestOutageBackMin = 0;
  readonly operations = new Set<Subject>();

  constructor(faults: number) {
    this.#faults = faults;
  }

  add(pair: Pair): void {
    this.count++;
    this.operations.add(pair.subject);
    if (pair.manner === 'everything')
      this.slowestOutageBackMin = Math.max(this.slowestOutageBackMin, pair.seen.backAfterMin);
    if (pair.missed.length > 0) {
      this.failed++;
      say(inWords(pair));
    }
    this.#pairs.set(pair.fault, [...(this.#pairs.get(pair.fault) ?? []), pair]);
  }

  ended(fault: FaultName): void {
    print(faultLine(fault, this.#pairs.get(fault) ?? []));
    this.#pairs.delete(fault);
    say(`${++this.#done} of ${this.#faults} faults, ${this.count} pairs, ${this.seconds()} s: ${fault}`);
  }

  seconds(): number {
    return Math.round((performance.now() - this.#began) / 100) / 10;
  }
}

type Run = Extract<Options, { mode: 'run' }>;

async function inThisThread({ faults, subjects }: Run, progress: Progress): Promise<void> {
  let current: FaultName | undefined;
  for await (const pair of runMatrix(faults, subjects === 'short' ? shortSubjects : subjects)) {
    if (current !== undefined && current !== pair.fault) progress.ended(current);
    current = pair.fault;
    progress.add(pair);
  }
  if (current !== undefined) progress.ended(current);
}

/** Thread n of k takes every k-th fault: neighbouring faults take about as long. */
async function inThreads({ faults, subjects, jobs }: Run, progress: Progress): Promise<void> {
  const shares = Array.from({ length: jobs }, (_, job) => faults.filter((_fault, index) => index % jobs === job));
  const run = (share: readonly FaultName[]) =>
    new Promise<void>((resolve, reject) => {
      let current: FaultName | undefined;
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { faults: share, subjects } });
      worker.on('message', (pair: Pair) => {
        if (current !== undefined && current !== pair.fault) progress.ended(current);
        current = pair.fault;
        progress.add(pair);
      });
      worker.once('error', reject);
      worker.once('exit', () => {
        if (current !== undefined) progress.ended(current);
        resolve();
      });
    });
  await Promise.all(shares.filter((share) => share.length > 0).map(run));
}

/** Asks for every hostile answer, and prints what each costs, and what all of them leave of a whole Askbell. */
async function proveCosts(): Promise<Summary> {
  const costs: CostOfAnswer[] = [];
  for await (const cost of costsOf()) {
    print(cost);
    costs.push(cost);
  }
  const dear = costs.filter(({ passed }) => !passed).map(({ answer }) => answer);
  const [before, after] = [costs[0]?.rss_mb ?? 0, costs.at(-1)?.rss_mb ?? 0];
  const whole = await memoryOfWhole();
  print({ whole });
  const isGivenBack =
    after <= before * MAX_MEMORY_AFTER && whole.rss_after_mb <= whole.rss_before_mb * MAX_MEMORY_AFTER;
  const passed = dear.length === 0 && isGivenBack;
  return { passed, answers: costs.length, dear, rss_before_mb: before, rss_after_mb: after, whole };
}

async function prove(args: string[]): Promise<Summary | undefined> {
  const options = readOptions(args);
  if (options.mode === 'help') return undefined;
  if (options.mode === 'list') {
    process.stdout.write(`Faults:\n  ${FAULT_NAMES.join('\n  ')}\nOperations:\n  ${SUBJECTS.join('\n  ')}\n`);
    return { passed: true, faults: FAULT_NAMES.length, operations: SUBJECTS.length };
  }
  if (options.mode === 'cost') return proveCosts();
  const progress = new Progress(options.faults.length);
  await (options.jobs > 1 ? inThreads(options, progress) : inThisThread(options, progress));
  const { user, system } = process.cpuUsage();
  return {
    passed: progress.failed === 0,
    faults: options.faults.length,
    short: options.subjects === 'short',
    operations: progress.operations.size,
    pairs: progress.count,
    failedPairs: progress.failed,
    slowestOutageBackMin: Number.isFinite(progress.slowestOutageBackMin) ? progress.slowestOutageBackMin : null,
    seconds: progress.seconds(),
    cpuSeconds: Math.round((user + system) / 1e5) / 10,
  };
}

await runCommand('faults', USAGE, prove);
