import type { Clock } from '../../base/clock.ts';

/** Polls that follow one another within this time belong to one round, in ms. */
const ROUND_GAP_MS = 2000;

/** How long a focused window may take to list a round's events, in ms, because visible ones are not announced. */
const LISTING_MS = 2000;

/** A round ends after this time in ms, even if polls continue. */
const LONGEST_ROUND_MS = 15_000;

export interface PollRoundParts {
  clock: Clock;
  /** Returns when the next poll of any account is due, in ms since the epoch; Infinity if none is. */
  nextPollAt: () => number;
  /** Whether a window that lists items is focused. */
  isWindowFocused: () => boolean;
  /** Called when the round is over; must not reject. */
  onOver: () => void;
}

/**
 * Detects the end of a round of polls. One round polls inbox, reputation and watches one after the other, and their
 * events are announced together, once a focused window has had time to list them.
 */
export class PollRounds {
  readonly #parts: PollRoundParts;
  #limit: AbortController | undefined;
  /** Ends the wait for a window. */
  #listing: AbortController | undefined;

  constructor(parts: PollRoundParts) {
    this.#parts = parts;
  }

  /** Whether a round is under way: a poll was recorded, and more follow at once. */
  isOpen(): boolean {
    return this.#limit !== undefined;
  }

  /** Starts a round, or continues it, after a poll was recorded. */
  recorded(): void {
    this.#stopListing();
    if (this.#limit) return;
    this.#limit = new AbortController();
    const { signal } = this.#limit;
    void this.#parts.clock.sleep(LONGEST_ROUND_MS, signal).then(() => void (signal.aborted || this.#end()));
  }

  /** Ends the round after a new plan, unless another poll is due soon. */
  planned(): void {
    const { clock, nextPollAt, isWindowFocused } = this.#parts;
    if (!this.#limit || this.#listing || nextPollAt() <= clock.now() + ROUND_GAP_MS) return;
    if (!isWindowFocused()) return this.#end();
    this.#listing = new AbortController();
    const { signal } = this.#listing;
    void clock.sleep(LISTING_MS, signal).then(() => void (signal.aborted || this.#end()));
  }

  stop(): void {
    this.#stopListing();
    this.#limit?.abort();
    this.#limit = undefined;
  }

  #stopListing(): void {
    this.#listing?.abort();
    this.#listing = undefined;
  }

  #end(): void {
    this.stop();
    this.#parts.onOver();
  }
}
