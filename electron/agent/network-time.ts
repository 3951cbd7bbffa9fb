import type { Clock } from '../clock.ts';

/** Answers tell the time in whole seconds. */
const second = 1000;
/** Differences below are left alone: the network's machines differ by as much among themselves. */
const tolerable = 2000;

/** A wall clock this far ahead of what has run off since means a sleep, or a clock that was set. */
const noticeable = 5000;

/**
 * Time as the network counts it, in ms since the epoch: what quota, pauses and the minute between equal requests are
 * kept by. It runs on by itself between answers, so that a machine clock that is set back or forth moves nothing.
 * `relabelled` is told when the time turns out to be another although no time has passed: what was noted before moves
 * along by so many ms.
 */
export function createNetworkTime(clock: Clock, { skew, relabelled }: { skew: number; relabelled: (by: number) => void }) {
  const elapsed = (): number => clock.elapsed?.() ?? clock.now();
  let offset = clock.now() + skew - elapsed();
  let wall = clock.now();
  let steady = elapsed();
  const now = (): number => Math.floor(elapsed() + offset);

  /** How much further the wall clock has come than what has run off: the machine slept, or its clock was set. */
  function gap(): number {
    const ahead = clock.now() - wall - (elapsed() - steady);
    [wall, steady] = [clock.now(), elapsed()];
    return ahead > noticeable ? ahead : 0;
  }

  return {
    now,
    elapsed,
    /** The machine's time for a moment of the network's. */
    toMachine: (at: number): number => Math.ceil(at - now() + clock.now()),
    fromMachine: (at: number): number => Math.ceil(at - clock.now() + now()),
    /** An answer told the time; all of it `took` so many ms. Gives true where it was another than was thought. */
    heard(networkTime: number, took: number): boolean {
      // It was written down somewhere between question and answer.
      const [earliest, latest] = [networkTime, networkTime + took + second];
      const thought = now();
      const off = thought < earliest - tolerable ? earliest + second / 2 - thought : thought > latest + tolerable ? latest - second / 2 - thought : 0;
      const slept = Math.min(gap(), Math.max(0, off));
      if (off === 0) return false;
      offset += off;
      if (off - slept !== 0) relabelled(off - slept);
      return true;
    },
    /** The machine woke from sleep: time has passed that was not counted. */
    woke(): void {
      offset += gap();
    },
    /** Network minus machine, in ms. */
    skew: (): number => now() - clock.now(),
  };
}
