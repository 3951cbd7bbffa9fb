import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DUMP_PARTS, DumpError, type Dump, type DumpListener } from './dump.ts';
import { RowScanner } from './rows.ts';
import type { DumpFile } from './source.ts';
import { badges, users } from './tables/users.ts';
import { comments, postLinks, posts, tags, votes } from './tables/posts.ts';
import { postHistory } from './tables/post-history.ts';
import type { Texts } from './texts.ts';
import { RowError, PostTypes, type DumpTable, type Target } from './tables/table.ts';

/** Place in a file up to which its rows are in the database. */
export interface Place {
  /** In bytes. */
  readonly position: number;
  /** Rows before it, broken ones included. */
  readonly number: number;
  /** Columns that no row has had yet. */
  readonly lacking: readonly string[];
}

const ORDER = 'order';

/** Whether a file is a load of the same dumps that was ended before it was whole. */
export function isBegun(file: string, order: string): boolean {
  if (!existsSync(file)) return false;
  const db = new DatabaseSync(file);
  try {
    return db.prepare('SELECT place FROM load_state WHERE step = ?').get(ORDER)?.['place'] === order;
  } catch {
    // A load that was ended at its very beginning or end.
    return false;
  } finally {
    db.close();
  }
}

/** Progress of a load, kept in its database with the rows themselves, so that a load that was killed can go on. */
export type LoadState = ReturnType<typeof createLoadState>;

/** @param order what is loaded; a load of something else does not go on from here */
export function createLoadState(db: DatabaseSync, order: string) {
  db.exec('CREATE TABLE IF NOT EXISTS load_state (step TEXT PRIMARY KEY, place TEXT, is_done INTEGER NOT NULL) STRICT');
  const find = (step: string) => db.prepare('SELECT place, is_done FROM load_state WHERE step = ?').get(step);
  const write = (step: string, place: string | null, isDone: boolean): void =>
    void db.prepare('INSERT OR REPLACE INTO load_state VALUES (?, ?, ?)').run(step, place, isDone ? 1 : 0);
  write(ORDER, order, true);
  return {
    isDone: (step: string): boolean => find(step)?.['is_done'] === 1,
    placeOf(step: string): Place | undefined {
      const place = find(step)?.['place'];
      return typeof place === 'string' ? (JSON.parse(place) as Place) : undefined;
    },
    /** Writes down how far a step has come; the transaction that it belongs to is the caller's. */
    save: (step: string, place: Place | undefined, isDone = false): void =>
      write(step, place === undefined ? null : JSON.stringify(place), isDone),
  };
}

/** Votes and history come before the posts they are about, since a post is written once, with what they say of it. */
export const TABLES: readonly DumpTable[] = [tags, users, votes, postHistory, posts, comments, badges, postLinks];

/** Votes and history of posts, until those are read. */
const BEFORE_POSTS = `
  CREATE TABLE IF NOT EXISTS load_votes (post_id INTEGER PRIMARY KEY, up INTEGER, down INTEGER);
  CREATE TABLE IF NOT EXISTS load_marks (post_id INTEGER PRIMARY KEY, markdown TEXT, closed_reason TEXT, closed_by TEXT,
    locked_at INTEGER, protected_at INTEGER, migrated_from TEXT, migrated_to TEXT)`;
const AFTER_POSTS = 'DROP TABLE load_votes; DROP TABLE load_marks';
const COUNT_VOTES = `INSERT INTO load_votes SELECT post_id, sum(vote_type = 2), sum(vote_type = 3) FROM votes
  WHERE site_id = ? AND vote_type IN (2, 3) GROUP BY post_id`;

/** One site of a load. */
export interface SiteLoad {
  readonly db: DatabaseSync;
  readonly siteId: number;
  readonly dump: Dump;
  readonly files: ReadonlyMap<string, DumpFile>;
  readonly state: LoadState;
  readonly listener: DumpListener;
  /** Made of the posts meanwhile, unless an earlier load did. */
  readonly texts: Texts | undefined;
  /** Rows that are written at once; when killed, a load goes on after them. */
  readonly commitRows: number;
  onBytes(what: string, count: number): void;
}

const isRowProblem = (error: unknown): error is Error =>
  error instanceof RowError || (error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 19);

const sayOf = (error: Error) => (error instanceof RowError ? error.message : 'a row with its Id came before');

/** Whether somebody wants any part of a table. */
export const isWanted = ({ parts }: DumpTable, { only = DUMP_PARTS }: Dump): boolean =>
  parts.some((part) => only.includes(part));

function targetOf({ db, siteId, dump }: SiteLoad): Target {
  const postTypes = new PostTypes();
  for (const { id, post_type: type } of db.prepare('SELECT id, post_type FROM posts WHERE site_id = ?').iterate(siteId))
    postTypes.set(Number(id), Number(type));
  const known = db.prepare('SELECT id, name FROM tags WHERE site_id = ?').all(siteId);
  const names = new Map(known.map(({ id, name }) => [String(name), Number(id)]));
  return { db, siteId, tags: names, postTypes, only: dump.only ?? DUMP_PARTS };
}

function finish({ db, siteId, state }: SiteLoad, table: DumpTable, step: string, lacking: readonly string[]): void {
  if (table === votes) db.prepare(COUNT_VOTES).run(siteId);
  if (table === posts) db.exec(AFTER_POSTS);
  state.save(step, { position: 0, number: 0, lacking }, true);
}

/** Reads a file from where an earlier load was killed. */
async function readTable(load: SiteLoad, table: DumpTable, file: DumpFile, target: Target): Promise<void> {
  const { db, siteId, dump, state, listener, commitRows } = load;
  const step = `${siteId} ${table.file}`;
  const from = state.placeOf(step) ?? { position: 0, number: 0, lacking: table.columns };
  const lacking = new Set(from.lacking);
  const into = table.into(target);
  const row = (values: readonly (string | undefined)[], number: number) => {
    for (const column of lacking) if (values[table.columns.indexOf(column)] !== undefined) lacking.delete(column);
    try {
      into(values);
    } catch (error) {
      if (!isRowProblem(error)) throw error;
      listener.broken?.(file.path, number, sayOf(error));
    }
  };
  const broken = (why: string, number: number) => listener.broken?.(file.path, number, why);
  const scanner = new RowScanner(table.columns, { row, broken }, from);
  let isFirst = from.position === 0;
  let written = from.number;
  load.onBytes(`${dump.site} ${table.file}`, from.position);
  db.exec('BEGIN');
  for await (const piece of file.read(from.position)) {
    const mark = isFirst && piece.length > 1 ? piece.readUInt16BE(0) : 0;
    if (mark === 0xfffe || mark === 0xfeff) throw new DumpError(`${file.path} is UTF-16; convert it to UTF-8 first.`);
    isFirst = false;
    scanner.push(piece);
    load.onBytes(`${dump.site} ${table.file}`, piece.length);
    const { position, number } = scanner;
    if (number - written < commitRows || position === undefined) continue;
    state.save(step, { position, number, lacking: [...lacking] });
    db.exec('COMMIT; BEGIN');
    if (table === posts) load.texts?.follow({ isInOrder: target.postTypes.areInOrder, isEnd: false });
    written = number;
  }
  scanner.end();
  finish(load, table, step, [...lacking]);
  db.exec('COMMIT');
  if (table === posts) load.texts?.follow({ isInOrder: target.postTypes.areInOrder, isEnd: false });
}

/** Reads the files of a site. Returns the columns that none of them has. */
export async function readSite(load: SiteLoad): Promise<Set<string>> {
  const { db, dump, files, state, listener } = load;
  const target = targetOf(load);
  for (const part of DUMP_PARTS) if (!target.only.includes(part)) listener.leftOut?.(dump.site, part);
  const lacking = new Set<string>();
  if (!state.isDone(`${load.siteId} ${posts.file}`)) db.exec(BEFORE_POSTS);
  for (const table of TABLES) {
    const step = `${load.siteId} ${table.file}`;
    const file = isWanted(table, dump) ? files.get(table.file) : undefined;
    if (state.isDone(step)) {
      load.onBytes(`${dump.site} ${table.file}`, file?.bytes ?? 0);
    } else if (file) {
      await readTable(load, table, file, target);
    } else {
      if (isWanted(table, dump)) listener.missing?.(join(dump.folder, table.file));
      db.exec('BEGIN');
      finish(load, table, step, table.columns);
      db.exec('COMMIT');
    }
    for (const column of state.placeOf(step)?.lacking ?? []) lacking.add(column);
  }
  return lacking;
}
