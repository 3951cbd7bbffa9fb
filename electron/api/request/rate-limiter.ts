import type { Clock } from '../../clock.ts';

/** The public service drops whoever sends more than 30 a second from one address (public-facts, "Burst"); others may share it. */
const mostInASecond = 20;
const second = 1000;

/** Keeps requests from coming all at once. Gives what resolves when the next may be sent, or as soon as `signal` aborts. */
export function createPace(clock: Clock): (signal: AbortSignal) => Promise<void> {
  const elapsed = (): number => clock.elapsed?.() ?? clock.now();
  let sentAt: number[] = [];
  return async (signal) => {
    for (;;) {
      const at = elapsed();
      // A clock that was set back has nobody wait for it.
      sentAt = sentAt.filter((sent) => sent <= at && at - sent < second);
      if (sentAt.length < mostInASecond) break;
      await clock.sleep(second - (at - sentAt[0]!), signal);
      if (signal.aborted) return;
    }
    sentAt.push(elapsed());
  };
}
