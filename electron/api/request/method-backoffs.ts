/**
 * Maximum backoff. Documented ones are far below a day; without a limit one absurd value would block a method for good.
 */
const MAX_BACKOFF_SECONDS = 86_400;
/**
 * Time added to every pause, because the network counts by another clock, and a request that is too early costs a ban
 * (docs/api.md, "Throttling").
 */
export const WAIT_SLACK_MS = 2000;

/**
 * Backoffs that the network asked for, each of one method, whatever its parameters
 * (https://api.stackexchange.com/docs/throttle).
 */
export class MethodBackoffs {
  readonly #backoffs = new Map<string, { since: number; ms: number }>();

  /** Returns the time in ms since the epoch until which the method must not be requested, or undefined if it may. */
  until(method: string, now: number): number | undefined {
    const key = backoffKey(method);
    const backoff = this.#backoffs.get(key);
    if (!backoff) return undefined;
    // A clock set back would prolong the backoff: it begins anew instead.
    if (backoff.since > now) backoff.since = now;
    if (backoff.since + backoff.ms > now) return backoff.since + backoff.ms;
    this.#backoffs.delete(key);
    return undefined;
  }

  /** Records a backoff of `seconds`. Returns its end, or that of an earlier one if later. */
  add(method: string, seconds: number, now: number): number {
    const ms = Math.min(seconds, MAX_BACKOFF_SECONDS) * 1000 + WAIT_SLACK_MS;
    const earlier = this.until(method, now);
    if (earlier !== undefined && earlier >= now + ms) return earlier;
    this.#backoffs.set(backoffKey(method), { since: now, ms });
    return now + ms;
  }
}

/** Returns the key of a method's backoff: the public service counts `/me/…` and `/users/{ids}/…` as one method. */
export function backoffKey(method: string): string {
  return method.replace(/^\/me(?=\/|$)/, '/users/{ids}').replace(/^\/users\/\{id\}/, '/users/{ids}');
}
