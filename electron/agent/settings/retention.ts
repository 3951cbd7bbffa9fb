import { DAY_MS } from '../../../common/durations.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { History } from '../../store/history.ts';
import type { SettingsStore } from '../../store/settings.ts';

export interface RetentionParts {
  settings: SettingsStore;
  history: History;
  clock: Clock;
  log: Log;
  /** Called when items were deleted. */
  onForgotten: () => void;
}

/** Daily deletion of items older than the chosen retention time. */
export class Retention {
  readonly #parts: RetentionParts;
  #forgotAt = -Infinity;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /** Deletes old items if a day has passed; to be called regularly. */
  async forgetOld(): Promise<void> {
    const { settings, history, clock, log, onForgotten } = this.#parts;
    const { retention } = settings.get().preferences;
    const now = clock.now();
    if (retention === 'forever' || now - this.#forgotAt < DAY_MS) return;
    this.#forgotAt = now;
    const forgotten = await history.deleteOlder(now - retention * DAY_MS, now);
    if (forgotten === 0) return;
    log.info(`${forgotten} items older than ${retention} days were deleted`);
    onForgotten();
  }

  /** Applies a changed retention time at the next call. */
  reset(): void {
    this.#forgotAt = -Infinity;
  }
}
