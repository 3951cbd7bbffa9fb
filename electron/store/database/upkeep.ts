import { existsSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { createPrivateFile } from '../../private-files.ts';
import { checkTable, tableNames, type HowThorough } from './check.ts';
import {
  backupNames,
  draftName,
  flushFile,
  freeBytes,
  removeDatabase,
  salvagedName,
  setAsideNames,
  unfinishedName,
} from './file-names.ts';

/** What is remembered of the upkeep: marks of nobody's profile. */
export const UPKEEP_PROFILE = 0;
export const FULL_CHECK_MARK = 'full-check';
export const BACKUP_MARK = 'backup';

/** Left free on the disk by a backup, in bytes: it must not be what fills it. */
const ROOM_LEFT_BYTES = 100 * 1024 * 1024;

/** Pages that are copied at once, in a few ms. */
const PAGES_AT_ONCE = 500;

/** What came of a backup: made, or left for want of room, or of a history that is damaged. */
export type BackupResult = { made: true } | { made: false; problem?: string };

/**
 * Copies the open history beside it, as the newer of two backups; only a copy that is whole takes that place. @throws
 * what SQLite or the file system throws, with the earlier backups as they were
 * @param isStillWanted asked before the copy takes its place
 */
export async function makeBackup(
  sqlite: DatabaseSync,
  file: string,
  isStillWanted: () => boolean = () => true,
): Promise<BackupResult> {
  if (freeBytes(dirname(file)) < statSync(file).size + ROOM_LEFT_BYTES) return { made: false };
  const [newer, older] = backupNames(file);
  const draft = draftName(newer);
  removeDatabase(draft);
  try {
    createPrivateFile(draft);
    await backup(sqlite, draft, { rate: PAGES_AT_ONCE });
    const problem = await problemOfCopy(draft);
    if (problem !== undefined) return { made: false, problem };
    // Everything may have been deleted meanwhile.
    if (!isStillWanted()) return { made: false };
    flushFile(draft);
    if (existsSync(newer)) renameSync(newer, older);
    renameSync(draft, newer);
    return { made: true };
  } catch (error) {
    // Deleting everything takes the copy away beneath SQLite, which then fails.
    if (!isStillWanted()) return { made: false };
    throw error;
  } finally {
    removeDatabase(draft);
  }
}

async function problemOfCopy(file: string): Promise<string | undefined> {
  const copy = new DatabaseSync(file);
  try {
    // A backup is one file.
    copy.exec('PRAGMA journal_mode = DELETE');
    return await checkTables(copy, 'quick');
  } finally {
    copy.close();
  }
}

/** Checks table by table, with everything else having its turn in between. Gives what is wrong. */
export async function checkTables(sqlite: DatabaseSync, how: HowThorough): Promise<string | undefined> {
  for (const table of tableNames(sqlite)) {
    await turn();
    // It may have been closed meanwhile.
    if (!sqlite.isOpen) return undefined;
    const problem = checkTable(sqlite, table, how);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Deletes every copy of a history: backups, and those that were set aside. */
export function deleteCopies(file: string): void {
  for (const copy of [
    ...backupNames(file),
    ...setAsideNames(file),
    ...setAsideNames(file, 'replaced'),
    unfinishedName(file),
    salvagedName(file),
    draftName(file),
  ])
    removeDatabase(copy);
}
