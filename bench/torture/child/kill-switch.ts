import { writeSync } from 'node:fs';
import type { KillPoint, Ending } from '../kill-points.ts';

/** Ends this process by SIGKILL at the kill point that its end is aimed at. */
export class KillSwitch {
  readonly #ending: Ending;
  readonly #file: number;
  #seen = 0;

  /** @param file open for appending; gets a line with the kill point before the end */
  constructor(ending: Ending, file: number) {
    this.#ending = ending;
    this.#file = file;
  }

  /** This point is reached now. Does not return where the end is aimed at it. */
  readonly pass = (point: KillPoint): void => {
    if (this.#ending.how !== 'aimed' || this.#ending.point !== point) return;
    if (++this.#seen < this.#ending.nth) return;
    writeSync(this.#file, `${point}\n`);
    // A signal to oneself is delivered before the call comes back.
    process.kill(process.pid, 'SIGKILL');
  };
}
