import { untilBeat, type Clock } from '../../base/clock.ts';

/** Interval at which the tray's countdown is redrawn; it counts in minutes for most of its time. */
const REDRAW_MS = 30_000;

/**
 * Countdown in the tray, which redraws the tray while it runs. The window counts by itself; a tray shows only the text
 * that it was given. `draw` shows the current state and returns whether a countdown is left.
 */
export class TrayCountdown {
  readonly #clock: Clock;
  readonly #draw: () => boolean;
  readonly #stopped = new AbortController();
  #counting = false;

  constructor(clock: Clock, draw: () => boolean) {
    this.#clock = clock;
    this.#draw = draw;
  }

  /** Starts counting, unless already counting. */
  start(): void {
    if (!this.#counting && !this.#stopped.signal.aborted) void this.#count();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #count(): Promise<void> {
    const { signal } = this.#stopped;
    this.#counting = true;
    do await this.#clock.sleep(untilBeat(this.#clock, REDRAW_MS), signal);
    while (!signal.aborted && this.#draw());
    this.#counting = false;
  }
}
