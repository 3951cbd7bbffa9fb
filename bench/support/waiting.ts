import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '../../common/durations.ts';

/** How long a command waits: what it waits for takes a few seconds, or half a minute on a busy machine. */
export const MAX_WAIT_MS = 2 * MINUTE_MS;

const tooLong = (what: string, ms: number): Error => new Error(`${what} took longer than ${ms / 1000} s.`);

/**
 * Asks again and again until something holds, by real time.
 * @param what what is waited for, as the error begins
 * @throws Error where it does not hold in time
 */
export async function untilHolds(
  what: string,
  holds: () => Promise<boolean>,
  { withinMs = MAX_WAIT_MS, everyMs = 20 } = {},
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw tooLong(what, withinMs);
    await pause(everyMs);
  }
}

/**
 * Waits for a promise, though not for ever.
 * @throws Error where it is not settled in time
 */
export async function inTime<T>(what: string, waited: Promise<T>, withinMs = MAX_WAIT_MS): Promise<T> {
  const over = new AbortController();
  try {
    return await Promise.race([
      waited,
      pause(withinMs, undefined, { signal: over.signal }).then(() => Promise.reject(tooLong(what, withinMs))),
    ]);
  } finally {
    over.abort();
  }
}
