import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Single-use passes that each admit one browser. Passes are signed, so unused ones need no storage and never have to be
 * dropped.
 */
export class EntryPasses {
  readonly #now: () => number;
  readonly #used = new Set<string>();
  #key = randomBytes(32);
  #made = 0;

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns a new pass that is valid for `lifeMs`, or by default as long as the program runs. */
  create(lifeMs?: number): string {
    this.#made += 1;
    const until = lifeMs === undefined ? '' : this.#now() + lifeMs;
    return this.#signed(`${this.#made}-${until}`);
  }

  /** Whether a pass is valid; it is used up by the call. */
  redeem(pass: string): boolean {
    const [content = ''] = pass.split('.');
    const [number = '', until = ''] = content.split('-');
    if (!same(pass, this.#signed(content)) || this.#used.has(number)) return false;
    this.#used.add(number);
    return until === '' || this.#now() < Number(until);
  }

  /** Invalidates all passes created so far. */
  revoke(): void {
    this.#key = randomBytes(32);
  }

  #signed(content: string): string {
    return `${content}.${createHmac('sha256', this.#key).update(content).digest('base64url')}`;
  }
}

/** Whether two signed texts are equal; the time taken reveals only whether their lengths differ. */
function same(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
