import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createTextTables, defineTextFunctions, fillTexts } from '../world/database/text.ts';

/** FTS5 tables, and what each keeps beside its settings. */
const TABLES = ['text_questions', 'text_answers', 'text_people'];
const KEPT = ['data', 'idx', 'docsize'];

/** Bytes of words that FTS5 collects before it writes and merges them; with its own 1 MB it takes a third longer. */
const COLLECTED_BYTES = 12_000_000;
/** Posts after which a transaction ends, so that the log of the database that they are read from stays small. */
const COMMIT_POSTS = 20_000;
/** Room for new objects. @see thread.ts */
const YOUNG_GENERATION_MB = 6;

interface Order {
  /** Database that the posts are read from. */
  readonly textsOf: string;
}

/** Full text of the posts of a load, made in a thread and a file of its own while the main thread builds the rest. */
export class Texts {
  readonly #file: string;
  readonly #thread: Worker;
  readonly #done: Promise<void>;

  /** @param onPart told how much of it is done, from 0 to 1 */
  constructor(database: string, onPart: (share: number) => void) {
    this.#file = textsFile(database);
    rmSync(this.#file, { force: true });
    this.#thread = new Worker(new URL(import.meta.url), {
      workerData: { textsOf: database } satisfies Order,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#done = new Promise((resolve, reject) => {
      this.#thread.on('message', onPart);
      this.#thread.on('error', reject);
      this.#thread.on('exit', resolve);
    });
    // Its error is told to whoever waits for it.
    this.#done.catch(() => undefined);
  }

  /** Waits until it is made, and moves it into the database as a whole. @param finish part of the same transaction */
  async moveInto(db: DatabaseSync, finish: () => void): Promise<void> {
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

function makeTexts({ textsOf: database }: Order): void {
  const db = new DatabaseSync(textsFile(database));
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000');
  defineTextFunctions(db);
  createTextTables(db);
  for (const table of ['text_questions', 'text_answers'])
    db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', ${COLLECTED_BYTES})`);
  db.prepare('ATTACH ? AS load').run(database);
  const { posts } = db.prepare('SELECT count(*) AS posts FROM bodies').get() as { posts: number };
  let done = 0;
  let committed = 0;
  db.exec('BEGIN');
  fillTexts(db, (count) => {
    done += count;
    parentPort?.postMessage(done / posts);
    if (done - committed < COMMIT_POSTS) return;
    db.exec('COMMIT; BEGIN');
    committed = done;
  });
  db.exec('COMMIT');
  db.close();
}

const isOrder = (data: unknown): data is Order => typeof data === 'object' && data !== null && 'textsOf' in data;

if (!isMainThread && isOrder(workerData)) makeTexts(workerData);
