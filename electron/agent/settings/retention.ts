import { DAY_MS } from '../../../common/durations.ts';
import { everythingChanged, type AgentContext } from '../context.ts';

/** Daily deletion of items older than the chosen retention time. */
export class Retention {
  readonly #context: AgentContext;
  #forgotAt = -Infinity;

  constructor(context: AgentContext) {
    this.#context = context;
  }

  /** Deletes old items if a day has passed; to be called regularly. */
  async forgetOld(): Promise<void> {
    const { settings, history, clock, log } = this.#context;
    const { retention } = settings.get().preferences;
    const now = clock.now();
    if (retention === 'forever' || now - this.#forgotAt < DAY_MS) return;
    this.#forgotAt = now;
    const forgotten = await history.deleteOlder(now - retention * DAY_MS, now);
    if (forgotten === 0) return;
    log.info(`${forgotten} items older than ${retention} days were deleted`);
    everythingChanged(this.#context);
  }

  /** Applies a changed retention time at the next call. */
  reset(): void {
    this.#forgotAt = -Infinity;
  }
}
