/** Source of time. All code that waits or reads the time receives a clock, so that tests can control it. */
export interface Clock {
  /** Milliseconds since the epoch, by this machine's clock (which may be wrong). */
  now(): number;
  /** Monotonic time in ms; may pause while the machine sleeps. */
  elapsed?(): number;
  /** Resolves after `ms` (Infinity: only when aborted) or when `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Returns monotonic time in ms, if the clock has it. */
export const elapsed = (clock: Clock): number => clock.elapsed?.() ?? clock.now();

/** Returns a time in ms since the epoch as a date; undefined if it is unknown or never. */
export const dateOf = (time: number | undefined): Date | undefined =>
  time !== undefined && Number.isFinite(time) ? new Date(time) : undefined;

/** Maximum delay of a Node timer; longer ones fire at once, so long waits are split. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  async sleep(ms, signal) {
    // Counted down instead of compared with the wall clock, so that setting the clock back does not extend a wait.
    for (let left = ms; left > 0 && !signal?.aborted; left -= MAX_TIMER_MS) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, Math.min(left, MAX_TIMER_MS));
        signal?.addEventListener('abort', done, { once: true });
      });
    }
  },
};

/** Below this time until a beat, the following beat is used, because timers may fire slightly early. */
const SHORTEST_WAIT_MS = 1000;

/**
 * Returns the ms until the next beat, by monotonic time. Periodic checks use shared beats, so that the machine wakes
 * once for all of them.
 */
export function untilBeat(clock: Clock, everyMs: number): number {
  const left = Math.ceil(everyMs - (elapsed(clock) % everyMs));
  return left < SHORTEST_WAIT_MS ? left + everyMs : left;
}

/**
 * Returns local midnight of the day of `at`, or of `days` later, in ms since the epoch. Computed from year, month and
 * day: not every day has 24 hours.
 */
export function localDay(at: number, days = 0): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}
