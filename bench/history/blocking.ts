import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { print } from '../support/command.ts';

/** Measures how long actions block the event loop of this process. */
export class Blocking {
  /** Actions that blocked for longer than they may. */
  readonly missed: string[] = [];
  readonly #most: number;

  /** @param most the longest that an action may block, in ms */
  constructor(most: number) {
    this.#most = most;
  }

  /** Does something, and prints how long it took and the longest time that it blocked; returns its result. */
  async measure<T>(what: string, work: () => T, most = this.#most): Promise<Awaited<T>> {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const began = performance.now();
    const working = work();
    let longest = performance.now() - began;
    const result = await working;
    const tookMs = Math.round(performance.now() - began);
    if (working instanceof Promise) {
      // A delay is noted once a timer fires after it.
      await pause(2);
      longest = Math.max(longest, delay.max / 1e6);
    }
    delay.disable();
    const longestMs = Math.round(longest);
    print({ what, longestMs, tookMs });
    if (longestMs > most) this.missed.push(what);
    return result;
  }
}
