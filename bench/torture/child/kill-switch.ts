import { writeSync } from 'node:fs';
import type { AimedMoment, Ending } from '../moments.ts';

/** Ends this process by SIGKILL at the moment that its end is aimed at. */
export class KillSwitch {
  readonly #ending: Ending;
  readonly #file: number;
  #seen = 0;

  /** @param file open for appending; gets a line with the moment before the end */
  constructor(ending: Ending, file: number) {
    this.#ending = ending;
    this.#file = file;
  }

  /** The moment is now. Does not come back where the end is aimed at it. */
  readonly pass = (moment: AimedMoment): void => {
    if (this.#ending.how !== 'aimed' || this.#ending.moment !== moment) return;
    if (++this.#seen < this.#ending.nth) return;
    writeSync(this.#file, `${moment}\n`);
    // A signal to oneself is delivered before the call comes back.
    process.kill(process.pid, 'SIGKILL');
  };
}
