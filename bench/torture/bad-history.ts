import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { checkTable, tableNames } from '../../electron/store/database/check.ts';
import { migrate, schemaVersion } from '../../electron/store/database/schema/migrations.ts';
import type { Random } from '../../sandbox/world/random.ts';

/** What is done to a history that nobody has open, so that the next start has something to mend. */

/** Tables of which triggers make the content. */
const DERIVED = new Set(['inbox_tags', 'inbox_search']);
/** Histories of earlier schemas did not know which posts an item is about, which is no matter of kills. */
const OLDEST_SCHEMA = 3;

const columnsOf = (db: DatabaseSync, schema: string, table: string): string[] =>
  (db.prepare(`PRAGMA ${schema}.table_xinfo("${table}")`).all() as { name: string; hidden: number }[])
    .filter(({ hidden }) => hidden === 0)
    .map(({ name }) => `"${name}"`);

/** Whether a history is there and whole: after some kills there is something to mend already. */
export function isWhole(file: string): boolean {
  if (!existsSync(file)) return false;
  const db = new DatabaseSync(file);
  try {
    return tableNames(db).length > 0 && checkTable(db) === undefined;
  } finally {
    db.close();
  }
}

function versionOf(file: string): number {
  const db = new DatabaseSync(file);
  try {
    return schemaVersion(db);
  } finally {
    db.close();
  }
}

/** Puts a history back to an earlier schema, with all its rows, as if an earlier Askbell had written it. */
export function putBackSchema(file: string, random: Random): void {
  const version = versionOf(file);
  // A migration that was killed left an earlier one already.
  if (version <= OLDEST_SCHEMA) return;
  const older = `${file}.older`;
  rmSync(older, { force: true });
  const db = new DatabaseSync(older);
  migrate(db, random.integer(OLDEST_SCHEMA, version - 1));
  db.prepare('ATTACH ? AS latest').run(file);
  db.exec('BEGIN');
  for (const table of tableNames(db).filter((name) => !DERIVED.has(name))) {
    const latest = new Set(columnsOf(db, 'latest', table));
    const columns = columnsOf(db, 'main', table)
      .filter((column) => latest.has(column))
      .join(', ');
    db.exec(`INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM latest."${table}"`);
  }
  db.exec('COMMIT; DETACH latest; PRAGMA journal_mode = WAL;');
  db.close();
  for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
  renameSync(older, file);
}

/** Writes over the first page of an index: no row is on it, so that every one of them can be saved. */
export function damageIndex(file: string, random: Random): void {
  const db = new DatabaseSync(file);
  const indexes = db
    .prepare("SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND sql NOT LIKE '%WHERE%'")
    .all() as { rootpage: number }[];
  const { page_size: bytes } = db.prepare('PRAGMA page_size').get() as { page_size: number };
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  const handle = openSync(file, 'r+');
  try {
    const noise = Uint8Array.from({ length: bytes }, () => random.integer(0, 255));
    writeSync(handle, noise, 0, bytes, (random.pick(indexes).rootpage - 1) * bytes);
  } finally {
    closeSync(handle);
  }
}
