import { elapsed, type Clock } from '../../base/clock.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';

/** Mark of how far the server's clock was ahead of this machine's at the end of the last run, in ms. */
const SKEW_MARK = 'skew';

/** Resolution of the time in responses, in ms. */
const ANSWER_PRECISION_MS = 1000;
/** Smaller differences are ignored: the network's own servers differ by as much. */
const TOLERATED_DIFFERENCE_MS = 2000;
/** If the wall clock is this far ahead of the steady clock, the machine has slept or its clock was set. */
const NOTICEABLE_GAP_MS = 5000;

/**
 * Result of comparing a response's time with the assumed time. `late`: no conclusion, because the machine slept before
 * it read the response. `doubted`: not believed against earlier responses and this machine's clock.
 */
type TimeCheck = 'confirmed' | 'corrected' | 'late' | 'doubted';

/** An object that remembers server times. */
interface RemembersTimes {
  /**
   * Shifts every remembered time: a response has shown that the server time was assumed wrongly, although no time has
   * passed.
   */
  shiftTimes(byMs: number): void;
  /** Records that the machine slept for the last `ms`. */
  noteSlept?(ms: number): void;
}

/**
 * Shifts several times of one record after the server time was corrected by `byMs`. Returns those of its `fields` that
 * are set. A time unchanged since an earlier run (`notedEarlier`) was noted by that run's clock, so it stays.
 */
export function shiftedTimes<Field extends string>(
  record: Partial<Record<Field, number | undefined>>,
  notedEarlier: Partial<Record<Field, number | undefined>> | undefined,
  fields: readonly Field[],
  byMs: number,
): Partial<Record<Field, number>> {
  const moved: Partial<Record<Field, number>> = {};
  for (const field of fields) {
    const time = record[field];
    if (time !== undefined) moved[field] = time === notedEarlier?.[field] ? time : time + byMs;
  }
  return moved;
}

/**
 * Larger than ordinary clock drift. A single response that is further off is not believed if other evidence contradicts
 * it.
 */
const LARGE_DIFFERENCE_MS = 5 * MINUTE_MS;
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
class Corroboration {
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
  isBelieved(told: ToldClock, assumed: number, machine: readonly number[], isOpen: boolean): boolean {
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

/**
 * Returns by how many ms a sleep was longer than guessed, if the time is `off` ms wrong. An error below the noticeable
 * gap is not taken for sleep.
 */
function sleepBeyondGuess(off: number, guessed: number): number {
  if (Math.abs(off) < NOTICEABLE_GAP_MS) return 0;
  return Math.abs(off + guessed) < NOTICEABLE_GAP_MS ? -guessed : Math.max(-guessed, off);
}

/**
 * Server time, in ms since the epoch. Quota, pauses and the minute between equal requests are measured in it. Between
 * responses it follows the steady clock, so setting this machine's clock has no effect.
 */
export class ServerClock {
  readonly #clock: Clock;
  readonly #profile: ProfileHistory;
  readonly #followers: RemembersTimes[] = [];
  /** How far the server's clock was ahead of this machine's at the end of the last run, in ms. */
  readonly #firstSkew: number;
  #keptSkew: number;
  /** Server time minus steady time. */
  #offset: number;
  #wall: number;
  #steady: number;
  /**
   * Assumed length of a sleep since the last response, in ms; undefined if none was noticed. A clock that was set looks
   * the same.
   */
  #guessedSleep: number | undefined;
  /** Gaps that were taken for sleep, each with the server time after it. */
  #guesses: { by: number; since: number }[] = [];
  /** Steady time at which the system last reported a wake. */
  #wokeAt = -Infinity;
  readonly #corroboration: Corroboration;

  /** @param heardAt server time of the last response in an earlier run; the time cannot be earlier now */
  constructor(clock: Clock, profile: ProfileHistory, heardAt = -Infinity) {
    this.#clock = clock;
    this.#profile = profile;
    const skew = Number(profile.mark(SKEW_MARK) ?? 0);
    this.#firstSkew = skew;
    this.#keptSkew = skew;
    // If the clock was set back while the app was not running, polls must not wait for the difference.
    this.#offset = Math.max(clock.now() + skew, heardAt) - this.elapsed();
    this.#wall = clock.now();
    this.#steady = this.elapsed();
    this.#corroboration = new Corroboration(clock.now() + skew - this.elapsed());
  }

  /** Subscribes objects to each correction of the server time. */
  follow(...followers: RemembersTimes[]): void {
    this.#followers.push(...followers);
  }

  /** Returns the current server time. */
  readonly now = (): number => Math.floor(this.elapsed() + this.#offset);

  /**
   * Returns the server time, limited by this machine's clock. No mark is set beyond it, whatever time responses report:
   * after a wrong `Date`, newer events would never be found.
   */
  readonly vouchedNow = (): number => Math.min(this.now(), Math.floor(this.#clock.now()));

  /** Returns the steady time in ms, which does not jump when the clock is set. */
  readonly elapsed = (): number => elapsed(this.#clock);

  /** Converts server time to local time. */
  readonly toLocal = (at: number): number => Math.ceil(at - this.now() + this.#clock.now());

  /** Converts local time to server time. */
  readonly toServer = (at: number): number => Math.ceil(at - this.#clock.now() + this.now());

  /**
   * Compares a response's time with the assumed time and corrects the latter. A single response that is far off is
   * believed only if this machine's clock agrees, or nothing is certain after a start or a sleep.
   * @param networkTime the time in the response, in ms since the epoch
   * @param took duration of the request by the steady clock, in ms
   * @param byClock duration of the request by this machine's clock, in ms
   */
  check(networkTime: number, took: number, byClock: number = took): TimeCheck {
    if (byClock - took > NOTICEABLE_GAP_MS || this.elapsed() - took < this.#wokeAt) {
      // The response may have been written before a sleep and read after it: it only proves that the time is not
      // earlier.
      this.#assumeSleep(this.#measureGap());
      if (this.now() >= networkTime - TOLERATED_DIFFERENCE_MS) return 'late';
    }
    const off = this.#errorAgainst(networkTime, networkTime + took + ANSWER_PRECISION_MS);
    const gap = this.#guessedSleep === undefined ? this.#measureGap() : 0;
    const machine = this.#machineOffsets();
    const told = { offset: this.#offset + off, since: this.elapsed() };
    const isOpen = gap > 0 || this.#guessedSleep !== undefined;
    if (!this.#corroboration.isBelieved(told, this.#offset, machine, isOpen)) return 'doubted';
    this.#offset += off;
    this.#corroboration.believe(told, machine);
    // Times remembered before a sleep were right, whatever length the sleep was guessed to have.
    const slept =
      this.#guessedSleep === undefined ? Math.max(0, Math.min(gap, off)) : sleepBeyondGuess(off, this.#guessedSleep);
    [this.#wall, this.#steady] = [this.#clock.now(), this.elapsed()];
    const confirmedSleep = (this.#guessedSleep ?? 0) + slept;
    this.#guessedSleep = undefined;
    this.#guesses = [];
    if (off !== slept) for (const follower of this.#followers) follower.shiftTimes(off - slept);
    if (confirmedSleep > 0) this.noteSlept(confirmedSleep);
    this.#keepSkew(ANSWER_PRECISION_MS);
    return off === 0 ? 'confirmed' : 'corrected';
  }

  /** Records that the machine slept for the last `ms`. */
  noteSlept(ms: number): void {
    for (const follower of this.#followers) follower.noteSlept?.(ms);
  }

  /** Handles a wake reported by the system: time has passed that the steady clock did not count. */
  woke(): void {
    this.#wokeAt = this.elapsed();
    this.#assumeSleep(this.#measureGap());
  }

  /** Checks whether the machine has slept without a wake reported by the system. Returns whether it seems so. */
  detectSleep(): boolean {
    const slept = this.#measureGap();
    if (slept > 0) this.#assumeSleep(slept);
    return slept > 0;
  }

  /**
   * Returns how many of the ms since `notedAt` may not have passed: a gap that looks like a sleep and is not yet
   * confirmed by a response.
   */
  readonly uncertainMs = (notedAt = -Infinity): number =>
    this.#guesses.reduce((sum, { by, since }) => (since > notedAt ? sum + by : sum), 0);

  /**
   * Stores the skew before the app quits, so that the next start continues here, even if the clock was set since the
   * last response.
   */
  flush(): void {
    this.#keepSkew(1);
  }

  /**
   * Returns two offsets of server time from the steady clock: one if this machine's clock were right, one if it were as
   * wrong as at the start.
   */
  #machineOffsets(): readonly number[] {
    const machine = this.#clock.now() - this.elapsed();
    return [machine, machine + this.#firstSkew];
  }

  /**
   * Returns how far the assumed time lies outside the span in which a response was written, in ms; 0 if it may be
   * right.
   */
  #errorAgainst(earliest: number, latest: number): number {
    const assumed = this.now();
    if (assumed < earliest - TOLERATED_DIFFERENCE_MS) return earliest + ANSWER_PRECISION_MS / 2 - assumed;
    if (assumed > latest + TOLERATED_DIFFERENCE_MS) return latest - ANSWER_PRECISION_MS / 2 - assumed;
    return 0;
  }

  /**
   * Returns by how many ms the wall clock has advanced further than the steady clock since the last measurement: the
   * machine slept, or its clock was set. Returns 0 below the noticeable gap.
   */
  #measureGap(): number {
    const ahead = this.#clock.now() - this.#wall - (this.elapsed() - this.#steady);
    [this.#wall, this.#steady] = [this.#clock.now(), this.elapsed()];
    return ahead > NOTICEABLE_GAP_MS ? ahead : 0;
  }

  #assumeSleep(ms: number): void {
    this.#offset += ms;
    this.#guessedSleep = (this.#guessedSleep ?? 0) + ms;
    if (ms > 0) this.#guesses.push({ by: ms, since: this.now() });
  }

  /** Stores a changed skew. It also changes when this machine's clock is set while the server time goes on. */
  #keepSkew(smallestChange: number): void {
    // The next start would trust the stored skew, whatever its first responses report.
    if (!this.#corroboration.isVouchedFor(this.#offset)) return;
    // A sleep not confirmed by a response is only a guess.
    const certain = this.now() - this.#clock.now() - Math.max(0, this.#guessedSleep ?? 0);
    if (Math.abs(certain - this.#keptSkew) < smallestChange) return;
    this.#keptSkew = certain;
    this.#profile.setMark(SKEW_MARK, certain);
  }
}

/** Wait of the scheduler, which ends early when the plan has to be renewed. */
export class PollTimer {
  #waiting = new AbortController();

  /** Returns a signal that aborts when the current wait ends. */
  signal(): AbortSignal {
    return this.#waiting.signal;
  }

  /** Ends the current wait, so that the plan is renewed. */
  wake(): void {
    this.#waiting.abort();
    this.#waiting = new AbortController();
  }
}
