import type { Clock } from '../../../electron/base/clock.ts';

/** Something that happens to the scheduler from outside, at a time in ms since the epoch. */
export interface Happening {
  at: number;
  /** Returns the next time it happens at, or Infinity. */
  happen: (now: number) => number;
}

/**
 * Creates a simulated clock. A sleeper moves it on at once, so it serves one sleeper at a time: the scheduler.
 * @param over called when the end is reached
 */
export function createSimClock(start: number, end: number, happenings: readonly Happening[], over: () => void) {
  let now = start;
  const nextUntil = (until: number): Happening | undefined => {
    let next: Happening | undefined;
    for (const happening of happenings)
      if (happening.at <= until && happening.at < end && (!next || happening.at < next.at)) next = happening;
    return next;
  };
  const clock: Clock & { exact: () => number } = {
    exact: () => now,
    now: () => Math.floor(now),
    elapsed: () => now - start,
    async sleep(ms, signal) {
      // An await each time keeps the order of things as it is with real timers.
      await Promise.resolve();
      const wake = now + ms;
      for (let next = nextUntil(wake); next && !signal?.aborted; next = nextUntil(wake)) {
        now = Math.max(now, next.at);
        next.at = next.happen(now);
      }
      if (signal?.aborted) return;
      now = Math.min(wake, end);
      if (wake < end) return;
      over();
      await new Promise<void>((resolve) => {
        if (signal?.aborted) resolve();
        else signal?.addEventListener('abort', () => resolve(), { once: true });
      });
    },
  };
  return clock;
}
