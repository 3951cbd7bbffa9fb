import { errorStack } from '../../../common/error-message.ts';
import { untilBeat, type Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { NetworkTime } from './server-clock.ts';
import { SAME_REQUEST_FLOOR_MS } from './forecast/forecast.ts';

/**
 * How often the clock is checked during a long wait, in ms: not every system reports a wake, and timers do not count
 * sleep.
 */
const LOOK_UP_INTERVAL_MS = 60_000;

/** From this length on a wait is a rest, in ms. */
const LONG_REST_MS = 10_000;

interface PollLoopParts {
  clock: Clock;
  time: NetworkTime;
  log: Log;
  /** Renews the plan; returns the ms to wait for the next poll, Infinity if there is none. */
  plan: () => number;
  /** Runs the poll that is due. */
  poll: (signal: AbortSignal) => Promise<void>;
  /** Called when no request follows for a while. */
  onRest?: (() => void) | undefined;
  /** Called when the machine slept for this many ms, which its steady clock has counted. */
  onSlept: (ms: number) => void;
}

/** Plans, waits and polls in turn until it is stopped. */
export class PollLoop {
  readonly #parts: PollLoopParts;
  #stopping: AbortController | undefined;
  #waiting = new AbortController();
  #running: Promise<void> | undefined;

  constructor(parts: PollLoopParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopping = new AbortController();
    this.#running = this.#run(this.#stopping.signal);
  }

  /** Stops; a request under way is cancelled. */
  async stop(): Promise<void> {
    this.#stopping?.abort();
    await this.#running;
  }

  /** Ends the current wait, so that the plan is renewed. */
  replan(): void {
    this.#waiting.abort();
    this.#waiting = new AbortController();
  }

  /** Continues after any error: a history that cannot be written now may be writable in a minute. */
  async #run(signal: AbortSignal): Promise<void> {
    const { clock, log, plan, poll, onRest } = this.#parts;
    while (!signal.aborted) {
      try {
        const wait = plan();
        if (wait >= LONG_REST_MS) onRest?.();
        if (wait > 0) await this.#rest(wait, AbortSignal.any([signal, this.#waiting.signal]));
        else await poll(signal);
      } catch (error) {
        log.error(`polling: ${errorStack(error)}`);
        await clock.sleep(SAME_REQUEST_FLOOR_MS, signal);
      }
    }
  }

  /** Waits; ends early if the machine seems to have slept. */
  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    const { clock, time, onSlept } = this.#parts;
    for (let left = ms; left > 0 && !signal.aborted;) {
      const [began, step] = [time.elapsed(), Math.min(left, untilBeat(clock, LOOK_UP_INTERVAL_MS))];
      await clock.sleep(step, signal);
      left -= step;
      // On some systems the steady clock goes on while the machine sleeps.
      const surplus = time.elapsed() - began - step;
      if (surplus > LOOK_UP_INTERVAL_MS) onSlept(surplus);
      if (!signal.aborted && time.detectSleep()) return;
    }
  }
}
