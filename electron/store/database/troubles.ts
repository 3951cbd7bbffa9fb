import { dirname } from 'node:path';
import { errorMessage } from '../../../common/error-message.ts';
import { freeBytes } from './files.ts';
import type { DamageReport } from './open.ts';
import type { WriteTrouble } from './damage.ts';

/** Problem with the history's file. */
export type HistoryTrouble =
  | { kind: WriteTrouble; file: string }
  /** The file was damaged; Askbell continues with the salvaged data. */
  | { kind: 'history-damaged'; file: string; report: DamageReport }
  /** The file was deleted while Askbell ran, and is written again, or will be as soon as possible. */
  | { kind: 'history-gone'; file: string; replacedBy?: string }
  /** The file was missing at the start, although Askbell has run here before. */
  | { kind: 'history-missing'; file: string };

/** Minimum space for SQLite to open a database; with less, its error does not indicate a full disk. */
const LEAST_ROOM_BYTES = 64 * 1024;

/** Current problems of the history's file, at most one of each kind; each is logged when it occurs. */
export class HistoryTroubles {
  readonly #file: string;
  readonly #warn: (message: string) => void;
  readonly #troubles = new Map<HistoryTrouble['kind'], HistoryTrouble>();

  /** @param warn logs a warning */
  constructor(file: string, warn: (message: string) => void) {
    this.#file = file;
    this.#warn = warn;
  }

  all(): HistoryTrouble[] {
    return [...this.#troubles.values()];
  }

  /** Returns the kinds of problems, for comparison. */
  kinds(): string {
    return [...this.#troubles.keys()].join();
  }

  /** Records that the open file was deleted, or replaced by the file that is now `replacedBy`. */
  noteGone(replacedBy: string | undefined): void {
    const file = this.#file;
    this.#warn(`the history file ${file} was deleted or replaced${replacedBy ? ` by ${replacedBy}` : ''}`);
    this.#troubles.set('history-gone', { kind: 'history-gone', file, ...(replacedBy && { replacedBy }) });
  }

  /** Records that a new history was started because the file was missing. */
  noteMissing(): void {
    this.#warn(`the history file ${this.#file} was missing; a new one has begun`);
    this.#troubles.set('history-missing', { kind: 'history-missing', file: this.#file });
  }

  noteDamage(report: DamageReport | undefined): void {
    if (!report) return;
    const { problem, keptAs, rows, rowsFromBackup } = report;
    this.#warn(
      `the history was damaged (${problem}); ${rows ?? '?'} rows were saved, ${rowsFromBackup ?? 0} more from a ` +
        `backup; the damaged file is ${keptAs ?? 'still in its place'}`,
    );
    this.#troubles.set('history-damaged', { kind: 'history-damaged', file: this.#file, report });
  }

  /** Records that a damaged file was set aside that could not be moved before. */
  noteKept(keptAs: string): void {
    const told = this.#troubles.get('history-damaged');
    if (told?.kind === 'history-damaged') this.noteDamage({ ...told.report, keptAs });
  }

  /** Records that writing failed; a full disk causes several kinds of errors. */
  noteUnwritable(said: WriteTrouble, error: unknown): void {
    const kind = freeBytes(dirname(this.#file)) < LEAST_ROOM_BYTES ? 'disk-full' : said;
    if (!this.#troubles.has(kind)) this.#warn(`the history cannot be written: ${errorMessage(error)}`);
    this.noteWritable();
    this.#troubles.set(kind, { kind, file: this.#file });
  }

  noteWritable(): void {
    this.#troubles.delete('disk-full');
    this.#troubles.delete('history-unwritable');
  }
}
