import { insertInto } from './database/statements.ts';
import { DatabaseSync } from 'node:sqlite';
import type { SandboxClock } from './clock.ts';
import { createActions, type Actions } from './actions/index.ts';
import { generate } from './generate/generate.ts';
import { createIndexes } from './database/indexes.ts';
import { createKeeping, fillKept } from './database/kept.ts';
import { createTables } from './database/schema.ts';
import { createTextFiller, createTextIndexing, createTextTables, defineTextFunctions } from './database/text.ts';

export type { SandboxClock } from './clock.ts';
export { ACTION_ARGUMENTS, ActionError, LAST_MOMENT } from './actions/context.ts';
export type { Actions } from './actions/index.ts';

/**
 * The room `world` is the network without its HTTP side: sites, people and posts in one SQLite database. It makes the
 * content of the demo network, lets its people act (`actions/`), and can let them live on by themselves (`activity/`).
 */

/** A whole question-and-answer network in one database. */
export interface World {
  readonly db: DatabaseSync;
  readonly clock: SandboxClock;
  readonly actions: Actions;
  close(): void;
}

export interface WorldOptions {
  /** `:memory:` or a file's path. A file keeps its world; a new one is filled with demo data. */
  file: string;
  /** The same seed and the same present give the same world. It counts only while an empty database is filled. */
  seed: number;
  clock: SandboxClock;
  /**
   * Content for an empty database: demo data, unless told otherwise, or nothing; for a dump it has no more than
   * its tables until `completeSchema`.
   */
  content?: 'demo' | 'none' | 'dump';
  /** Told while a new world is made, in steps of its own size. */
  onProgress?: (done: number, total: number) => void;
  /** Whether up-votes beyond the day's cap are booked, with the change 0; default false. */
  booksCapped?: boolean;
  /** Reads the file, which others may read as well, and never writes to it; default false. */
  isReadOnly?: boolean;
}

/** A database of another format was made by another version of the sandbox. */
export const DATABASE_FORMAT = 'askbell-sandbox-7';

/** @throws Error in plain words when the file cannot be opened or holds something else than a sandbox world */
export function openWorld({ file, seed, clock, content = 'demo', onProgress, ...options }: WorldOptions): World {
  const { booksCapped = false, isReadOnly = false } = options;
  const db = openDatabase(file, isReadOnly);
  try {
    const isNew = !isReadOnly && prepare(db, file);
    if (isReadOnly) prepareToRead(db, file);
    const actions = createActions(db, clock, booksCapped);
    if (isNew) {
      db.exec('BEGIN IMMEDIATE');
      if (content === 'demo') {
        // What follows from the posts is written once, at the end.
        createIndexes(db, 'lookups');
        generate({ db, actions, seed, now: clock.now(), onProgress: onProgress ?? (() => undefined) });
        fillKept(db);
        createTextFiller(db, db).finish();
      }
      const note = db.prepare(insertInto('meta', 'key value'));
      note.run('format', DATABASE_FORMAT);
      note.run('seed', String(seed));
      note.run('generated_at', String(clock.now()));
      db.exec('COMMIT');
    }
    if (content !== 'dump' && !isReadOnly) completeSchema(db);
    return { db, clock, actions, close: () => db.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}

function openDatabase(file: string, readOnly: boolean): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly });
    defineTextFunctions(db);
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return db;
  } catch (error) {
    db?.close();
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The sandbox cannot open "${file}" as its database (${why}). Name another file, or a new one.`, {
      cause: error,
    });
  }
}

/** Creates what makes lists quick and keeps numbers and texts, once what is there has been filled in. */
export function completeSchema(db: DatabaseSync): void {
  createIndexes(db);
  createKeeping(db);
  createTextIndexing(db);
}

/**
 * Returns whether a database holds a sandbox's network.
 * @throws Error in plain words if it is of something else, or of another version of the sandbox
 */
function isMarked(db: DatabaseSync, file: string): boolean {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const names = new Set(tables.map(({ name }) => name));
  const isOurs = names.has('meta') && names.has('sites');
  if (names.size > 0 && !isOurs)
    throw new Error(`"${file}" is a database of something else. Name another file, or a new one.`);
  const found = isOurs ? db.prepare("SELECT value FROM meta WHERE key = 'format'").get()?.['value'] : undefined;
  if (found !== undefined && found !== DATABASE_FORMAT)
    throw new Error(`"${file}" was made by another version of the sandbox (${String(found)}). Name a new file.`);
  return found !== undefined;
}

/** Creates the tables that are missing. @returns whether there was nothing yet */
function prepare(db: DatabaseSync, file: string): boolean {
  // SQLite's own 2 MB of pages do not hold the indexes of a site of 100,000 questions, and reading them anew takes most
  // of a list's time.
  const isMade = isMarked(db, file);
  if (file !== ':memory:')
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000');
  createTables(db);
  createTextTables(db);
  const { sites } = db.prepare('SELECT count(*) AS sites FROM sites').get() as { sites: number };
  return !isMade && sites === 0;
}

/** Tables that change by requests: of a file that is only read, each process has its own in memory. */
const OF_CALLERS = ['meta', 'apps', 'tokens', 'approvals', 'quotas', 'website_reads', 'inbox_items'];

/** Puts the tables of callers in memory, where they are found before those of the file. */
function prepareToRead(db: DatabaseSync, file: string): void {
  if (!isMarked(db, file)) throw new Error(`"${file}" holds no network yet. Load it without --read-only first.`);
  db.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000');
  const made = db.prepare(
    `SELECT sql FROM main.sqlite_schema WHERE tbl_name = ? AND type IN ('table', 'index') AND sql IS NOT NULL
      ORDER BY type DESC`,
  );
  for (const name of OF_CALLERS) {
    for (const { sql } of made.all(name) as unknown as { sql: string }[])
      db.exec(sql.replace('CREATE TABLE ', 'CREATE TABLE temp.').replace(/^CREATE (UNIQUE )?INDEX /, '$&temp.'));
    db.exec(`INSERT INTO temp.${name} SELECT * FROM main.${name}`);
  }
}
