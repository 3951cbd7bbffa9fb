/** No documented pause is near a day; without a bound one absurd value would silence a method for good. */
const MAX_BACKOFF_SECONDS = 86_400;
/**
 * How much longer than the network asks for is waited: it counts by another clock, and a request that is too early
 * costs a ban (docs/api.md, "Throttling").
 */
export const WAIT_SLACK_MS = 2000;

/**
 * Pauses that the network asked for, each of one method, whatever its parameters
 * (https://api.stackexchange.com/docs/throttle).
 */
export class MethodBackoffs {
  readonly #backoffs = new Map<string, { since: number; ms: number }>();

  /** Milliseconds since the epoch until which the method must not be asked; `undefined` when it may. */
  until(method: string, now: number): number | undefined {
    const key = backoffKey(method);
    const backoff = this.#backoffs.get(key);
    if (!backoff) return undefined;
    // A clock set back would stretch the pause: it begins anew instead.
    if (backoff.since > now) backoff.since = now;
    if (backoff.since + backoff.ms > now) return backoff.since + backoff.ms;
    this.#backoffs.delete(key);
    return undefined;
  }

  /**
   * The network asked for a pause of `seconds`. Gives until when the method must not be asked, whether this or an
   * earlier answer said so.
   */
  add(method: string, seconds: number, now: number): number {
    const ms = Math.min(seconds, MAX_BACKOFF_SECONDS) * 1000 + WAIT_SLACK_MS;
    const earlier = this.until(method, now);
    if (earlier !== undefined && earlier >= now + ms) return earlier;
    this.#backoffs.set(backoffKey(method), { since: now, ms });
    return now + ms;
  }
}

/** The name under which a method is paused: the public service counts `/me/…` and `/users/{ids}/…` as one method. */
export function backoffKey(method: string): string {
  return method.replace(/^\/me(?=\/|$)/, '/users/{ids}').replace(/^\/users\/\{id\}/, '/users/{ids}');
}
