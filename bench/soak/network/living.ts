import type { Sandbox } from '../../../sandbox/server/server.ts';
import { createActivity, type Occurrence } from '../../../sandbox/world/activity/activity.ts';

/** How busy the network is: about 25 inbox items and 25 votes a day for the person, and a thousand other things. */
const SPEED = 0.012;

/** Lets people live on the network by a clock that is driven. */
export class LivingNetwork {
  readonly #activity;
  readonly #setTime: (ms: number) => void;
  #next: Occurrence;
  #done = 0;

  /** @param setTime moves the network's clock, which never goes back */
  constructor({ world }: Sandbox, seed: number, setTime: (ms: number) => void) {
    const account = world.db.prepare('SELECT id FROM accounts WHERE is_demo = 1 ORDER BY id LIMIT 1').get() as {
      id: number;
    };
    this.#setTime = setTime;
    this.#activity = createActivity({ world, seed, speed: SPEED, favour: () => [account.id] });
    this.#next = this.#activity.next();
  }

  /** How many things were done. */
  get done(): number {
    return this.#done;
  }

  /** Has everything done that is due by a moment, each at its own time. */
  liveUntil(ms: number): void {
    while (this.#next.at * 1000 <= ms) {
      this.#setTime(this.#next.at * 1000);
      try {
        this.#next.run();
        this.#done++;
      } catch {
        // Somebody cannot do what they were about to: others go on.
      }
      this.#next = this.#activity.next();
    }
    this.#setTime(ms);
  }
}
