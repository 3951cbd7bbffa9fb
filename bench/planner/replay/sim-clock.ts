import type { Clock } from '../../../electron/base/clock.ts';

/** Something that happens to the scheduler from outside, at a moment of true time (ms since the epoch). */
export interface Happening {
  at: number;
  /** Gives the next moment it happens at, or Infinity. */
  happen: (now: number) => number;
}

/**
 * Simulated time. Somebody who sleeps moves it on at once, so one sleeper at a time is all it can serve: the scheduler.
 * True time is the network's; the machine's clock may be off, and stands still to `elapsed` while the machine sleeps.
 */
export function createSimClock(start: number, end: number, happenings: Happening[], over: () => void) {
  let now = start;
  /** Machine minus true time. */
  let off = 0;
  /** True time that the machine slept through. */
  let slept = 0;
  let asleepUntil = -Infinity;
  const clock: Clock & { truth: () => number } = {
    truth: () => now,
    now: () => Math.floor(now + off),
    elapsed: () => now - start - slept,
    async sleep(ms, signal) {
      // An await each time keeps the order of things as it is with real timers.
      await Promise.resolve();
      let wake = now + ms;
      while (!signal?.aborted) {
        let next: Happening | undefined;
        for (const happening of happenings)
          if (happening.at <= wake && happening.at < end && (!next || happening.at < next.at)) next = happening;
        if (next) {
          now = Math.max(now, next.at);
          next.at = next.happen(now);
          if (now < asleepUntil) {
            // Timers do not run while the machine sleeps.
            const nap = asleepUntil - now;
            slept += nap;
            wake += nap;
            now = asleepUntil;
          }
          continue;
        }
        if (wake >= end) {
          now = end;
          over();
          await new Promise<void>((resolve) => {
            if (signal?.aborted) resolve();
            else signal?.addEventListener('abort', () => resolve(), { once: true });
          });
          return;
        }
        now = wake;
        return;
      }
    },
  };
  return {
    clock,
    /** Somebody sets the machine's clock forward by this many ms, or back. */
    setClock(by: number): void {
      off += by;
    },
    /** The machine sleeps from now until then; only from within a happening. */
    sleepUntil(at: number): void {
      asleepUntil = at;
    },
  };
}
