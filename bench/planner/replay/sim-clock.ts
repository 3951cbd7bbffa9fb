import type { Clock } from '../../../electron/base/clock.ts';

/**
 * Creates a simulated clock. A sleeper moves it on at once, so it serves one sleeper at a time: the scheduler.
 * @param over called when the end is reached
 */
export function createSimClock(start: number, end: number, over: () => void) {
  let now = start;
  const clock: Clock & { exact: () => number } = {
    exact: () => now,
    now: () => Math.floor(now),
    elapsed: () => now - start,
    async sleep(ms, signal) {
      // An await each time keeps the order of things as it is with real timers.
      await Promise.resolve();
      if (signal?.aborted) return;
      const wake = now + ms;
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
