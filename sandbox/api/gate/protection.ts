/**
 * What stands before the network and lets some requests not even reach it (docs/api.md, "Protection pages"). Pages come
 * now and then, and never two in a row, since nobody knows what makes the public service's protection suspicious.
 */
export class Protection {
  readonly #share: number;
  readonly #random: () => number;
  #left: number;

  /**
   * @param share of requests that get a page, above 0 and up to 1
   * @param random gives 0 to 1
   */
  constructor(share: number, random: () => number) {
    this.#share = share;
    this.#random = random;
    this.#left = this.#gap();
  }

  /** Counts a request. @returns the HTTP status of the page it gets; undefined where it gets through */
  next(): 403 | 429 | undefined {
    this.#left -= 1;
    if (this.#left > 0) return undefined;
    this.#left = this.#gap();
    return this.#random() < 0.5 ? 403 : 429;
  }

  clear(): void {
    this.#left = this.#gap();
  }

  /** Requests up to the next page: half to one and a half times as many as the share says. */
  #gap(): number {
    return Math.max(1, Math.round((0.5 + this.#random()) / this.#share));
  }
}
