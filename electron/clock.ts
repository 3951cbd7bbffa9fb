/**
 * Time as Askbell sees it. Everything that waits or reads the time is handed a clock, so that tests drive it.
 */
export interface Clock {
  /** Milliseconds since the epoch, by this machine's clock (which may be wrong). */
  now(): number;
  /** Milliseconds since some moment, by a clock that nobody can set; it may stand still while the machine sleeps. */
  elapsed?(): number;
  /** Resolves after `ms` (Infinity: only when aborted) or as soon as `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Node limits a timer to 2^31-1 ms and fires a longer one at once, so long waits are taken in steps. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  async sleep(ms, signal) {
    // Counted down rather than compared with the wall clock, so that setting the clock back does not stretch a wait.
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

/** Less than this is left until a beat: the next one is meant. Timers may be a little early. */
const SHORTEST_WAIT_MS = 1000;

/**
 * How many ms it is until the next beat, by the clock's steady time. Whoever looks again and again waits for beats, so
 * that the machine is woken once for all of them.
 */
export function untilBeat(clock: Clock, everyMs: number): number {
  const left = Math.ceil(everyMs - ((clock.elapsed?.() ?? clock.now()) % everyMs));
  return left < SHORTEST_WAIT_MS ? left + everyMs : left;
}
