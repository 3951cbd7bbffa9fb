import { MINUTE_MS } from '../../../../common/durations.ts';
import type { WindowServer } from './window-server.ts';

/** By then what the start needed, or a page, is garbage. */
const SOON_MS = MINUTE_MS / 2;
/** How often what polls leave behind is given back. */
const EVERY_MS = 15 * MINUTE_MS;

/** V8's collector at its most thorough; undefined where Node was not started with `--expose-gc`. */
const collectAll =
  globalThis.gc && (() => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }));

/**
 * Gives back memory that is not in use, after the start, after the last page has left, and now and then, unless a page
 * is connected: who looks at one must not wait for 50 ms. Left to itself, V8 collects garbage when much was made: what
 * hours without news make would stay, and so would code that ran only once, 4 to 10 MB.
 */
export function releaseMemoryRegularly(
  window: Pick<WindowServer, 'connectedPages' | 'onLastPageLeft'>,
  collect = collectAll,
): void {
  if (!collect) return;
  const release = () => {
    if (window.connectedPages === 0) collect();
  };
  let soon: NodeJS.Timeout | undefined;
  const releaseSoon = () => {
    clearTimeout(soon);
    soon = setTimeout(release, SOON_MS).unref();
  };
  releaseSoon();
  window.onLastPageLeft(releaseSoon);
  setInterval(release, EVERY_MS).unref();
}
