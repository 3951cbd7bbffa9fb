import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import type { SandboxClock } from '../world/clock.ts';
import { INDEXES } from '../world/database/indexes.ts';
import { fillKept } from '../world/database/kept.ts';
import { fillTexts } from '../world/database/text.ts';
import { completeSchema, openWorld } from '../world/world.ts';
import { badges } from './tables/badges.ts';
import { openBounties } from './derived/bounties.ts';
import { comments } from './tables/comments.ts';
import { DumpError, type Dump, type DumpListener } from './dump.ts';
import { RowError } from './tables/fields.ts';
import { findReplies } from './derived/replies.ts';
import { postHistory } from './tables/post-history.ts';
import { postLinks } from './tables/post-links.ts';
import { dropOrphans } from './derived/orphans.ts';
import { posts } from './tables/posts.ts';
import { readRows } from './xml/read-rows.ts';
import { buildReputation } from './derived/reputation.ts';
import { countAnew, offerPeople, settleSite, writeSite } from './derived/site.ts';
import { PostTypes, type DumpTable, type Target } from './tables/table.ts';
import { tags } from './tables/tags.ts';
import { users } from './tables/users.ts';
import { votes } from './tables/votes.ts';

/** Votes and history come before the posts they are about, since a post is written once, with what they say of it. */
const tables: readonly DumpTable[] = [tags, users, votes, postHistory, posts, comments, badges, postLinks];

/** What building from the rows takes, as a share of reading them. */
const BUILD_SHARE = 0.35;

/**
 * @returns bytes; undefined where there is no such file @throws DumpError where it is something else, which reading
 * might never end
 */
function sizeOf(path: string): number | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new DumpError(`"${path}" is no file. Unpack the dump anew.`);
  return found?.size;
}

const isRowProblem = (error: unknown): error is Error =>
  error instanceof RowError || (error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 19);

const sayOf = (error: Error) => (error instanceof RowError ? error.message : 'a row with its Id came before');

async function readTable(
  table: DumpTable,
  dump: Dump,
  target: Target,
  listener: DumpListener,
  onBytes: (count: number) => void,
): Promise<Set<string>> {
  const into = table.into(target);
  const path = join(dump.folder, table.file);
  const lacking = new Set(table.columns);
  await readRows(
    path,
    table.columns,
    {
      row(values, number) {
        for (const column of lacking) if (values[table.columns.indexOf(column)] !== undefined) lacking.delete(column);
        try {
          into(values);
        } catch (error) {
          if (!isRowProblem(error)) throw error;
          listener.broken?.(path, number, sayOf(error));
        }
      },
      broken: (why, number) => listener.broken?.(path, number, why),
    },
    onBytes,
  );
  return lacking;
}

async function loadSite(
  db: DatabaseSync,
  dump: Dump,
  listener: DumpListener,
  onBytes: (what: string, count: number) => void,
): Promise<{ siteId: number; lacking: Set<string> }> {
  const siteId = writeSite(db, dump.site, dump.domain);
  db.exec(
    `CREATE TEMP TABLE post_votes (post_id INTEGER PRIMARY KEY, up INTEGER, down INTEGER);
     CREATE TEMP TABLE post_marks (post_id INTEGER PRIMARY KEY, markdown TEXT, closed_reason TEXT, closed_by TEXT,
       locked_at INTEGER, protected_at INTEGER, migrated_from TEXT, migrated_to TEXT)`,
  );
  const target: Target = { db, siteId, tags: new Map(), postTypes: new PostTypes() };
  const allLacking = new Set<string>();
  for (const table of tables) {
    if (sizeOf(join(dump.folder, table.file)) === undefined) {
      listener.missing?.(join(dump.folder, table.file));
      for (const column of table.columns) allLacking.add(column);
      continue;
    }
    db.exec('BEGIN');
    const lacking = await readTable(table, dump, target, listener, (count) =>
      onBytes(`${dump.site} ${table.file}`, count),
    );
    for (const column of lacking) allLacking.add(column);
    if (table === votes)
      db.prepare(
        `INSERT INTO temp.post_votes SELECT post_id, sum(vote_type = 2), sum(vote_type = 3) FROM votes
           WHERE site_id = ? AND vote_type IN (2, 3) GROUP BY post_id`,
      ).run(siteId);
    db.exec('COMMIT');
  }
  db.exec('DROP TABLE temp.post_votes; DROP TABLE temp.post_marks');
  return { siteId, lacking: allLacking };
}

function checkFolder({ folder, site }: Dump): number {
  if (!/^[a-z0-9][a-z0-9.-]{0,60}$/.test(site))
    throw new DumpError(`"${site}" is no name for a site: use a-z, 0-9, dots and dashes, as in "conlang.meta".`);
  if (!existsSync(folder)) throw new DumpError(`There is no folder "${folder}" to load a dump from.`);
  const sizes = tables.map(({ file }) => sizeOf(join(folder, file)));
  if (sizes[tables.indexOf(posts)] === undefined && sizes[tables.indexOf(users)] === undefined)
    throw new DumpError(
      `"${folder}" has neither Posts.xml nor Users.xml. Name the folder that a dump was unpacked into.`,
    );
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/**
 * Makes a network's database of public data dumps. The file appears when all of it is loaded; until then it is called
 * `….loading`.
 * @param file a new file
 * @param signal breaks off loading; nothing is left of it
 * @throws DumpError for a folder that is no dump, or a site named twice
 */
export async function loadDumps(
  file: string,
  dumps: readonly Dump[],
  clock: SandboxClock,
  listener: DumpListener = {},
  signal?: AbortSignal,
): Promise<void> {
  const bytes = dumps.reduce((sum, dump) => sum + checkFolder(dump), 0);
  if (new Set(dumps.map(({ site }) => site)).size < dumps.length)
    throw new DumpError('Each dump needs a --site of its own.');
  const loading = `${file}.loading`;
  const remove = () => {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${loading}${end}`, { force: true });
  };
  remove();
  const world = openWorld({ file: loading, seed: 0, clock, content: 'dump' });
  const { db } = world;
  const total = bytes * (1 + BUILD_SHARE);
  let done = 0;
  const onBytes = (what: string, count: number) => {
    signal?.throwIfAborted();
    done += count;
    listener.progress?.(what, Math.min(done, total), total);
  };
  try {
    // Without safety before the end: nobody else reads the file yet, and a load that breaks off is thrown away.
    db.exec(`PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      PRAGMA foreign_keys = OFF; PRAGMA temp_store = FILE; PRAGMA cache_size = -8000;
      PRAGMA temp.cache_size = -2000; PRAGMA locking_mode = EXCLUSIVE`);
    const sites: { siteId: number; lacking: Set<string>; dump: Dump }[] = [];
    for (const dump of dumps) sites.push({ ...(await loadSite(db, dump, listener, onBytes)), dump });
    const steps = INDEXES.size + sites.length * 6 + 2;
    const step = async (what: string, work: () => void) => {
      onBytes(what, 0);
      // A wish to stop is heard between the steps.
      await turn();
      work();
      onBytes(what, (bytes * BUILD_SHARE) / steps);
    };
    db.exec('BEGIN');
    for (const { siteId, lacking, dump } of sites) {
      await step(`${dump.site} answers`, () => {
        const orphans = dropOrphans(db, siteId);
        if (orphans.count > 0) listener.orphaned?.(join(dump.folder, posts.file), orphans.ids, orphans.count);
      });
      await step(`${dump.site} counts`, () => countAnew(db, siteId, lacking));
    }
    await step('kept numbers', () => fillKept(db));
    for (const [name, definition] of INDEXES) await step(`index ${name}`, () => db.exec(`CREATE INDEX ${definition}`));
    for (const { siteId, dump } of sites) await step(`${dump.site} replies`, () => findReplies(db, siteId));
    await step('texts', () => fillTexts(db));
    for (const { siteId, dump } of sites) {
      await step(`${dump.site} reputation history`, () => buildReputation(db, siteId));
      await step(`${dump.site} bounties`, () => openBounties(db, siteId));
      await step(`${dump.site} tags`, () => settleSite(db, siteId));
    }
    completeSchema(db);
    offerPeople(db);
    db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run('dump', dumps.map(({ site }) => site).join(' '));
    db.exec('COMMIT');
    world.close();
  } catch (error) {
    if (db.isOpen) world.close();
    remove();
    throw error;
  }
  renameSync(loading, file);
  listener.loaded?.(bytes);
}
