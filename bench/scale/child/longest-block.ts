/** Time that something took, and the longest time that it kept the event loop from everything else, in ms. */
export interface Blocked {
  totalMs: number;
  longestMs: number;
  /** The same in processor time of the thread, which other programs of a busy machine do not lengthen. */
  longestCpuMs: number;
}

const TICK_MS = 1;

/** Processor time of this thread so far, in ms. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Does something and measures how long it blocks the event loop; returns its result, too. */
export async function measureBlocks<T>(work: () => Promise<T>): Promise<{ blocked: Blocked; result: T }> {
  const began = performance.now();
  let [at, cpuAt, longestMs, longestCpuMs] = [began, cpuMs(), 0, 0];
  const tick = (): void => {
    const [now, cpuNow] = [performance.now(), cpuMs()];
    longestMs = Math.max(longestMs, now - at);
    longestCpuMs = Math.max(longestCpuMs, cpuNow - cpuAt);
    [at, cpuAt] = [now, cpuNow];
  };
  const ticking = setInterval(tick, TICK_MS);
  try {
    const result = await work();
    tick();
    const figures = { totalMs: performance.now() - began, longestMs, longestCpuMs };
    const blocked = Object.fromEntries(Object.entries(figures).map(([name, ms]) => [name, Math.round(ms)]));
    return { blocked: blocked as unknown as Blocked, result };
  } finally {
    clearInterval(ticking);
  }
}
