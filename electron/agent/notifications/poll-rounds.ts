import type { Clock } from '../../clock.ts';

/** Polls that follow one another within this time belong to one round. */
const ROUND_GAP_MS = 2000;

/** So long a focused window is given to list what a round found, because what is visible there is not announced. */
const LISTING_MS = 2000;

/** What was found is told after this time, even if polls go on and on. */
const LONGEST_ROUND_MS = 15_000;

export interface PollRoundParts {
  clock: Clock;
  /** When the next poll of anybody is due, in ms since the epoch; Infinity where none is. */
  nextPollAt: () => number;
  /** Whether a window that lists something has the focus. */
  isWindowFocused: () => boolean;
  /** The round is over; must not reject. */
  onOver: () => void;
}

/**
 * Knows when a round of polls is over. One round asks for inbox, reputation and watches one after the other, and what
 * they find is told together, once a focused window had time to list it.
 */
export class PollRounds {
  readonly #parts: PollRoundParts;
  #limit: AbortController | undefined;
  /** Ends the wait for a window. */
  #listing: AbortController | undefined;

  constructor(parts: PollRoundParts) {
    this.#parts = parts;
  }

  /** Whether a round is under way: something was recorded, and more comes at once. */
  isOpen(): boolean {
    return this.#limit !== undefined;
  }

  /** A poll was recorded. */
  recorded(): void {
    this.#stopListing();
    if (this.#limit) return;
    this.#limit = new AbortController();
    const { signal } = this.#limit;
    void this.#parts.clock.sleep(LONGEST_ROUND_MS, signal).then(() => void (signal.aborted || this.#end()));
  }

  /** What comes next was planned anew. */
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
