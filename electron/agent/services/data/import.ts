import { setImmediate } from 'node:timers/promises';
import type { AddedRows, ArchivedProfile, ArchivedRows } from '../../../store/archive/import-archive.ts';
import type { History } from '../../../store/history.ts';
import type { ExportedRow } from './export-file.ts';

/** Rows that are taken in, or away, at once: some 20 ms of work without V8's compilers. */
const ROWS_PER_PIECE = 25;

/** Rows that an import adds. Where it fails or is undone, they are taken away again; a crash leaves whole pieces. */
export class ImportedRows {
  readonly #history: History;
  readonly #at: number;
  readonly #added: AddedRows[] = [];

  /** @param at when the import began, in ms by this machine's clock */
  constructor(history: History, at: number) {
    this.#history = history;
    this.#at = at;
  }

  /** Number of rows of each list that were not here yet. */
  counts(): Record<'inbox' | 'reputation' | 'questions', number> {
    const count = (list: 'inbox' | 'reputation' | 'questions') =>
      this.#added.reduce((sum, added) => sum + added[list].length, 0);
    return { inbox: count('inbox'), reputation: count('reputation'), questions: count('questions') };
  }

  /** Takes rows in. @param ids what each watch of the export is called here */
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

  /** Takes all of them away again. */
  async remove(): Promise<void> {
    for (const added of this.#added) {
      this.#history.removeRows(added, this.#at);
      await setImmediate();
    }
  }
}
