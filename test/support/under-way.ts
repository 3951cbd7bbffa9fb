/** After this many turns of the event loop without work under way, nothing goes on by itself any more. */
const QUIET_TURNS = 10;

/** Requests that are under way, so that a driven clock can wait for them. */
export class UnderWay {
  #count = 0;
  readonly #waiting: (() => void)[] = [];

  /** Counts work as under way until it has ended. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#count++;
    try {
      return await work();
    } finally {
      if (--this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /** Resolves when no work is under way and nothing goes on by itself, without moving time. */
  readonly idle = async (): Promise<void> => {
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      if (this.#count > 0) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        turns = 0;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}
