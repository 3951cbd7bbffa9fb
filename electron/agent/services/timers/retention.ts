import { DAY_MS } from '../../../../common/durations.ts';
import type { Clock } from '../../../clock.ts';
import type { Log } from '../../../log.ts';
import type { History } from '../../../store/history.ts';
import type { SettingsStore } from '../../../store/settings.ts';

export interface RetentionParts {
  settings: SettingsStore;
  history: History;
  clock: Clock;
  log: Log;
  /** Items were deleted. */
  onForgotten: () => void;
}

/** Deletes what is older than the person wants it kept, once a day. */
export class Retention {
  readonly #parts: RetentionParts;
  #forgotAt = -Infinity;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /** To be called every now and then. */
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

  /** The person wants another time: it counts from the next call on. */
  reset(): void {
    this.#forgotAt = -Infinity;
  }
}
