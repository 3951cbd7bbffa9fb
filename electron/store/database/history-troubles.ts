import { dirname } from 'node:path';
import { errorMessage } from '../../../common/error-message.ts';
import { freeBytes } from './file-names.ts';
import type { DamageReport } from './open.ts';
import type { WriteTrouble } from './sqlite-errors.ts';

/** What is not as it should be with the file of the history. */
export type HistoryTrouble =
  | { kind: WriteTrouble; file: string }
  /** It was damaged; Askbell goes on with what could be saved of it. */
  | { kind: 'history-damaged'; file: string; report: DamageReport }
  /** It was deleted while Askbell ran, and is written again, or will be as soon as that is possible. */
  | { kind: 'history-gone'; file: string; replacedBy?: string }
  /** It was not there at the start, although Askbell has run here before. */
  | { kind: 'history-missing'; file: string };

/** With less room than this SQLite cannot even open a database, and its error does not name the disk. */
const LEAST_ROOM_BYTES = 64 * 1024;

const hasNoRoom = (folder: string): boolean => freeBytes(folder) < LEAST_ROOM_BYTES;

/** What is wrong with the history's file at present: one trouble of a kind, each written to the log as it comes. */
export class HistoryTroubles {
  readonly #file: string;
  readonly #warn: (message: string) => void;
  readonly #troubles = new Map<HistoryTrouble['kind'], HistoryTrouble>();

  /** @param warn writes for whoever looks into a problem */
  constructor(file: string, warn: (message: string) => void) {
    this.#file = file;
    this.#warn = warn;
  }

  all(): HistoryTrouble[] {
    return [...this.#troubles.values()];
  }

  /** The kinds, to tell whether they are others than before. */
  kinds(): string {
    return [...this.#troubles.keys()].join();
  }

  /** The file was deleted while it was open, or `replacedBy` another, which has this name now. */
  noteGone(replacedBy: string | undefined): void {
    const file = this.#file;
    this.#warn(`the history file ${file} was deleted or replaced${replacedBy ? ` by ${replacedBy}` : ''}`);
    this.#troubles.set('history-gone', { kind: 'history-gone', file, ...(replacedBy && { replacedBy }) });
  }

  /** A new history was begun where one should have been. */
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

  /** A damaged file that could not be moved before is aside now. */
  noteKept(keptAs: string): void {
    const told = this.#troubles.get('history-damaged');
    if (told?.kind === 'history-damaged') this.noteDamage({ ...told.report, keptAs });
  }

  /** Nothing can be written; a disk without room says so in more than one way. */
  noteUnwritable(said: WriteTrouble, error: unknown): void {
    const kind = hasNoRoom(dirname(this.#file)) ? 'disk-full' : said;
    if (!this.#troubles.has(kind)) this.#warn(`the history cannot be written: ${errorMessage(error)}`);
    this.noteWritable();
    this.#troubles.set(kind, { kind, file: this.#file });
  }

  noteWritable(): void {
    this.#troubles.delete('disk-full');
    this.#troubles.delete('history-unwritable');
  }
}
