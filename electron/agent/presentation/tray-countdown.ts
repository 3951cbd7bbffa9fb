import type { Clock } from '../../clock.ts';

/** How often a countdown in the tray is drawn anew, in ms: it is told in minutes for most of its time. */
const every = 30_000;

/**
 * Draws again and again while there is something to count down. `draw` shows the present state and gives whether there
 * still is. The window counts by itself; a tray only shows what it was given.
 */
export function createCountdown(clock: Clock, draw: () => boolean) {
  const stopped = new AbortController();
  let counting = false;
  const count = async (): Promise<void> => {
    counting = true;
    do await clock.sleep(every, stopped.signal);
    while (!stopped.signal.aborted && draw());
    counting = false;
  };
  return {
    /** Begins, unless it is under way. */
    begin(): void {
      if (!counting && !stopped.signal.aborted) void count();
    },
    stop: () => stopped.abort(),
  };
}
