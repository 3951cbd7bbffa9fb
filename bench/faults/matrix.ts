import { clickUnder } from './asking/clicked.ts';
import { pollUnder } from './asking/polled.ts';
import { expectationOf, type Expectation, type Row, type Subject } from './expectations.ts';
import { misses, type Manner, type Seen } from './judge.ts';
import type { Fault } from './network/layer.ts';
import { startDrivenSandbox, type DrivenSandbox } from './network/sandbox.ts';
import { OPERATIONS, type OperationName } from './operations.ts';
import { recordedFault } from './servers.ts';
import { FAULT_NAMES, TABLE, type FaultName } from './table.ts';

/** One cell of the matrix. */
export interface Pair {
  fault: FaultName;
  subject: Subject;
  manner: Manner;
  seen: Seen;
  missed: string[];
}

/** Operation that stands for all when the fault meets all of them: any that is polled will do. */
const POLLED_IN_OUTAGE = 'questions';
/** A click's recovery is watched a little longer than the row allows. */
const WATCHED_LONGER_MIN = 2;

const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];
export const SUBJECTS: readonly Subject[] = [...OPERATION_NAMES, 'everything'];
/** Faults that once made a watch lose its place, so watched questions always meet them. */
const MEANT_FOR_MARKS = /^(date|quota|backoff)-/;
/** An outage of everything lasts for hours, so that only a few are tried. */
const OUTAGES: readonly FaultName[] = ['refused', 'html-200', 'portal-302', 'status-500', 'date-day-ahead-minutes'];

/** Returns the operations that meet a fault in CI: they take turns, so that each fault and each operation is tried. */
export function shortSubjects(fault: FaultName): Subject[] {
  const turn = OPERATION_NAMES[FAULT_NAMES.indexOf(fault) % OPERATION_NAMES.length]!;
  return [
    MEANT_FOR_MARKS.test(fault) ? 'questions' : turn,
    ...(OUTAGES.includes(fault) ? ['everything' as const] : []),
  ];
}

async function inDrivenTime(
  sandbox: DrivenSandbox,
  subject: Subject,
  fault: Fault,
  expected: Expectation,
): Promise<[Manner, Seen]> {
  const everything = subject === 'everything';
  const operation = OPERATIONS[everything ? POLLED_IN_OUTAGE : subject];
  if (operation.asked === 'clicked')
    return ['clicked', await clickUnder(sandbox, operation, fault, expected.backMin + WATCHED_LONGER_MIN)];
  const seen = await pollUnder(sandbox, operation, fault, { expected, everything });
  return [everything ? 'everything' : 'polled', seen];
}

/**
 * Runs the pairs of faults and operations, one after the other, and yields each as soon as it is judged.
 * @param rows expectations; the table by default
 */
export async function* runMatrix(
  faults: readonly FaultName[],
  subjectsOf: (fault: FaultName) => readonly Subject[],
  rows: Readonly<Record<FaultName, Row>> = TABLE,
): AsyncGenerator<Pair> {
  const sandbox = await startDrivenSandbox();
  try {
    for (const fault of faults) {
      const row = rows[fault];
      const play = typeof row.fault === 'function' ? row.fault : await recordedFault(row.fault);
      for (const subject of subjectsOf(fault)) {
        const expected = expectationOf(row, subject);
        const [manner, seen] = await inDrivenTime(sandbox, subject, play, expected);
        yield { fault, subject, manner, seen, missed: misses(seen, expected, manner) };
      }
    }
  } finally {
    await sandbox.close();
  }
}
