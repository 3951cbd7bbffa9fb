import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createPrivateFile } from '../../base/private-files.ts';

/** Files beside the history: SQLite's own, backups, and damaged files that were set aside. */

/** SQLite's own files beside a database. Without its -wal, the newest part of a history is lost. */
const WAL = '-wal';
const SHARED_MEMORY = '-shm';

/** Returns `history` for `history.sqlite`. */
const stem = (file: string): string => basename(file).replace(/\.sqlite$/, '');

/** Returns the path of an unfinished salvage; after a crash the salvage starts again. */
export const unfinishedName = (file: string): string => `${file}.salvaging`;

/** Returns the path of a finished salvage that is not yet in place. */
export const salvagedName = (file: string): string => `${file}.salvaged`;

/** Returns the path of a new copy that is not yet in place. */
export const draftName = (file: string): string => `${file}.new`;

/** Returns the paths of the backups, the newer one first. */
export const backupNames = (file: string): [newer: string, older: string] => [
  join(dirname(file), `${stem(file)}.backup-1.sqlite`),
  join(dirname(file), `${stem(file)}.backup-2.sqlite`),
];

/** Removes a database with SQLite's files beside it. */
export function removeDatabase(file: string): void {
  for (const part of ['', WAL, SHARED_MEMORY, '-journal']) rmSync(`${file}${part}`, { force: true });
}

/** Why a database was set aside. `replaced`: it was put in place of the open one. */
export type AsideReason = 'damaged' | 'replaced';

/** Maximum number kept per reason, so that repeated damage does not fill the disk. */
const MAX_KEPT_ASIDE = 3;

/** Returns the paths of databases that were set aside, latest last. */
export function setAsideNames(file: string, reason: AsideReason = 'damaged'): string[] {
  const prefix = `${stem(file)}.${reason}-`;
  return existsSync(dirname(file))
    ? readdirSync(dirname(file))
        .filter((name) => name.startsWith(prefix) && name.endsWith('.sqlite'))
        // Without the extension, so that a second one in the same second sorts after the first.
        .map((name) => name.slice(0, -'.sqlite'.length))
        .toSorted()
        .map((name) => join(dirname(file), `${name}.sqlite`))
    : [];
}

/**
 * Renames a database to a dated name in the same folder, and removes all but the latest few set aside before.
 * `withRest`: with its -wal, which may belong to another database if the file was replaced. Returns the new path.
 */
export function setAside(
  file: string,
  now: number,
  { reason = 'damaged', withRest = true }: { reason?: AsideReason; withRest?: boolean } = {},
): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  const base = join(dirname(file), `${stem(file)}.${reason}-${stamp}`);
  let aside = `${base}.sqlite`;
  for (let number = 2; existsSync(aside); number++) aside = `${base}-${number}.sqlite`;
  renameSync(file, aside);
  if (withRest) setAsideRest(file, aside);
  for (const old of setAsideNames(file, reason).slice(0, -MAX_KEPT_ASIDE)) if (old !== aside) removeDatabase(old);
  return aside;
}

/** Moves SQLite's files of a database after it; also completes this after a crash in between. */
export function setAsideRest(file: string, aside: string): void {
  if (existsSync(`${file}${WAL}`) && !existsSync(`${aside}${WAL}`)) renameSync(`${file}${WAL}`, `${aside}${WAL}`);
  // The shared memory only indexes the -wal, and is recreated from it; a foreign one beside a database does harm.
  for (const part of [WAL, SHARED_MEMORY]) rmSync(`${file}${part}`, { force: true });
}

/** Flushes a file to the disk. */
export function flushFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Returns the inode of a path; undefined if it is missing. */
export const inodeOf = (file: string): bigint | undefined =>
  statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;

/** Returns the free space on a folder's disk in bytes; Infinity if the system does not report it. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}

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
