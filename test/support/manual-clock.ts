import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../electron/base/clock.ts';
import { LONGEST_WAIT_MS } from './longest-wait.ts';

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /**
   * Moves time on by `ms`, waking every sleeper that falls due on the way, in order of time (equals in the order
   * they lay down). Between two of them pending promises and I/O get a few turns of the event loop, so that what a
   * woken sleeper does, and sleeps that it starts, still fall into the same stretch. `settled` waits for more than
   * that, such as answers over a real socket.
   */
  advance(ms: number, settled?: () => Promise<void>): Promise<void>;
  /**
   * Sets the wall clock without waking anybody, as when a person corrects it. Sleeps go on for as long as they had
   * left.
   */
  set(nowMs: number): void;
  /** How many sleeps are under way. */
  sleepers(): number;
  /** At how many different moments it has woken somebody. */
  wakeUps(): number;
  /** Lets pending promises and I/O get a few turns without moving time. */
  settle(): Promise<void>;
  /**
   * Waits, in real time and without moving this clock, until `condition` holds: for work that goes over a real
   * socket. Rejects after `withinMs` real milliseconds (default: `LONGEST_WAIT_MS`).
   */
  until(condition: () => boolean | Promise<boolean>, withinMs?: number): Promise<void>;
}

interface Sleeper {
  dueAt: number;
  order: number;
  wake: () => void;
}

/** Takes the first moment in milliseconds since the epoch. */
export function createManualClock(startMs = Date.UTC(2026, 0, 5, 12)): ManualClock {
  let elapsed = 0;
  let offset = startMs;
  let order = 0;
  let wakeUps = 0;
  let wokeAt = -Infinity;
  const asleep = new Set<Sleeper>();

  const nextDue = (until: number): Sleeper | undefined => {
    let next: Sleeper | undefined;
    for (const sleeper of asleep) {
      if (sleeper.dueAt > until) continue;
      if (!next || sleeper.dueAt < next.dueAt || (sleeper.dueAt === next.dueAt && sleeper.order < next.order))
        next = sleeper;
    }
    return next;
  };

  const settle = async () => {
    for (let turns = 0; turns < 10; turns++) await turn();
  };

  return {
    now: () => offset + elapsed,
    elapsed: () => elapsed,
    sleep(ms, signal) {
      if (signal?.aborted || !(ms > 0)) return Promise.resolve();
      return new Promise((resolve) => {
        const sleeper: Sleeper = {
          dueAt: elapsed + ms,
          order: order++,
          wake() {
            asleep.delete(sleeper);
            signal?.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        asleep.add(sleeper);
        signal?.addEventListener('abort', sleeper.wake, { once: true });
      });
    },
    async advance(ms, settled = settle) {
      const end = elapsed + ms;
      await settled();
      for (let sleeper = nextDue(end); sleeper; sleeper = nextDue(end)) {
        elapsed = Math.max(elapsed, sleeper.dueAt);
        if (elapsed > wokeAt) wakeUps++;
        wokeAt = elapsed;
        sleeper.wake();
        await settled();
      }
      elapsed = end;
      await settled();
    },
    set(nowMs) {
      offset = nowMs - elapsed;
    },
    sleepers: () => asleep.size,
    wakeUps: () => wakeUps,
    settle,
    async until(condition, withinMs = LONGEST_WAIT_MS) {
      const deadline = performance.now() + withinMs;
      while (!(await condition())) {
        if (performance.now() > deadline) throw new Error(`The condition did not come true within ${withinMs} ms.`);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
  };
}
