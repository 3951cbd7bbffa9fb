import type { Activity } from '../world/activity/activity.ts';
import type { SandboxClock } from '../world/clock.ts';

/** How many seconds of lag are made up for; after a long sleep the network is not flooded. */
const MAX_LAG_SECONDS = 60;
/** Seconds after which a waiting timer looks at the clock again, since it may have been set forward. */
const MAX_WAIT_SECONDS = 30;

/**
 * Lets the network live by real timers: runs each planned action when the network's clock reaches it.
 * @returns what stops it
 */
export function live(activity: Activity, clock: SandboxClock, log: (line: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  /** How far the plan stays behind the clock because of lags that were not made up for. */
  let behind = 0;
  let next = activity.next();
  const run = () => {
    try {
      next.run();
    } catch (error) {
      log(`A planned action could not be done: ${error instanceof Error ? error.message : String(error)}`);
    }
    next = activity.next();
  };
  const plan = () => {
    const wait = next.at + behind - clock.now();
    if (wait < -MAX_LAG_SECONDS) behind -= wait;
    timer = setTimeout(
      () => {
        if (next.at + behind <= clock.now() + 1) run();
        plan();
      },
      Math.min(Math.max(0, wait), MAX_WAIT_SECONDS) * 1000,
    );
    timer.unref();
  };
  plan();
  return () => clearTimeout(timer);
}
