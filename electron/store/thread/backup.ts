import { existsSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createPrivateFile } from '../../base/private-files.ts';
import {
  backupNames,
  draftName,
  freeBytes,
  removeDatabase,
  salvagedName,
  setAsideNames,
  unfinishedName,
} from '../database/file-names.ts';

/** Space in bytes that a backup must leave free on the disk. */
const ROOM_LEFT_BYTES = 100 * 1024 * 1024;

/** Result of a backup: made, or skipped for lack of space or because the history is damaged. */
export type BackupResult = { made: true } | { made: false; problem?: string };

/**
 * Copies the history beside it, as the newer of two backups; only an intact copy becomes one.
 * @throws Error of SQLite or the file system; earlier backups stay unchanged
 * @param copy copies the database to a file on the disk, and returns the copy's problem, or undefined
 * @param isStillWanted called before the copy replaces a backup
 */
export async function makeBackup(
  file: string,
  copy: (target: string) => Promise<string | undefined>,
  isStillWanted: () => boolean,
): Promise<BackupResult> {
  if (freeBytes(dirname(file)) < statSync(file).size + ROOM_LEFT_BYTES) return { made: false };
  const [newer, older] = backupNames(file);
  const draft = draftName(newer);
  removeDatabase(draft);
  try {
    createPrivateFile(draft);
    const problem = await copy(draft);
    if (problem !== undefined) return { made: false, problem };
    // Everything may have been deleted meanwhile.
    if (!isStillWanted()) return { made: false };
    if (existsSync(newer)) renameSync(newer, older);
    renameSync(draft, newer);
    return { made: true };
  } catch (error) {
    // Deleting everything also deletes the copy, so that SQLite fails.
    if (!isStillWanted()) return { made: false };
    throw error;
  } finally {
    removeDatabase(draft);
  }
}

/** Deletes every copy of a history: backups, and those that were set aside. */
export function deleteCopies(file: string): void {
  for (const copy of [
    ...backupNames(file),
    ...backupNames(file).map(draftName),
    ...setAsideNames(file),
    ...setAsideNames(file, 'replaced'),
    unfinishedName(file),
    salvagedName(file),
    draftName(file),
  ])
    removeDatabase(copy);
}
