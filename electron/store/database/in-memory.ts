import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../../common/error-message.ts';
import { checkTable, isDamage } from './damage.ts';
import { numberOf } from './database.ts';
import { backupNames, draftName, flushFile, freeBytes, salvagedName, setAside } from './files.ts';
import { createPrivateFile, PRIVATE_FOLDER_MODE } from '../../base/private-files.ts';
import { upgradeSchema } from './schema.ts';
import { refuseOthers, type OpenedFile } from './open.ts';
import { salvage, salvageFrom } from './salvage.ts';

/** History in memory, in place of a file that cannot be opened for writing. */
export interface OpenedInMemory extends OpenedFile {
  /** Whether the file has contents that could not be read: it must not be overwritten. */
  isUnread: boolean;
}

/**
 * Opens the history in memory if the disk is not writable: a copy of the file, or a new one if that is unreadable.
 * @throws HistoryError for a file of another program or of a newer Askbell
 */
export function openInMemory(file: string): OpenedInMemory {
  if (!existsSync(file) || statSync(file).size === 0) return { sqlite: emptyHistory(), isUnread: false };
  const content = contentOf(file);
  if (content === undefined) return { sqlite: emptyHistory(), isUnread: true };
  const problem = 'problem' in content ? content.problem : problemOf(content.sqlite, file);
  if (problem === undefined && 'sqlite' in content) return { sqlite: content.sqlite, isUnread: false };
  const sqlite = new DatabaseSync(':memory:');
  const result = salvage(file, backupNames(file), sqlite);
  return { sqlite, damage: { problem: problem ?? 'it cannot be read', ...result }, isUnread: false };
}

function emptyHistory(): DatabaseSync {
  const sqlite = new DatabaseSync(':memory:');
  upgradeSchema(sqlite);
  return sqlite;
}

/**
 * Upgrades the schema of a copy. Returns its problem, or undefined.
 * @throws HistoryError like `openInMemory`
 */
function problemOf(sqlite: DatabaseSync, file: string): string | undefined {
  const problem = checkTable(sqlite);
  if (problem !== undefined) return problem;
  refuseOthers(file, sqlite);
  try {
    upgradeSchema(sqlite);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

/**
 * Copies a whole database, including its -wal; undefined if it cannot be read now. Without the shared memory file
 * (`exclusive`), reading needs no space on the disk.
 */
function contentOf(file: string): { sqlite: DatabaseSync } | { problem: string } | undefined {
  for (const how of ['normal', 'exclusive', 'read-only'] as const) {
    let sqlite: DatabaseSync | undefined;
    try {
      sqlite = new DatabaseSync(file, { readOnly: how === 'read-only' });
      if (how === 'exclusive') sqlite.exec('PRAGMA locking_mode = EXCLUSIVE');
      sqlite.prepare('SELECT count(*) FROM sqlite_schema').get();
      return { sqlite: copyToMemory(sqlite) };
    } catch (error) {
      if (isDamage(error)) return { problem: errorMessage(error) };
    } finally {
      if (sqlite?.isOpen) sqlite.close();
    }
  }
  return undefined;
}

/**
 * Offsets of the write and read versions in a database's header: 2 is WAL, which is not supported in memory
 * (sqlite.org/fileformat2.html).
 */
const [WRITE_VERSION_AT, READ_VERSION_AT] = [18, 19];

/**
 * Copies an open history to memory, even if its file was deleted.
 * @throws Error SQLite's error at a damaged page
 */
export function copyToMemory(sqlite: DatabaseSync): DatabaseSync {
  const copy = new DatabaseSync(':memory:');
  // Node can serialize since 24.16; a shell with an older Node copies row by row.
  if (!('serialize' in DatabaseSync.prototype)) {
    salvageFrom(sqlite, [], copy);
    return copy;
  }
  const content = sqlite.serialize();
  content[WRITE_VERSION_AT] = 1;
  content[READ_VERSION_AT] = 1;
  copy.deserialize(content);
  return copy;
}

/**
 * Writes a history in memory to its file. A file that has the name by now may be needed: it is set aside, and its new
 * path returned.
 * @throws Error the disk's error; the file stays as it was
 */
export function writeOut(memory: DatabaseSync, file: string, now: number): string | undefined {
  mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  const draft = draftName(file);
  rmSync(draft, { force: true });
  const bytes = numberOf(memory, 'PRAGMA page_count') * numberOf(memory, 'PRAGMA page_size');
  if (freeBytes(dirname(file)) < bytes) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
  try {
    createPrivateFile(draft);
    memory.prepare('VACUUM INTO ?').run(draft);
    flushFile(draft);
  } catch (error) {
    // An incomplete file must not occupy scarce space.
    rmSync(draft, { force: true });
    throw error;
  }
  // Under this name, the next start puts it in place if the process is killed in between.
  renameSync(draft, salvagedName(file));
  const keptAs = existsSync(file) ? setAside(file, now) : undefined;
  for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
  renameSync(salvagedName(file), file);
  return keptAs;
}
