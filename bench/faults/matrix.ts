import { askOverWire } from './asking/wired.ts';
import { clickUnder } from './asking/clicked.ts';
import { misses, type Manner } from './judge.ts';
import { MADE_FAULTS } from './made/faults.ts';
import type { Fault } from './network/layer.ts';
import { startInProcessSandbox, type InProcessSandbox } from './network/sandbox.ts';
import { OPERATIONS, type OperationName } from './operations.ts';
import { pollUnder } from './asking/polled.ts';
import type { Seen } from './asking/seen.ts';
import { expectationOf, TABLE, type Expectation, type FaultName, type Row, type Subject } from './table.ts';
import { patienceMs, played, recordOf } from './wire/recorded.ts';
import { WIRE_FAULTS } from './wire/servers.ts';

/** One cell of the matrix. */
export interface Pair {
  fault: FaultName;
  subject: Subject;
  manner: Manner;
  seen: Seen;
  missed: string[];
}

export const FAULT_NAMES = Object.keys(TABLE) as FaultName[];
export const SUBJECTS: readonly Subject[] = [...(Object.keys(OPERATIONS) as OperationName[]), 'everything'];

/** How long a fault lasts, in minutes, where its row says nothing else. */
const ONE_LASTS_MIN = 30;
const OUTAGE_LASTS_MIN = 180;
/** Recovery is watched a little longer than the row allows. */
const WATCHED_LONGER_MIN = 2;

/** The operation that stands for all when the fault meets all of them: any that is polled will do. */
const POLLED_IN_OUTAGE = 'questions';

const isWireFault = (fault: FaultName): fault is keyof typeof WIRE_FAULTS => Object.hasOwn(WIRE_FAULTS, fault);

/** The fault as a fetch in front of the sandbox plays it: made, or as a real server made a real fetch fail just now. */
async function playable(fault: FaultName): Promise<Fault> {
  if (!isWireFault(fault)) return MADE_FAULTS[fault];
  const opened = await WIRE_FAULTS[fault]();
  try {
    return played(await recordOf(opened, patienceMs(fault)));
  } finally {
    opened.close();
  }
}

async function inTime(sandbox: InProcessSandbox, subject: Subject, fault: Fault, expected: Expectation): Promise<Seen> {
  const everything = subject === 'everything';
  const operation = OPERATIONS[everything ? POLLED_IN_OUTAGE : subject];
  if (operation.asked === 'clicked')
    return clickUnder(sandbox, operation, fault, expected.backMin + WATCHED_LONGER_MIN);
  const lasts = expected.lastsMin ?? (everything ? OUTAGE_LASTS_MIN : ONE_LASTS_MIN);
  const back = everything ? expected.outageBackMin : expected.backMin;
  const spans = {
    faultMin: lasts,
    afterMin: back + WATCHED_LONGER_MIN,
    isClicked: expected.mendedBy === 'click',
    isReplaced: expected.isReplaced === true,
    isBrief: expected.lastsMin !== undefined,
  };
  return pollUnder(sandbox, operation, fault, { spans, everything, site: sandbox.singleSite });
}

const mannerOf = (subject: Subject): Manner =>
  subject === 'everything' ? 'everything' : OPERATIONS[subject].asked === 'polled' ? 'polled' : 'clicked';

/**
 * Runs the pairs of some faults with some operations, one after the other, and gives each as soon as it is judged.
 * @param rows what is expected; the table, unless somebody wants to see the matrix fail
 */
export async function* runMatrix(
  faults: readonly FaultName[],
  subjectsOf: readonly Subject[] | ((fault: FaultName) => readonly Subject[]),
  rows: Record<FaultName, Row> = TABLE,
): AsyncGenerator<Pair> {
  const sandbox = await startInProcessSandbox();
  const judged = (fault: FaultName, subject: Subject, manner: Manner, seen: Seen): Pair => {
    const missed = misses(seen, expectationOf(rows[fault], subject), manner);
    return { fault, subject, manner, seen, missed };
  };
  try {
    for (const fault of faults) {
      const subjects = typeof subjectsOf === 'function' ? subjectsOf(fault) : subjectsOf;
      const play = await playable(fault);
      for (const subject of subjects) {
        const seen = await inTime(sandbox, subject, play, expectationOf(rows[fault], subject));
        yield judged(fault, subject, mannerOf(subject), seen);
      }
      if (!isWireFault(fault)) continue;
      const opened = await WIRE_FAULTS[fault]();
      try {
        for (const subject of subjects) {
          if (subject === 'everything') continue;
          const asking = { subjects: sandbox.subjects, patience: patienceMs(fault) };
          yield judged(fault, subject, 'wired', await askOverWire(opened, OPERATIONS[subject], asking));
        }
      } finally {
        opened.close();
      }
    }
  } finally {
    await sandbox.close();
  }
}
