import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../../common/error-message.ts';
import { checkTable, tableNames } from './check.ts';
import { backupNames } from './file-names.ts';
import { migrate, schemaVersion } from './schema/migrations.ts';
import { refuseOthers, type OpenedFile } from './open.ts';
import { salvage, salvageFrom } from './salvage/salvage.ts';
import { isDamage } from './sqlite-errors.ts';

/** A history in memory, in the place of a file that cannot be opened for writing. */
export interface OpenedInMemory extends OpenedFile {
  /** The file has something, and nothing of it could be read: it must not be written over. */
  isUnread: boolean;
}

/**
 * The history in memory, where the disk takes nothing: as it is in the file, or a new one where that cannot be read.
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
  migrate(sqlite);
  return sqlite;
}

/** Brings a copy up to date. Gives what is wrong with it. @throws HistoryError like `openInMemory` */
function problemOf(sqlite: DatabaseSync, file: string): string | undefined {
  const problem = checkTable(sqlite);
  if (problem !== undefined) return problem;
  refuseOthers(file, schemaVersion(sqlite), tableNames(sqlite));
  try {
    migrate(sqlite);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

/**
 * A copy of all of a database, with what is only in its -wal; undefined where it cannot be read just now. Without the
 * shared memory beside it (`exclusive`), reading needs no room on the disk.
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
 * Where a database's header says how it is written and read: 2 is WAL, which memory has not
 * (sqlite.org/fileformat2.html).
 */
const [WRITE_VERSION_AT, READ_VERSION_AT] = [18, 19];

/** Copies an open history into memory, whatever became of its file. @throws what SQLite throws at a damaged page */
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
