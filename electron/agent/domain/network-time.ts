import type { Clock } from '../../clock.ts';
import { Corroboration } from './corroboration.ts';

/** Answers tell the time in whole seconds. */
const ANSWER_PRECISION_MS = 1000;
/** Smaller differences are left alone: the network's own machines differ by as much. */
const TOLERATED_DIFFERENCE_MS = 2000;
/** When the wall clock is this far ahead of the steady one, the machine slept or somebody set its clock. */
const NOTICEABLE_GAP_MS = 5000;

/**
 * Gives how many of the ms since a moment may not have passed: a gap that looks like a sleep, and that no answer has
 * confirmed.
 */
export type ClockUncertainty = (notedAt: number) => number;

/**
 * What an answer says of the time that was assumed; `late` says nothing, because the machine slept before it read the
 * answer, and what is `doubted` is not believed against the answers before it and this machine's clock.
 */
export type TimeCheck = 'confirmed' | 'corrected' | 'late' | 'doubted';

/** What network time starts from, and who is told of changes. */
export interface NetworkTimeParts {
  /** How far the network's clock was ahead of this machine's at the end of the last run, in ms. */
  skew: number;
  /** The network's time of the last answer of an earlier run: it cannot be earlier now. */
  heardAt?: number | undefined;
  /** The time was corrected by `byMs` although no time has passed: remembered times have to move along. */
  onShift: (byMs: number) => void;
  /** The machine has slept for `ms`. */
  onSlept?: (ms: number) => void;
  /** The skew has changed: it is to be kept for the next start. */
  onSkewChange: (skew: number) => void;
}

/**
 * By how much a sleep was longer than it was guessed to be, where the time is `off` ms wrong. Less than a noticeable
 * gap is no sleep but an error.
 */
function sleepBeyondGuess(off: number, guessed: number): number {
  if (Math.abs(off) < NOTICEABLE_GAP_MS) return 0;
  return Math.abs(off + guessed) < NOTICEABLE_GAP_MS ? -guessed : Math.max(-guessed, off);
}

/**
 * The time as the network counts it, in ms since the epoch. Quota, pauses and the minute between equal requests go by
 * it. Between answers it runs with the steady clock, so that setting this machine's clock moves nothing.
 */
export class NetworkTime {
  readonly #clock: Clock;
  readonly #parts: NetworkTimeParts;
  #keptSkew: number;
  /** Network time minus steady time. */
  #offset: number;
  #wall: number;
  #steady: number;
  /**
   * How long the machine seems to have slept since the last answer; undefined where nothing seemed so. A clock that was
   * set looks the same.
   */
  #guessedSleep: number | undefined;
  /** The gaps that were taken for sleeps, each with the network time after it. */
  #guesses: { by: number; since: number }[] = [];
  /** The steady time at which the system last reported a wake. */
  #wokeAt = -Infinity;
  readonly #corroboration: Corroboration;

  constructor(clock: Clock, parts: NetworkTimeParts) {
    this.#clock = clock;
    this.#parts = parts;
    this.#keptSkew = parts.skew;
    // If the clock was set back while nothing ran, nobody should have to wait for the time it was set by.
    this.#offset = Math.max(clock.now() + parts.skew, parts.heardAt ?? -Infinity) - this.elapsed();
    this.#wall = clock.now();
    this.#steady = this.elapsed();
    this.#corroboration = new Corroboration(clock.now() + parts.skew - this.elapsed());
  }

  /** The network's time. */
  readonly now = (): number => Math.floor(this.elapsed() + this.#offset);

  /**
   * The network's time as far as this machine's own clock bears it out. No mark goes past it, whatever answers say of
   * the time: a wrong `Date` would otherwise keep news from ever being found.
   */
  readonly vouchedNow = (): number => Math.min(this.now(), Math.floor(this.#clock.now()));

  /** Steady ms: they do not jump when the clock is set. */
  readonly elapsed = (): number => this.#clock.elapsed?.() ?? this.#clock.now();

  /** This machine's time for a moment of the network's. */
  readonly toMachine = (at: number): number => Math.ceil(at - this.now() + this.#clock.now());

  /** The network's time for a moment of this machine's. */
  readonly fromMachine = (at: number): number => Math.ceil(at - this.#clock.now() + this.now());

  /**
   * Takes the time that an answer tells. The request took `took` steady ms, and `byClock` ms by this machine's clock.
   * Gives whether the assumed time was right; an answer that was read late may not tell. A single answer that is far
   * off is believed only where this machine's clock says the same, or nothing is certain after a start or a sleep.
   */
  check(networkTime: number, took: number, byClock: number = took): TimeCheck {
    if (byClock - took > NOTICEABLE_GAP_MS || this.elapsed() - took < this.#wokeAt) {
      // It may have been written before a sleep and read after it: it only proves that the time is not earlier.
      this.#assumeSleep(this.#measureGap());
      if (this.now() >= networkTime - TOLERATED_DIFFERENCE_MS) return 'late';
    }
    const off = this.#errorAgainst(networkTime, networkTime + took + ANSWER_PRECISION_MS);
    const gap = this.#guessedSleep === undefined ? this.#measureGap() : 0;
    const machine = this.#machineOffsets();
    const told = { offset: this.#offset + off, since: this.elapsed() };
    const isOpen = gap > 0 || this.#guessedSleep !== undefined;
    if (!this.#corroboration.isBelieved(told, { assumed: this.#offset, machine, isOpen })) return 'doubted';
    this.#offset += off;
    this.#corroboration.believe(told, machine);
    // What was remembered before a sleep was right, whatever length the sleep was guessed to have.
    const slept =
      this.#guessedSleep === undefined ? Math.max(0, Math.min(gap, off)) : sleepBeyondGuess(off, this.#guessedSleep);
    [this.#wall, this.#steady] = [this.#clock.now(), this.elapsed()];
    const confirmedSleep = (this.#guessedSleep ?? 0) + slept;
    this.#guessedSleep = undefined;
    this.#guesses = [];
    if (off !== slept) this.#parts.onShift(off - slept);
    if (confirmedSleep > 0) this.#parts.onSlept?.(confirmedSleep);
    this.#keepSkew(ANSWER_PRECISION_MS);
    return off === 0 ? 'confirmed' : 'corrected';
  }

  /** The system reports that the machine woke from sleep: time has passed that the steady clock did not count. */
  woke(): void {
    this.#wokeAt = this.elapsed();
    this.#assumeSleep(this.#measureGap());
  }

  /** Looks whether the machine has slept although no system reported a wake. Gives true where it seems so. */
  detectSleep(): boolean {
    const slept = this.#measureGap();
    if (slept > 0) this.#assumeSleep(slept);
    return slept > 0;
  }

  /** How much of the time since a moment is only a guess; undefined where all of it is certain. */
  uncertainty(): ClockUncertainty | undefined {
    const guesses = this.#guesses;
    if (guesses.length === 0) return undefined;
    return (notedAt) => guesses.reduce((sum, { by, since }) => (since > notedAt ? sum + by : sum), 0);
  }

  /**
   * Before the end: the next start goes on where this run stops, whatever the clock was set to since the last answer.
   */
  flush(): void {
    this.#keepSkew(1);
  }

  /**
   * The offsets from the steady clock that network time would have if this machine's clock were right, and if it were
   * as wrong as at the start.
   */
  #machineOffsets(): readonly number[] {
    const machine = this.#clock.now() - this.elapsed();
    return [machine, machine + this.#parts.skew];
  }

  /** How far the assumed time lies outside the span in which an answer was written; 0 where it may be right. */
  #errorAgainst(earliest: number, latest: number): number {
    const assumed = this.now();
    if (assumed < earliest - TOLERATED_DIFFERENCE_MS) return earliest + ANSWER_PRECISION_MS / 2 - assumed;
    if (assumed > latest + TOLERATED_DIFFERENCE_MS) return latest - ANSWER_PRECISION_MS / 2 - assumed;
    return 0;
  }

  /**
   * How much further the wall clock has come than the steady one since the last look: the machine slept, or its clock
   * was set.
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

  /** Setting this machine's clock changes the skew, too, while the network's time goes on. */
  #keepSkew(smallestChange: number): void {
    // The next start would believe it, whatever its first answers tell.
    if (!this.#corroboration.isVouchedFor(this.#offset)) return;
    // A sleep that no answer has confirmed is only a guess.
    const certain = this.now() - this.#clock.now() - Math.max(0, this.#guessedSleep ?? 0);
    if (Math.abs(certain - this.#keptSkew) < smallestChange) return;
    this.#keptSkew = certain;
    this.#parts.onSkewChange(certain);
  }
}
