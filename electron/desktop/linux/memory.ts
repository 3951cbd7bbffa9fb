import { MINUTE_MS } from '../../../common/durations.ts';

/**
 * Variables that make the GNU C library return unused memory of the start to the system: one arena, and separate blocks
 * for large allocations (mallopt(3)).
 */
export const MEMORY_GOES_BACK = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '16384',
  MALLOC_TOP_PAD_: '16384',
};

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
  window: { readonly connectedPages: number; onLastPageLeft(listener: () => void): void },
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
