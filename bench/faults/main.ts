import { OptionError, print, runCommand, say, type OptionsOf, type Summary } from '../support/command.ts';
import type { Subject } from './expectations.ts';
import { runMatrix, shortSubjects, SUBJECTS, type Pair } from './matrix.ts';
import { FAULT_NAMES, TABLE, type FaultName } from './table.ts';

const isFault = (name: string): name is FaultName => (FAULT_NAMES as string[]).includes(name);
const isSubject = (name: string): name is Subject => (SUBJECTS as string[]).includes(name);

/** Returns the longest time until all was well again; JSON has no infinity. */
function slowestOf(pairs: readonly Pair[]): number | null {
  const slowest = Math.max(0, ...pairs.map(({ seen }) => seen.backAfterMin));
  return Number.isFinite(slowest) ? Math.round(slowest * 100) / 100 : null;
}

const isFailed = ({ missed }: Pair): boolean => missed.length > 0;
const inWords = ({ fault, subject, missed }: Pair): string => `${fault} at ${subject}: ${missed.join('; ')}`;

/** JSON line of a fault. */
function faultLine(fault: FaultName, pairs: readonly Pair[]): object {
  const failed = pairs.filter(isFailed);
  return {
    fault,
    what: TABLE[fault].what,
    pairs: pairs.length,
    failed: failed.length,
    told: [...new Set(pairs.flatMap(({ seen }) => [...seen.told]))],
    shown: [...new Set(pairs.flatMap(({ seen }) => [...seen.shown]))],
    slowestBackMin: slowestOf(pairs),
    missed: failed.map(inWords),
  };
}

async function prove(given: OptionsOf<'faults'>): Promise<Summary> {
  const unknown = given.only.find((name) => !isFault(name) && !isSubject(name));
  if (unknown !== undefined)
    throw new OptionError(`--only takes a fault or an operation, not "${unknown}". See bench/faults/table.ts.`);
  const [onlyFaults, onlySubjects] = [given.only.filter(isFault), given.only.filter(isSubject)];
  if (given.short && onlySubjects.length > 0)
    throw new OptionError('--short chooses the operations itself; --only takes faults beside it.');
  const faults = onlyFaults.length > 0 ? onlyFaults : FAULT_NAMES;
  const subjects = onlySubjects.length > 0 ? onlySubjects : SUBJECTS;
  return summaryOf(faults, given.short ? shortSubjects : () => subjects, given.short);
}

async function summaryOf(
  faults: readonly FaultName[],
  subjectsOf: (fault: FaultName) => readonly Subject[],
  short: boolean,
): Promise<Summary> {
  const all: Pair[] = [];
  const tell = (fault: FaultName) => {
    const pairs = all.filter((pair) => pair.fault === fault);
    print(faultLine(fault, pairs));
    say(`${faults.indexOf(fault) + 1} of ${faults.length} faults, ${all.length} pairs: ${fault}`);
  };
  for await (const pair of runMatrix(faults, subjectsOf)) {
    const last = all.at(-1)?.fault;
    if (last !== undefined && last !== pair.fault) tell(last);
    if (isFailed(pair)) say(inWords(pair));
    all.push(pair);
  }
  tell(all.at(-1)!.fault);
  const failedPairs = all.filter(isFailed).length;
  return {
    passed: failedPairs === 0,
    faults: faults.length,
    short,
    operations: new Set(all.map(({ subject }) => subject)).size,
    pairs: all.length,
    failedPairs,
    slowestOutageBackMin: slowestOf(all.filter(({ manner }) => manner === 'everything')),
  };
}

await runCommand('faults', prove);
