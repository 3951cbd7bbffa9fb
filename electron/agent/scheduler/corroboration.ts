import { MINUTE_MS } from '../../../common/durations.ts';

/**
 * Larger than ordinary clock drift. A single response that is further off is not believed if other evidence contradicts
 * it.
 */
export const LARGE_DIFFERENCE_MS = 5 * MINUTE_MS;
/** Responses that agree for this long are believed, whatever this machine's clock shows. */
const PROVEN_AFTER_MS = 30 * MINUTE_MS;

/** A clock reported by responses: its offset from the steady clock, and since when (steady time) they report it. */
interface ToldClock {
  offset: number;
  since: number;
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= LARGE_DIFFERENCE_MS;

/**
 * Weighs the times that responses report, so that a few with a wrong `Date` (from a proxy, a misconfigured server or a
 * captive portal) do not outweigh many. Offsets are relative to the steady clock, in ms.
 */
export class Corroboration {
  /** The clock believed now; undefined until a response has reported a time. */
  #believed: ToldClock | undefined;
  /** The differing clock reported by the latest responses. */
  #doubt: ToldClock | undefined;
  /** The last offset confirmed by this machine's clock or by half an hour of responses. */
  #borneOut: number;

  /** @param offset the offset confirmed by an earlier run, assumed before the first response. */
  constructor(offset: number) {
    this.#borneOut = offset;
  }

  /**
   * Whether a response is believed that reports another offset than `assumed`. `machine`: the offsets according to this
   * machine's clock. `isOpen`: the machine may have slept, so that nothing is certain. Responses that agree are
   * believed once they have done so for as long as the believed clock was reported, or for half an hour; never if this
   * machine's clock confirms the assumed offset.
   */
  isBelieved(told: ToldClock, { assumed, machine, isOpen }: Assumptions): boolean {
    const believed = this.#believed;
    const isKnown = isSame(told.offset, assumed) || machine.some((offset) => isSame(told.offset, offset));
    if (isKnown || isOpen || believed === undefined) return true;
    // This machine's clock and earlier responses agree, so differing responses are wrong, however long they continue.
    if (machine.some((offset) => isSame(assumed, offset))) return false;
    if (this.#doubt === undefined || !isSame(this.#doubt.offset, told.offset)) {
      this.#doubt = told;
      return false;
    }
    const { since } = this.#doubt;
    return told.since - since >= Math.min(PROVEN_AFTER_MS, since - believed.since);
  }

  /** Records an offset that is believed from now on. */
  believe(told: ToldClock, machine: readonly number[]): void {
    const doubt = this.#doubt;
    this.#doubt = undefined;
    if (this.#believed === undefined || !isSame(this.#believed.offset, told.offset))
      this.#believed = { ...told, since: doubt && isSame(doubt.offset, told.offset) ? doubt.since : told.since };
    // Otherwise unchanged: a time that drifts in small steps is not confirmed by the step before.
    const isBorneOut =
      machine.some((offset) => isSame(told.offset, offset)) || told.since - this.#believed.since >= PROVEN_AFTER_MS;
    if (isBorneOut) this.#borneOut = told.offset;
  }

  /** Whether the offset may be stored: it is confirmed by this machine's clock or by half an hour of responses. */
  isVouchedFor(offset: number): boolean {
    return isSame(offset, this.#borneOut);
  }
}

/** Assumptions made when a response arrives. */
interface Assumptions {
  assumed: number;
  machine: readonly number[];
  isOpen: boolean;
}
