import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { threadEnvironment } from '../compile-cache.ts';
import { createTextFiller, createTextTables } from '../world/database/text.ts';

/** FTS5 tables, and what each keeps beside its settings. */
const TABLES = ['text_questions', 'text_answers', 'text_people'];
const KEPT = ['data', 'idx', 'docsize'];

/**
 * Bytes of words that FTS5 collects for a table before it writes and merges them; with its own 1 MB it takes a third
 * longer, and what it takes in memory is twice as much.
 */
const COLLECTED_BYTES = 5_000_000;
/** Posts after which a transaction ends. */
const COMMIT_POSTS = 20_000;
/** How long the main thread may keep the database to itself, in milliseconds. */
const LOCKED_MS = 10_000;
/** Room for new objects. @see thread.ts */
const YOUNG_GENERATION_MB = 6;

interface Order {
  /** Database that the posts are read from. */
  readonly textsOf: string;
}

/** Message to the thread. */
interface News {
  /** Whether each of the posts that were written had a higher number than those before it. */
  readonly isInOrder: boolean;
  /** Whether no more posts will come. */
  readonly isEnd: boolean;
}

/** Full text of the posts of a load, made in a thread and a file of its own while the main thread reads and builds. */
export class Texts {
  readonly #file: string;
  readonly #thread: Worker;
  readonly #done: Promise<void>;

  /** @param database that the posts are written to */
  constructor(database: string) {
    this.#file = textsFile(database);
    rmSync(this.#file, { force: true });
    this.#thread = new Worker(new URL(import.meta.url), {
      workerData: { textsOf: database } satisfies Order,
      env: threadEnvironment(),
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#done = new Promise((resolve, reject) => {
      this.#thread.on('error', reject);
      this.#thread.on('exit', resolve);
    });
    // Its error is told to whoever waits for it.
    this.#done.catch(() => undefined);
  }

  /** Tells of posts that were committed. */
  follow(news: News): void {
    this.#thread.postMessage(news);
  }

  /**
   * Waits until it is made, and moves it into the database as a whole.
   * @param onPart told how many posts are done @param finish part of the same transaction
   */
  async moveInto(db: DatabaseSync, onPart: (posts: number) => void, finish: () => void): Promise<void> {
    this.#thread.on('message', onPart);
    await this.#done;
    db.prepare('ATTACH ? AS texts').run(this.#file);
    // Rows of FTS5 are its own; copying them is many times as fast as making them.
    db.enableDefensive(false);
    db.exec('BEGIN');
    for (const name of TABLES.flatMap((table) => KEPT.map((part) => `${table}_${part}`)))
      db.exec(`DELETE FROM main.${name}; INSERT INTO main.${name} SELECT * FROM texts.${name}`);
    finish();
    db.exec('COMMIT; DETACH texts');
    db.enableDefensive(true);
    rmSync(this.#file);
  }

  /** Ends the thread, whether it is ready or not. */
  async stop(): Promise<void> {
    await this.#thread.terminate();
    rmSync(this.#file, { force: true });
  }
}

/** File that texts of a database are made in. */
export const textsFile = (database: string): string => `${database}-texts`;

function createTexts(file: string): DatabaseSync {
  rmSync(file, { force: true });
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000');
  createTextTables(db);
  for (const table of ['text_questions', 'text_answers'])
    db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', ${COLLECTED_BYTES})`);
  db.exec('BEGIN');
  return db;
}

function makeTexts({ textsOf: database }: Order): void {
  const from = new DatabaseSync(database, { readOnly: true, timeout: LOCKED_MS });
  let texts = createTexts(textsFile(database));
  let filler = createTextFiller(from, texts);
  let areInOrder = true;
  let [done, uncommitted] = [0, 0];
  parentPort!.on('message', ({ isInOrder, isEnd }: News) => {
    areInOrder &&= isInOrder;
    if (!areInOrder && !isEnd) return;
    if (!areInOrder) {
      // Some may have been passed over.
      texts.close();
      texts = createTexts(textsFile(database));
      filler = createTextFiller(from, texts);
      done = 0;
    }
    for (let count; (count = filler.fill(isEnd)) > 0;) {
      done += count;
      uncommitted += count;
      parentPort!.postMessage(done);
      if (uncommitted < COMMIT_POSTS) continue;
      texts.exec('COMMIT; BEGIN');
      uncommitted = 0;
    }
    if (!isEnd) return;
    filler.finish();
    texts.exec('COMMIT');
    texts.close();
    from.close();
    parentPort!.close();
  });
}

const isOrder = (data: unknown): data is Order => typeof data === 'object' && data !== null && 'textsOf' in data;

if (!isMainThread && isOrder(workerData)) makeTexts(workerData);
