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

/** The files beside the history: what SQLite keeps there, backups, and damaged ones that were set aside. */

/** SQLite's own files beside a database. Without its -wal, the newest part of a history is lost. */
const WAL = '-wal';
const SHARED_MEMORY = '-shm';

/** `history.sqlite` → `history`. */
const stem = (file: string): string => basename(file).replace(/\.sqlite$/, '');

/** A history that is being saved; whoever is killed meanwhile begins anew with the damaged one. */
export const unfinishedName = (file: string): string => `${file}.salvaging`;

/** A history that was saved completely and only has to take the damaged one's place. */
export const salvagedName = (file: string): string => `${file}.salvaged`;

/** A new copy that only has to take its place. */
export const draftName = (file: string): string => `${file}.new`;

/** The backups, the newer one first. */
export const backupNames = (file: string): [newer: string, older: string] => [
  join(dirname(file), `${stem(file)}.backup-1.sqlite`),
  join(dirname(file), `${stem(file)}.backup-2.sqlite`),
];

/** Removes a database with what SQLite keeps beside it. */
export function removeDatabase(file: string): void {
  for (const part of ['', WAL, SHARED_MEMORY, '-journal']) rmSync(`${file}${part}`, { force: true });
}

/** Why a database was set aside. `replaced`: somebody put it in the place of the one that was open. */
export type AsideReason = 'damaged' | 'replaced';

/** How many of each are kept: a disk that goes on damaging a history must not be filled with copies of it. */
const MAX_KEPT_ASIDE = 3;

/** The databases that were set aside, the latest last. */
export function setAsideNames(file: string, reason: AsideReason = 'damaged'): string[] {
  const prefix = `${stem(file)}.${reason}-`;
  return existsSync(dirname(file))
    ? readdirSync(dirname(file))
        .filter((name) => name.startsWith(prefix) && name.endsWith('.sqlite'))
        // Without the ending, so that a second one of the same second comes after the first.
        .map((name) => name.slice(0, -'.sqlite'.length))
        .toSorted()
        .map((name) => join(dirname(file), `${name}.sqlite`))
    : [];
}

/**
 * Keeps a database as it is under a dated name beside its place, and the latest few that were set aside before.
 * `withRest`: with its -wal, which may be another's where the file was replaced. Gives the new path.
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

/** Moves what SQLite kept beside a database after it; a start that was killed in between does it later. */
export function setAsideRest(file: string, aside: string): void {
  if (existsSync(`${file}${WAL}`) && !existsSync(`${aside}${WAL}`)) renameSync(`${file}${WAL}`, `${aside}${WAL}`);
  // The shared memory only says where pages are in the -wal, and is made anew from it; a foreign one beside a database
  // does harm.
  for (const part of [WAL, SHARED_MEMORY]) rmSync(`${file}${part}`, { force: true });
}

/** Sees to it that a file is on the disk, not only on its way there. */
export function flushFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Which file has a name just now; undefined where none has. */
export const inodeOf = (file: string): bigint | undefined =>
  statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;

/** Room on the disk of a folder, in bytes; Infinity where the system does not tell. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}
