import { chmodSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../../common/error-message.ts';
import { PRIVATE_FILE_MODE, refuseOddFile } from '../../private-files.ts';
import { checkAtStart, tableNames } from './check.ts';
import { HistoryError } from './database.ts';
import {
  backupNames,
  flushFile,
  removeDatabase,
  salvagedName,
  setAside,
  setAsideNames,
  setAsideRest,
  unfinishedName,
} from './file-names.ts';
import { LATEST_SCHEMA, migrate, schemaVersion } from './schema/migrations.ts';
import { lastSalvage, salvage, type SalvageResult } from './salvage/salvage.ts';
import { isBusy, writeTrouble } from './sqlite-errors.ts';

/** A damaged history: what was wrong, where it is kept, and what could be saved of it. */
export interface DamageReport extends Partial<SalvageResult> {
  problem: string;
  /** Where the damaged file is now; absent where it could not be moved. */
  keptAs?: string;
}

/** An open history file, with what had to be done about it. */
export interface OpenedFile {
  sqlite: DatabaseSync;
  damage?: DamageReport;
}

/** Tables of which a history has at least one, since the first Askbell. */
const OWN_TABLES = ['profiles', 'marks', 'inbox_items', 'notifications', 'questions'];

/**
 * Opens the file and brings it up to date; a damaged one is saved into a new file first. @throws UnusableFile for a
 * file of another program or of a newer Askbell, or what is no file, and what SQLite throws where the disk takes
 * nothing
 * @param known the damage, where it has shown itself already
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

/** Sets up a database that is whole, and brings its schema up to date. */
function makeReady(sqlite: DatabaseSync): void {
  // FULL, not WAL's usual NORMAL: a notification that was claimed must stay claimed through a power cut. Sorting must
  // not need room on a disk that may be full.
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;');
  migrate(sqlite);
}

/** Opens a file that is whole; says what is wrong with any other. @throws like `openFile` */
function tryOpen(file: string): { sqlite: DatabaseSync } | { problem: string } {
  let sqlite: DatabaseSync | undefined;
  let isReady = false;
  // SQLite would delete the -wal of an empty file when it opens it.
  if (isCutToNothing(file)) return { problem: 'the file is empty' };
  try {
    sqlite = new DatabaseSync(file);
    sqlite.exec('PRAGMA busy_timeout = 5000');
    const version = schemaVersion(sqlite);
    const tables = tableNames(sqlite);
    refuseOthers(file, version, tables);
    const problem =
      checkAtStart(sqlite, file) ??
      (version < 0 || version > LATEST_SCHEMA ? `its schema says ${version}` : missingTable(version, tables));
    if (problem !== undefined) return { problem };
    makeReady(sqlite);
    isReady = true;
    return { sqlite };
  } catch (error) {
    if (error instanceof HistoryError || writeTrouble(error)) throw error;
    if (isBusy(error))
      throw new HistoryError(`Another program has the history file ${file} open. Close it, and start Askbell again.`, {
        cause: error,
      });
    // Also where a step of the schema fails, because of content that no Askbell wrote.
    return { problem: errorMessage(error) };
  } finally {
    if (!isReady && sqlite?.isOpen) sqlite.close();
  }
}

/** Whether a file is empty that had something: a first start may also have been killed before it wrote. */
function isCutToNothing(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.size !== 0) return false;
  const hasWal = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  return hasWal || wasUsed(file);
}

/** Whether Askbell has run here before, so that a history that is not there, or empty, is lost. */
export const wasUsed = (file: string): boolean =>
  [...backupNames(file), join(dirname(file), 'settings.json')].some((path) => existsSync(path));

/** How much later a schema must be to be taken for damage: no Askbell for years has one that late. */
const IMPLAUSIBLY_LATER = 1000;

/** @throws HistoryError for what is not a history, or one that this Askbell cannot know */
export function refuseOthers(file: string, version: number, tables: readonly string[]): void {
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

/** A table that the schema of this version has, and the file has not. */
function missingTable(version: number, tables: readonly string[]): string | undefined {
  if (version === 0) return undefined;
  const empty = new DatabaseSync(':memory:');
  try {
    migrate(empty, version);
    const missing = tableNames(empty).find((name) => !tables.includes(name));
    return missing === undefined ? undefined : `the table ${missing} is missing`;
  } finally {
    empty.close();
  }
}

/**
 * Saves what can be read of a damaged history into a new file, sets the damaged one aside with all its parts, and puts
 * the new one in its place. Killed anywhere in between, the next start finds either the damaged file, and does it
 * again, or the finished new one, and only puts it in place. @throws what SQLite or the file system throws where
 * nothing can be written
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
      // Half a file must not take the room that is missing.
      removeDatabase(target);
      throw error;
    }
    // Better a new history than none: the damaged file is kept.
    make((sqlite) => migrate(sqlite));
    return { rows: 0, rowsFromBackup: 0, isIncomplete: true };
  }
}

/** Puts a history in place that a killed start had saved completely; its damaged one is aside already. */
function finishSalvage(file: string): DamageReport | undefined {
  const salvaged = salvagedName(file);
  if (!existsSync(salvaged)) return undefined;
  if (existsSync(file)) {
    // The damaged one is still in place, so it is done again.
    rmSync(salvaged, { force: true });
    return undefined;
  }
  const keptAs = setAsideNames(file).at(-1);
  if (keptAs !== undefined) setAsideRest(file, keptAs);
  renameSync(salvaged, file);
  return { problem: 'it was damaged at the last start', ...(keptAs !== undefined && { keptAs }) };
}
