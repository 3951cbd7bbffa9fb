import { MINUTE_MS } from '../../../common/durations.ts';

/** Clocks drift apart by less. One answer with a larger difference is not believed if something speaks against it. */
export const LARGE_DIFFERENCE_MS = 5 * MINUTE_MS;
/** For how long all answers must agree to be believed, whatever this machine's clock shows. */
const PROVEN_AFTER_MS = 30 * MINUTE_MS;

/** A clock that answers tell: its offset from the steady one, and since when (by the steady one) they tell it. */
interface ToldClock {
  offset: number;
  since: number;
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= LARGE_DIFFERENCE_MS;

/**
 * Weighs what answers tell of the network's clock, so that a few with a wrong `Date` (a proxy, a machine of the network
 * with a wrong clock, a captive portal) are not believed against many. Offsets are from the steady clock, in ms.
 */
export class Corroboration {
  /** What is believed; undefined until an answer has told the time. */
  #believed: ToldClock | undefined;
  /** What the latest answers tell instead. */
  #doubt: ToldClock | undefined;
  /** The last offset that this machine's clock, or half an hour of answers, bore out. */
  #borneOut: number;

  /** `offset`: what an earlier run vouched for, and is assumed before the first answer. */
  constructor(offset: number) {
    this.#borneOut = offset;
  }

  /**
   * Whether an answer is believed that tells another offset than was assumed. `machine`: what this machine's own clock
   * would make of it. `isOpen`: the machine may have slept, so that nothing is certain. Answers that agree are believed
   * once they have told the same for as long as others told what is believed, or for half an hour; never against what
   * this machine's clock bears out.
   */
  isBelieved(told: ToldClock, { assumed, machine, isOpen }: Assumptions): boolean {
    const believed = this.#believed;
    const isKnown = isSame(told.offset, assumed) || machine.some((offset) => isSame(told.offset, offset));
    if (isKnown || isOpen || believed === undefined) return true;
    // This machine's clock and earlier answers agree, so answers that say otherwise are wrong, however long they go on.
    if (machine.some((offset) => isSame(assumed, offset))) return false;
    if (this.#doubt === undefined || !isSame(this.#doubt.offset, told.offset)) {
      this.#doubt = told;
      return false;
    }
    const { since } = this.#doubt;
    return told.since - since >= Math.min(PROVEN_AFTER_MS, since - believed.since);
  }

  /** An answer was believed, and the offset is this now. */
  believe(told: ToldClock, machine: readonly number[]): void {
    const doubt = this.#doubt;
    this.#doubt = undefined;
    if (this.#believed === undefined || !isSame(this.#believed.offset, told.offset))
      this.#believed = { ...told, since: doubt && isSame(doubt.offset, told.offset) ? doubt.since : told.since };
    // Otherwise it stays as it is: a time that creeps away by small steps is not borne out by the step before.
    const isBorneOut =
      machine.some((offset) => isSame(told.offset, offset)) || told.since - this.#believed.since >= PROVEN_AFTER_MS;
    if (isBorneOut) this.#borneOut = told.offset;
  }

  /** Whether the offset may be remembered: this machine's clock bears it out, or half an hour of answers does. */
  isVouchedFor(offset: number): boolean {
    return isSame(offset, this.#borneOut);
  }
}

/** What is assumed when an answer comes. */
interface Assumptions {
  assumed: number;
  machine: readonly number[];
  isOpen: boolean;
}
