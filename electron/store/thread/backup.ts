import { existsSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createPrivateFile } from '../../private-files.ts';
import {
  backupNames,
  draftName,
  freeBytes,
  removeDatabase,
  salvagedName,
  setAsideNames,
  unfinishedName,
} from '../database/file-names.ts';

/** Left free on the disk by a backup, in bytes: it must not be what fills it. */
const ROOM_LEFT_BYTES = 100 * 1024 * 1024;

/** What came of a backup: made, or left for want of room, or of a history that is damaged. */
export type BackupResult = { made: true } | { made: false; problem?: string };

/**
 * Copies the history beside it, as the newer of two backups; only a copy that is whole takes that place. @throws what
 * SQLite or the file system throws, with the earlier backups as they were
 * @param copy copies the file into another, on the disk, and returns what is wrong with that
 * @param isStillWanted asked before the copy takes its place
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
    // Deleting everything takes the copy away beneath SQLite, which then fails.
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
