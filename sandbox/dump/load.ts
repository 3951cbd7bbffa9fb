import { insertInto } from '../world/database/statements.ts';
import { renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import type { SandboxClock } from '../world/clock.ts';
import { completeSchema, DATABASE_FORMAT, openWorld } from '../world/world.ts';
import * as building from './build.ts';
import { DumpError, type Dump, type DumpListener } from './dump.ts';
import { createLoadState, isBegun, isWanted, type LoadState, readSite, TABLES } from './read-site.ts';
import { findFiles, type DumpFile } from './source.ts';
import { dropTextsOfOrphans } from './derive.ts';
import { Texts, textsFile } from './texts.ts';

/** Rows that are written at once. */
const COMMIT_ROWS = 20_000;

interface Options {
  signal?: AbortSignal | undefined;
  /** Rows that are written at once; when killed, a load goes on after them. */
  commitRows?: number;
}

/** A load that goes on. */
interface Load {
  readonly db: DatabaseSync;
  readonly state: LoadState;
  readonly progress: ReturnType<typeof createProgress>;
}

/** A dump with its files that are to be read. */
interface FoundDump {
  readonly dump: Dump;
  readonly files: ReadonlyMap<string, DumpFile>;
}

/** @throws DumpError */
function find(dump: Dump): FoundDump {
  const { folder, site, only } = dump;
  if (!/^[a-z0-9][a-z0-9.-]{0,60}$/.test(site))
    throw new DumpError(`"${site}" is no name for a site: use a-z, 0-9, dots and dashes, as in "conlang.meta".`);
  if (only?.includes('answers') && !only.includes('questions'))
    throw new DumpError('Answers belong to questions: load those, too.');
  const found = findFiles(folder);
  if (!found.has('Posts.xml') && !found.has('Users.xml'))
    throw new DumpError(
      `"${folder}" has neither Posts.xml nor Users.xml. Name the folder that a dump was unpacked into.`,
    );
  const wanted = TABLES.filter((table) => isWanted(table, dump)).map(({ file }) => file);
  return { dump, files: new Map([...found].filter(([name]) => wanted.includes(name))) };
}

/** Creates a reporter of progress, in bytes of the files; what is built counts as more of them. */
function createProgress(bytes: number, listener: DumpListener, signal: AbortSignal | undefined) {
  const total = bytes * (1 + building.BUILD_SHARE);
  let done = 0;
  /** @throws the reason to stop, if there is one */
  const show = (what: string, more: number): void => {
    signal?.throwIfAborted();
    listener.progress?.(what, Math.min(done + more, total), total);
  };
  const add = (what: string, more: number): void => {
    done += more;
    show(what, 0);
  };
  return { bytes, show, add };
}

async function build(steps: readonly building.BuildStep[], { db, state, progress }: Load): Promise<void> {
  for (const { what, share, run } of steps) {
    const bytes = progress.bytes * share;
    if (!state.isDone(what)) {
      progress.show(what, 0);
      // A wish to stop is heard between the steps.
      await turn();
      db.exec('BEGIN');
      run((part) => progress.show(what, bytes * part));
      state.save(what, undefined, true);
      db.exec('COMMIT');
    }
    progress.add(what, bytes);
  }
}

const TEXTS = 'texts';

/** Builds what dumps lack, while texts are made in a thread of their own. */
async function buildAll(
  load: Load,
  texts: Texts | undefined,
  sites: readonly building.ReadSite[],
  listener: DumpListener,
) {
  const { db, state, progress } = load;
  texts?.follow({ isInOrder: true, isEnd: true });
  await build([...building.firstSteps(db, sites, listener), ...building.buildSteps(db, sites)], load);
  const { posts } = db.prepare('SELECT sum(questions + answers) AS posts FROM sites').get() as { posts: number };
  const share = (progress.bytes * building.TEXTS_SHARE) / posts;
  await texts?.moveInto(
    db,
    (done) => progress.show(TEXTS, share * done),
    () => {
      dropTextsOfOrphans(db);
      state.save(TEXTS, undefined, true);
    },
  );
}

/**
 * Makes a network's database of public data dumps. The file appears when all of it is loaded; until then it is called
 * `….loading`, and a load that was killed goes on with what is in there.
 * @param file a new file
 * @param options `signal` breaks off loading; nothing is left of it
 * @throws DumpError for a folder that is no dump, or a site named twice
 */
export async function loadDumps(
  file: string,
  dumps: readonly Dump[],
  clock: SandboxClock,
  listener: DumpListener = {},
  { signal, commitRows = COMMIT_ROWS }: Options = {},
): Promise<void> {
  const found = dumps.map(find);
  if (new Set(dumps.map(({ site }) => site)).size < dumps.length)
    throw new DumpError('Each dump needs a --site of its own.');
  const sizes = found.map(({ files }) => [...files].map(([name, { bytes }]) => ({ name, bytes })));
  const order = JSON.stringify([DATABASE_FORMAT, dumps, sizes]);
  const loading = `${file}.loading`;
  const remove = () => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${loading}${end}`, { force: true });
    rmSync(textsFile(loading), { force: true });
  };
  const isResumed = isBegun(loading, order);
  if (isResumed) listener.resumed?.();
  else remove();
  const bytes = sizes.flat().reduce((sum, size) => sum + size.bytes, 0);
  const progress = createProgress(bytes, listener, signal);
  const world = openWorld({ file: loading, seed: 0, clock, content: 'dump' });
  const { db } = world;
  let texts: Texts | undefined;
  try {
    // Not safe from a loss of power, which costs the file only.
    db.exec(`PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA temp_store = FILE;
      PRAGMA cache_size = -8000`);
    const state = createLoadState(db, order);
    texts = state.isDone(TEXTS) ? undefined : new Texts(loading);
    const sites: building.ReadSite[] = [];
    for (const { dump, files } of found) {
      const siteId = building.siteOf(db, dump.site, dump.domain);
      const onBytes = (what: string, count: number) => progress.add(what, count);
      const lacking = await readSite({ db, siteId, dump, files, state, listener, texts, commitRows, onBytes });
      sites.push({ siteId, dump, lacking });
    }
    await buildAll({ db, state, progress }, texts, sites, listener);
    db.exec('BEGIN');
    completeSchema(db);
    building.offerPeople(db);
    db.prepare(insertInto('meta', 'key value')).run('dump', dumps.map(({ site }) => site).join(' '));
    db.exec('DROP TABLE load_state; DROP TABLE load_orphans; COMMIT');
    world.close();
  } catch (error) {
    await texts?.stop();
    if (db.isOpen) world.close();
    // What was not broken off on purpose goes on another time.
    if (signal?.aborted === true || error instanceof DumpError) remove();
    throw error;
  }
  rmSync(textsFile(loading), { force: true });
  renameSync(loading, file);
  listener.loaded?.(bytes);
}
