import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Passes that each let one browser in, once. A pass is signed, so nothing is kept of those that nobody has used: none
 * has to go because others are newer.
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

  /** Returns a new pass that is good for `lifeMs`; without it, as long as the program runs. */
  create(lifeMs?: number): string {
    this.#made += 1;
    const until = lifeMs === undefined ? '' : this.#now() + lifeMs;
    return this.#signed(`${this.#made}-${until}`);
  }

  /** Whether a pass is good; it is thereby used up. */
  redeem(pass: string): boolean {
    const [content = ''] = pass.split('.');
    const [number = '', until = ''] = content.split('-');
    if (!same(pass, this.#signed(content)) || this.#used.has(number)) return false;
    this.#used.add(number);
    return until === '' || this.#now() < Number(until);
  }

  /** Makes every pass worthless that was created so far. */
  revoke(): void {
    this.#key = randomBytes(32);
  }

  #signed(content: string): string {
    return `${content}.${createHmac('sha256', this.#key).update(content).digest('base64url')}`;
  }
}

/** Compares signed texts; the time taken tells only where their lengths differ. */
function same(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
