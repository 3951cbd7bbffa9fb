import { FAULT_NAMES } from './matrix.ts';
import type { FaultName, Subject } from './table.ts';

/**
 * The matrix for CI: every fault, but few operations for each. The polls of different kinds take turns, fault by fault;
 * one click and the sign-in meet every fault.
 */

/** One for each kind of poll: what is watched, what is written to the person, and what the person gains or loses. */
const POLLS_IN_TURN: readonly Subject[] = ['questions', 'inbox', 'reputationHistory'];
const FOR_EVERY_FAULT: readonly Subject[] = ['me', 'exchange'];

/** Faults that once made a watch lose its place, so watched questions always meet them. */
const MEANT_FOR_MARKS = /^(date|quota|backoff)-/;
/** An outage of everything lasts for hours, so that only a few are tried. */
const OUTAGES: readonly FaultName[] = ['refused', 'html-200', 'portal-302', 'status-500', 'date-day-ahead-minutes'];

/** The operations that meet a fault in the short form. */
export function shortSubjects(fault: FaultName): Subject[] {
  const turn = MEANT_FOR_MARKS.test(fault) ? 0 : FAULT_NAMES.indexOf(fault) % POLLS_IN_TURN.length;
  const outage: Subject[] = OUTAGES.includes(fault) ? ['everything'] : [];
  return [POLLS_IN_TURN[turn]!, ...outage, ...FOR_EVERY_FAULT];
}
