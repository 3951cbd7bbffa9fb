import { setImmediate } from 'node:timers/promises';
import type { contract } from '../../../common/contract/contract.ts';
import { DAY_MS } from '../../../common/durations.ts';
import { everythingChanged, type AgentContext, type Handlers } from '../context.ts';
import { exportBegin, EXPORT_END, exportFileName } from './export-file.ts';

/** Export and deletion of all received data; see {@link Retention} for that of old data. */
export class ReceivedData implements Pick<Handlers<typeof contract.data>, 'size' | 'export'> {
  readonly #context: AgentContext;
  readonly #version: string;

  constructor(context: AgentContext, version: string) {
    this.#context = context;
    this.#version = version;
  }

  /**
   * Yields the export file in pieces, with the share done (0 to 1). Yields to the event loop between pieces, for window
   * and polling.
   */
  async *export(): AsyncGenerator<{ fileName: string; text: string; share: number }> {
    const { clock, settings, history } = this.#context;
    const now = clock.now();
    const { preferences, watches, networks } = settings.get();
    const fileName = exportFileName(now);
    const begin = exportBegin({
      exportedAt: new Date(now).toISOString(),
      version: this.#version,
      settings: preferences,
      networks: networks.map(({ id, name }) => ({ id, name })),
      watches,
    });
    yield { fileName, text: begin, share: 0 };
    const { rows, pieces } = history.archive();
    let done = 0;
    for (const piece of pieces) {
      done += piece.rows;
      yield { fileName, text: piece.text, share: Math.min(1, done / Math.max(rows, 1)) };
      if (piece.rows > 0) await setImmediate();
    }
    yield { fileName, text: EXPORT_END, share: 1 };
  }

  /** Returns the size of the history. */
  size(): { bytes: number } {
    return { bytes: this.#context.history.bytes() };
  }

  async deleteEverything(): Promise<void> {
    const { history, clock } = this.#context;
    await history.deleteEverything(clock.now());
    everythingChanged(this.#context);
  }
}

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
