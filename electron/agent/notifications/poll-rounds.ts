import type { Clock } from '../../clock.ts';

/** Polls that follow one another within this time belong to one round. */
const ROUND_GAP_MS = 2000;

/** What was found is told after this time, even if polls go on and on. */
const LONGEST_ROUND_MS = 15_000;

export interface PollRoundParts {
  clock: Clock;
  /** When the next poll of anybody is due, in ms since the epoch; undefined where none is. */
  nextPollAt: () => number | undefined;
  /** The round is over; must not reject. */
  onOver: () => void;
}

/**
 * Knows when a round of polls is over. One round asks for inbox, reputation and watches one after the other, and what
 * they find is told together.
 */
export class PollRounds {
  readonly #parts: PollRoundParts;
  #limit: AbortController | undefined;

  constructor(parts: PollRoundParts) {
    this.#parts = parts;
  }

  /** Whether a round is under way: something was recorded, and more comes at once. */
  isOpen(): boolean {
    return this.#limit !== undefined;
  }

  /** A poll was recorded. */
  recorded(): void {
    if (this.#limit) return;
    this.#limit = new AbortController();
    const { signal } = this.#limit;
    void this.#parts.clock.sleep(LONGEST_ROUND_MS, signal).then(() => void (signal.aborted || this.#end()));
  }

  /** What comes next was planned anew. */
  planned(): void {
    const { clock, nextPollAt } = this.#parts;
    if (this.#limit && (nextPollAt() ?? Infinity) > clock.now() + ROUND_GAP_MS) this.#end();
  }

  stop(): void {
    this.#limit?.abort();
    this.#limit = undefined;
  }

  #end(): void {
    this.stop();
    this.#parts.onOver();
  }
}
