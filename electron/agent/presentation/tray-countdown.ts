import { untilBeat, type Clock } from '../../clock.ts';

/** How often a countdown in the tray is drawn again: for most of its time it is told in minutes. */
const REDRAW_MS = 30_000;

/**
 * Draws the tray again and again while there is something to count down. The window counts by itself; a tray shows only
 * what it was given. `draw` shows the present state and gives whether there is still something to count down.
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

  /** Starts counting, unless it counts already. */
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
