import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
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

/** The damaged histories that were set aside, the latest last. */
export function setAsideNames(file: string): string[] {
  const prefix = `${stem(file)}.damaged-`;
  return existsSync(dirname(file))
    ? readdirSync(dirname(file))
        .filter((name) => name.startsWith(prefix) && name.endsWith('.sqlite'))
        .toSorted()
        .map((name) => join(dirname(file), name))
    : [];
}

/** Keeps a database as it is under a dated name beside its place, with its -wal. Gives the new path. */
export function setAside(file: string, now: number): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  const base = join(dirname(file), `${stem(file)}.damaged-${stamp}`);
  let aside = `${base}.sqlite`;
  for (let number = 2; existsSync(aside); number++) aside = `${base}-${number}.sqlite`;
  renameSync(file, aside);
  setAsideRest(file, aside);
  return aside;
}

/** Moves what SQLite kept beside a database after it; a start that was killed in between does it later. */
export function setAsideRest(file: string, aside: string): void {
  if (existsSync(`${file}${WAL}`) && !existsSync(`${aside}${WAL}`)) renameSync(`${file}${WAL}`, `${aside}${WAL}`);
  // It only tells where in the -wal pages are, and is made anew from that; a foreign one beside a database does harm.
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
