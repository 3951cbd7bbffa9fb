import { setImmediate } from 'node:timers/promises';
import type { AddedRows, ArchivedProfile, ArchivedRows } from '../../store/archive/import-archive.ts';
import type { History } from '../../store/history.ts';
import type { ExportedRow } from './export-file.ts';

/** Number of rows added or removed at once: some 20 ms of work without V8's compilers. */
const ROWS_PER_PIECE = 25;

/** Rows that an import adds. If it fails or is undone, they are removed again; a crash leaves whole pieces. */
export class ImportedRows {
  readonly #history: History;
  readonly #at: number;
  readonly #added: AddedRows[] = [];

  /** @param at start of the import in ms since the epoch, local time */
  constructor(history: History, at: number) {
    this.#history = history;
    this.#at = at;
  }

  /** Returns the number of added rows by list. */
  counts(): Record<'inbox' | 'reputation' | 'questions', number> {
    const count = (list: 'inbox' | 'reputation' | 'questions') =>
      this.#added.reduce((sum, added) => sum + added[list].length, 0);
    return { inbox: count('inbox'), reputation: count('reputation'), questions: count('questions') };
  }

  /**
   * Adds rows.
   * @param ids local id of each watch of the export
   */
  async add(
    accounts: readonly ArchivedProfile[],
    rows: readonly ExportedRow[],
    ids: ReadonlyMap<string, string>,
  ): Promise<void> {
    for (let from = 0; from < rows.length; from += ROWS_PER_PIECE) {
      await setImmediate();
      const piece = rows.slice(from, from + ROWS_PER_PIECE);
      for (const [account, own] of Map.groupBy(piece, (row) => row.account)) {
        const lists = Object.groupBy(own, ({ list }) => list);
        const values = Object.fromEntries(
          Object.entries(lists).map(([list, entries]) => [list, entries.map(({ value }) => value)]),
        ) as Partial<ArchivedRows>;
        this.#added.push(this.#history.importRows(accounts[account]!, values, ids, this.#at));
      }
    }
  }

  /** Removes all added rows. */
  async remove(): Promise<void> {
    for (const added of this.#added) {
      this.#history.removeRows(added, this.#at);
      await setImmediate();
    }
  }
}
