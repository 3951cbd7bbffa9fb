import { MINUTE_MS } from '../../../../common/durations.ts';
import type { WindowServer } from './window-server.ts';

/** Delay in ms after which memory of the start, or of a page, is garbage. */
const SOON_MS = MINUTE_MS / 2;
/** Interval in ms at which memory left by polls is released. */
const EVERY_MS = 15 * MINUTE_MS;

/** Runs V8's most thorough collection; undefined if Node was not started with `--expose-gc`. */
const collectAll =
  globalThis.gc && (() => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }));

/**
 * Releases unused memory after the start, after the last page has disconnected, and periodically, unless a page is
 * connected, which would freeze for 50 ms. V8 by itself collects garbage only after many allocations: the garbage of
 * quiet hours would stay, and so would code that ran only once, 4 to 10 MB.
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
