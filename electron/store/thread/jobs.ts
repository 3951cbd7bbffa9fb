/**
 * Long work on a history's file, each over its own connection: in the thread, or in place if the file is small. This
 * file is also the program of the thread (history-thread.ts), which runs one job after the other.
 */
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { errorMessage } from '../../../common/error-message.ts';
import { checkTables, type HowThorough, isDamage } from '../database/damage.ts';
import { Connection } from '../database/connection.ts';
import { flushFile } from '../database/files.ts';
import { InboxSearch } from '../inbox/search.ts';
import type { InboxOwners } from '../inbox/inbox-row.ts';

/** Number of pages copied at once, in a few ms. */
const PAGES_AT_ONCE = 500;

/** Opens the file read-only, so that closing it does not remove the -wal. */
function opened(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(file, { readOnly: true });
  sqlite.exec('PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY');
  return sqlite;
}

/** Methods of the inbox that may take long. */
export type InboxRead = 'list' | 'counts' | 'unreadKeys';

/** Calls a method of the inbox. */
export const askInbox = <Name extends InboxRead>(
  search: InboxSearch,
  name: Name,
  given: Parameters<InboxSearch[Name]>,
): ReturnType<InboxSearch[Name]> =>
  (search[name] as (...args: unknown[]) => ReturnType<InboxSearch[Name]>).apply(search, given);

/** Reads the inbox in one committed state. */
function inbox<Name extends InboxRead>(
  file: string,
  owners: InboxOwners,
  name: Name,
  given: Parameters<InboxSearch[Name]>,
): ReturnType<InboxSearch[Name]> {
  const connection = new Connection(opened(file));
  try {
    connection.sqlite.exec('BEGIN');
    return askInbox(new InboxSearch(connection, owners), name, given);
  } finally {
    connection.close();
  }
}

/** Checks a file's tables. Returns the first problem, or undefined. */
async function check(file: string, how: HowThorough): Promise<string | undefined> {
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = opened(file);
    return await checkTables(sqlite, how);
  } catch (error) {
    if (isDamage(error)) return errorMessage(error);
    throw error;
  } finally {
    sqlite?.close();
  }
}

/** Copies the committed state of a file to the disk, and checks the copy. Returns its problem, or undefined. */
async function copy(file: string, target: string): Promise<string | undefined> {
  const source = opened(file);
  try {
    // A read transaction fixes one state: without it, the copy restarts at each change.
    source.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1');
    await backup(source, target, { rate: PAGES_AT_ONCE });
  } finally {
    source.close();
  }
  const whole = new DatabaseSync(target);
  try {
    // A backup is a single file.
    whole.exec('PRAGMA journal_mode = DELETE');
  } finally {
    whole.close();
  }
  const problem = await check(target, 'quick');
  if (problem === undefined) flushFile(target);
  return problem;
}

/** Moves the changes in the -wal to the file, as far as nothing is reading them. */
function checkpoint(file: string): void {
  const url = pathToFileURL(file);
  // A deleted file must not be made anew.
  url.search = 'mode=rw';
  const sqlite = new DatabaseSync(url);
  try {
    sqlite.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } finally {
    sqlite.close();
  }
}

export const jobs = { inbox, check, copy, checkpoint };

export type JobName = keyof typeof jobs;
export type JobArguments<Name extends JobName> = Parameters<(typeof jobs)[Name]>;
export type JobResult<Name extends JobName> = Awaited<ReturnType<(typeof jobs)[Name]>>;

/** Data of the history's thread, by which this file knows that it is the program of one. */
export const THREAD_DATA = 'history-thread';

/** Answer of the thread to a job. */
export type ThreadAnswer = { error: string } | { value: unknown };

async function answerTo(name: JobName, given: unknown[]): Promise<ThreadAnswer> {
  try {
    const work = jobs[name] as (...args: unknown[]) => unknown;
    return { value: await work(...given) };
  } catch (error) {
    return { error: errorMessage(error) };
  }
}

if (workerData === THREAD_DATA)
  parentPort?.on('message', ([name, given]: [JobName, unknown[]]) => {
    void answerTo(name, given).then((answer) => parentPort?.postMessage(answer));
  });
