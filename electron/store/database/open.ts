import { chmodSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../../common/error-message.ts';
import { PRIVATE_FILE_MODE, refuseOddFile } from '../../base/private-files.ts';
import { checkAtStart, tableNames, isBusy, writeTrouble, type WriteTrouble } from './damage.ts';
import { HistoryError } from './database.ts';
import {
  backupNames,
  flushFile,
  freeBytes,
  removeDatabase,
  salvagedName,
  setAside,
  setAsideNames,
  setAsideRest,
  unfinishedName,
} from './files.ts';
import { LATEST_SCHEMA, schemaVersion, TABLE_NAMES, upgradeSchema } from './schema.ts';
import { lastSalvage, salvage, type SalvageResult } from './salvage.ts';

/** Report on a damaged history: the problem, its location, and the result of the salvage. */
export interface DamageReport extends Partial<SalvageResult> {
  problem: string;
  /** Current path of the damaged file; absent if it could not be moved. */
  keptAs?: string;
}

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

/** Open history file, with the damage that was repaired. */
export interface OpenedFile {
  sqlite: DatabaseSync;
  damage?: DamageReport;
}

/** Tables of which every history has at least one, in all versions. */
const OWN_TABLES = ['profiles', 'marks', 'inbox_items', 'notifications', 'questions'];

/**
 * Opens the file and upgrades its schema; a damaged one is first salvaged into a new file.
 * @throws UnusableFile for a file of another program or of a newer Askbell, or one that is not a regular file; and
 * SQLite's error if the disk is not writable
 * @param known the damage, if already detected
 */
export function openFile(file: string, now: number, known?: { problem: string }): OpenedFile {
  refuseOddFile(file, 'history file');
  const damage = finishSalvage(file);
  const found = known ?? tryOpen(file);
  if ('sqlite' in found) return { ...found, ...(damage && { damage: { ...damage, ...lastSalvage(found.sqlite) } }) };
  const result = salvageFile(file, now);
  const sqlite = new DatabaseSync(file);
  makeReady(sqlite);
  return { sqlite, damage: { ...found, ...result } };
}

/** Configures an intact database and upgrades its schema. */
function makeReady(sqlite: DatabaseSync): void {
  // FULL, not WAL's usual NORMAL: a claimed notification must stay claimed through a power cut. Sorting must not need
  // space on a disk that may be full.
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;');
  upgradeSchema(sqlite);
}

/**
 * Opens an intact file; returns the problem of any other.
 * @throws UnusableFile like `openFile`
 */
function tryOpen(file: string): { sqlite: DatabaseSync } | { problem: string } {
  let sqlite: DatabaseSync | undefined;
  let isReady = false;
  // SQLite would delete the -wal of an empty file when it opens it.
  if (isCutToNothing(file)) return { problem: 'the file is empty' };
  try {
    sqlite = new DatabaseSync(file);
    sqlite.exec('PRAGMA busy_timeout = 5000');
    refuseOthers(file, sqlite);
    const damaged = checkAtStart(sqlite, file);
    if (damaged !== undefined) return { problem: damaged };
    makeReady(sqlite);
    const missing = missingTable(sqlite);
    if (missing !== undefined) return { problem: missing };
    isReady = true;
    return { sqlite };
  } catch (error) {
    if (error instanceof HistoryError || writeTrouble(error)) throw error;
    if (isBusy(error))
      throw new HistoryError(`Another program has the history file ${file} open. Close it, and start Askbell again.`, {
        cause: error,
      });
    // Also if an upgrade fails because of contents that no Askbell wrote.
    return { problem: errorMessage(error) };
  } finally {
    if (!isReady && sqlite?.isOpen) sqlite.close();
  }
}

/** Whether an empty file had contents before: a first start may also have been killed before it wrote. */
function isCutToNothing(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.size !== 0) return false;
  const hasWal = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  return hasWal || wasUsed(file);
}

/** Whether Askbell has run here before, so that a missing or empty history was lost. */
export const wasUsed = (file: string): boolean =>
  [...backupNames(file), join(dirname(file), 'settings.json')].some((path) => existsSync(path));

/** A schema version newer by this much counts as damage: no Askbell for years will have it. */
const IMPLAUSIBLY_LATER = 1000;

/** @throws HistoryError for a file that is not a history, or is from a newer Askbell */
export function refuseOthers(file: string, sqlite: DatabaseSync): void {
  const [version, tables] = [schemaVersion(sqlite), tableNames(sqlite)];
  if (tables.length > 0 && !OWN_TABLES.some((name) => tables.includes(name)))
    throw new HistoryError(
      `The file ${file} belongs to another program. Choose another folder with --data-dir, or move the file away; ` +
        'Askbell left it as it was.',
    );
  if (version > LATEST_SCHEMA && version < LATEST_SCHEMA + IMPLAUSIBLY_LATER)
    throw new HistoryError(
      `The history file ${file} was written by a newer Askbell. Update Askbell, or move the file away.`,
    );
}

/** Returns a problem if a database lacks a table. */
function missingTable(sqlite: DatabaseSync): string | undefined {
  const tables = tableNames(sqlite);
  const missing = TABLE_NAMES.find((name) => !tables.includes(name));
  return missing === undefined ? undefined : `the table ${missing} is missing`;
}

/**
 * Salvages a damaged history into a new file, sets the damaged one aside with its other files, and puts the new one in
 * place. After a crash in between, the next start finds either the damaged file, and repeats this, or the finished new
 * one, and only puts it in place.
 * @throws Error of SQLite or the file system if the disk is not writable
 */
function salvageFile(file: string, now: number): SalvageResult & { keptAs: string } {
  const unfinished = unfinishedName(file);
  const result = salvageInto(unfinished, file);
  chmodSync(unfinished, PRIVATE_FILE_MODE);
  flushFile(unfinished);
  renameSync(unfinished, salvagedName(file));
  const keptAs = setAside(file, now);
  renameSync(salvagedName(file), file);
  return { ...result, keptAs };
}

function salvageInto(target: string, file: string): SalvageResult {
  const make = <T>(fill: (sqlite: DatabaseSync) => T): T => {
    removeDatabase(target);
    const sqlite = new DatabaseSync(target);
    try {
      sqlite.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;');
      return fill(sqlite);
    } finally {
      sqlite.close();
    }
  };
  try {
    return make((sqlite) => salvage(file, backupNames(file), sqlite));
  } catch (error) {
    if (writeTrouble(error)) {
      // An incomplete file must not occupy scarce space.
      removeDatabase(target);
      throw error;
    }
    // A new history is better than none: the damaged file is kept.
    make(upgradeSchema);
    return { rows: 0, rowsFromBackup: 0, isIncomplete: true };
  }
}

/** Puts a finished salvage in place after a crash; its damaged file was already set aside. */
function finishSalvage(file: string): DamageReport | undefined {
  const salvaged = salvagedName(file);
  if (!existsSync(salvaged)) return undefined;
  if (existsSync(file)) {
    // The damaged file is still in place, so the salvage is repeated.
    rmSync(salvaged, { force: true });
    return undefined;
  }
  const keptAs = setAsideNames(file).at(-1);
  if (keptAs !== undefined) setAsideRest(file, keptAs);
  renameSync(salvaged, file);
  return { problem: 'it was damaged at the last start', ...(keptAs !== undefined && { keptAs }) };
}

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
