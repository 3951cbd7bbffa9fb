import type { Beginning } from './encoding/encode.ts';

/**
 * How long answers are kept; asking the same more often brings nothing new (docs/api.md, "Caching and compression").
 */
const LIFETIME_SECONDS = 60;
const MAX_BYTES = 32 * 1024 * 1024;

/** Answers of the last minute, compressed, by their question. Changes in that time do not show, on purpose. */
export class AnswerCache {
  readonly #now: () => number;
  readonly #answers = new Map<string, { beginning: Beginning; at: number }>();
  #bytes = 0;

  /** @param now the network's clock in epoch seconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  find(key: string): Beginning | undefined {
    const found = this.#answers.get(key);
    if (!found) return undefined;
    const age = this.#now() - found.at;
    if (age >= 0 && age < LIFETIME_SECONDS) return found.beginning;
    this.#delete(key);
    return undefined;
  }

  keep(key: string, beginning: Beginning): void {
    this.#answers.set(key, { beginning, at: this.#now() });
    this.#bytes += key.length + beginning.blocks.length;
    // The oldest come first in a Map.
    for (const [oldest, { at }] of this.#answers) {
      if (this.#bytes <= MAX_BYTES && this.#now() - at < LIFETIME_SECONDS) break;
      this.#delete(oldest);
    }
  }

  clear(): void {
    this.#answers.clear();
    this.#bytes = 0;
  }

  #delete(key: string): void {
    this.#bytes -= key.length + (this.#answers.get(key)?.beginning.blocks.length ?? 0);
    this.#answers.delete(key);
  }
}
