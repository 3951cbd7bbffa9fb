import { existsSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Running, ShortcutTarget } from './desktop.ts';
import { PRIVATE_FILE_MODE, refuseOddFile, UnusableFile } from '../base/private-files.ts';
import { fetchOver } from './socket-fetch.ts';

/** The single running Askbell of a data folder, with either shell. */
export interface Instance {
  /** Writes this instance's shell, and the path of its command socket, if there is one. */
  announce(shell: Note['shell'], socket?: string): void;
  release(): void;
}

/** Note of the running Askbell. */
const Note = z.object({
  /** The window of an `app` can be shown by the app only. */
  shell: z.enum(['app', 'headless']),
  socket: z.string().min(1).optional(),
});
type Note = z.output<typeof Note>;
/** Addresses of a running Askbell's window, each for one browser, once. */
const Entry = z.object({
  address: z.url(),
  /** For a browser's command line. */
  ticket: z.url(),
});
export type Entry = z.output<typeof Entry>;

/** Error message if the folder is in use and the running instance cannot show its window. */
export const DATA_FOLDER_IN_USE =
  'Askbell is already running with this data folder. Open it from its icon in the tray, or end it and start again.';

/** Maximum time in ms for a running Askbell to respond, which may still be starting, and interval of requests to it. */
export const MAX_WAIT_MS = 10_000;
const RETRY_MS = 100;

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/**
 * Claims the data folder for this process; returns undefined if another Askbell owns it. The claim is a lock that the
 * system drops however the process ends, so it never becomes stale.
 * @throws UnusableFile if the folder cannot be used
 */
export function claimDataFolder(dataDir: string): Instance | undefined {
  const file = join(dataDir, 'running.lock');
  const note = noteIn(dataDir);
  refuseOddFile(file, 'lock file');
  refuseOddFile(note, 'note of the window');
  const lock = claimLock(file, dataDir);
  if (!lock) return undefined;
  const forget = () => rmSync(note, { force: true });
  forget();
  return {
    announce(shell, socket) {
      const draft = `${note}.new`;
      try {
        rmSync(draft, { force: true });
        writeFileSync(draft, JSON.stringify(Note.parse({ shell, socket })), { mode: PRIVATE_FILE_MODE });
        renameSync(draft, note);
      } catch {
        // A full disk does not prevent the start; only a second start cannot show this one's window then.
      }
    },
    release() {
      forget();
      lock.close();
    },
  };
}

/** @throws UnusableFile if the folder cannot be used */
function claimLock(file: string, dataDir: string): DatabaseSync | undefined {
  try {
    try {
      return lockFile(file);
    } catch (error) {
      if (!hasCode(error, SQLITE_CORRUPT, SQLITE_NOTADB)) throw error;
      // Emptied, since the file holds no data: two that start together must not lock two files.
      truncateSync(file);
      return lockFile(file);
    }
  } catch (error) {
    throw new UnusableFile(
      `The data folder ${dataDir} cannot be written. See whether its disk is full and who may write there, or choose ` +
        'another with --data-dir.',
      { cause: error },
    );
  }
}

/**
 * Locks the file; returns undefined if another process holds the lock.
 * @throws Error SQLite's error
 */
function lockFile(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (hasCode(error, SQLITE_BUSY)) return undefined;
    throw error;
  }
}

/**
 * Returns which Askbell owns the folder, without affecting it. `unclear`: it has not written its window's location yet.
 */
export function runningInstance(dataDir: string): Running['shell'] {
  if (!isClaimed(join(dataDir, 'running.lock'))) return 'none';
  return readNote(dataDir)?.shell ?? 'unclear';
}

function isClaimed(file: string): boolean {
  if (!existsSync(file)) return false;
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { readOnly: true });
    lock.exec('PRAGMA busy_timeout = 0; SELECT 1 FROM sqlite_schema');
    return false;
  } catch (error) {
    return hasCode(error, SQLITE_BUSY);
  } finally {
    lock?.close();
  }
}

/** Returns the command socket of the Askbell that owns this folder; undefined if there is none, or not yet. */
export const socketOf = (dataDir: string): string | undefined => readNote(dataDir)?.socket;

/**
 * Requests new entry addresses from the running Askbell of this folder. It may still be starting, so the request is
 * retried until `signal` aborts; then returns undefined. The app shows its window instead, and `shown` is true.
 */
export async function requestEntry(
  dataDir: string,
  opens: ShortcutTarget,
  signal: AbortSignal,
): Promise<Entry | { shown: true } | undefined> {
  const answer = await repeatedly(() => ask(readNote(dataDir), 'POST', `/open/${opens}`, signal), signal);
  return z.union([Entry, z.object({ shown: z.literal(true) })]).safeParse(answer).data;
}

/** Asks an Askbell that may still be starting until it answers; returns undefined once `signal` aborts. */
export async function repeatedly<Answer>(
  asks: () => Promise<Answer | undefined>,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  while (!signal.aborted && (answer = await asks()) === undefined)
    await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
  return answer;
}

/**
 * Requests the status of the Askbell that uses one of the folders, or its doctor's report. Without one, returns the
 * first folder.
 */
export async function askRunning(
  folders: readonly string[],
  what: 'status' | 'doctor',
  signal: AbortSignal,
): Promise<Running> {
  const folder = folders.find((one) => runningInstance(one) !== 'none') ?? folders[0]!;
  const shell = runningInstance(folder);
  const answer = shell === 'none' ? undefined : await ask(readNote(folder), 'GET', `/${what}`, signal);
  return { folder, shell, answer };
}

/** Returns the JSON of the response at the note's socket; undefined if there is none. */
async function ask(
  note: Note | undefined,
  method: 'GET' | 'POST',
  path: string,
  signal: AbortSignal,
): Promise<unknown> {
  if (note?.socket === undefined) return undefined;
  try {
    const answer = await fetchOver(note.socket)(new Request(`http://askbell${path}`, { method, signal }));
    return answer.ok ? await answer.json() : undefined;
  } catch {
    // Not listening yet, or just stopping.
    return undefined;
  }
}

function noteIn(dataDir: string): string {
  return join(dataDir, 'running.json');
}

function readNote(dataDir: string): Note | undefined {
  try {
    return Note.parse(JSON.parse(readFileSync(noteIn(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

const hasCode = (error: unknown, ...codes: number[]): boolean =>
  error instanceof Error && 'errcode' in error && codes.includes(Number(error.errcode));
