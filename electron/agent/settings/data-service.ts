import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { History } from '../../store/history.ts';
import type { SettingsStore } from '../../store/settings.ts';
import { exportBegin, EXPORT_END, exportFileName } from './export-file.ts';

export interface DataServiceParts {
  settings: SettingsStore;
  history: History;
  clock: Clock;
  version: string;
  /** Called when lists may have changed. */
  onChange: () => void;
}

/** Export and deletion of all received data; import.ts has the import. */
export class DataService {
  readonly #parts: DataServiceParts;

  constructor(parts: DataServiceParts) {
    this.#parts = parts;
  }

  /**
   * Yields the export file in pieces, with the share done (0 to 1). Yields to the event loop between pieces, for window
   * and polling.
   */
  async *export(): AsyncGenerator<{ fileName: string; text: string; share: number }> {
    const { clock, settings, version, history } = this.#parts;
    const now = clock.now();
    const { preferences, watches, networks } = settings.get();
    const fileName = exportFileName(now);
    const begin = exportBegin({
      exportedAt: new Date(now).toISOString(),
      version,
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

  /** Returns the size of the history in bytes. */
  size(): number {
    return this.#parts.history.bytes();
  }

  async deleteEverything(): Promise<void> {
    const { history, clock, onChange } = this.#parts;
    await history.deleteEverything(clock.now());
    onChange();
  }
}
