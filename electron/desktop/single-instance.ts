import {
  mkdirSync,
  statSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE, refuseOddFile, UnusableFile } from '../base/private-files.ts';

/** Fetch for requests to another local Askbell. */
type AskOwn = (
  address: string,
  init: { method?: string; headers: Record<string, string>; signal: AbortSignal },
) => Promise<Pick<Response, 'ok' | 'json'>>;

/** The single running Askbell of a data folder, with either shell. */
export interface Instance {
  /**
   * Writes the location of this instance's window for a second start: an address, or `app`, whose window only the app
   * can show.
   */
  announce(window: RunningWindow | 'app'): void;
  release(): void;
  /**
   * Whether this process still owns the folder. If the folder was deleted together with the lock, claims it again;
   * false if another Askbell was faster.
   */
  isOurs(): boolean;
  /** Path of the copy of a damaged lock file; absent if it was intact. */
  damagedCopy?: string;
}

const RunningWindow = z.object({
  /** A request to this address with the secret returns addresses that each admit one browser. */
  openUrl: z.url(),
  secret: z.string().min(1),
});
type RunningWindow = z.output<typeof RunningWindow>;
/** Addresses of a running Askbell's window, each for one browser, once. */
const Entry = z.object({
  address: z.url(),
  /** For a browser's command line; earlier versions opened their window themselves, and return none. */
  ticket: z.url().optional(),
});
export type Entry = z.output<typeof Entry>;
const Note = z.union([RunningWindow, z.literal('app')]);

/** Error message if the folder is in use and the running instance cannot show its window. */
export const DATA_FOLDER_IN_USE =
  'Askbell is already running with this data folder. Open it from its icon in the tray, or end it and start again.';

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/**
 * Claims the data folder for this process; returns undefined if another Askbell owns it. The claim is a lock that the
 * system drops however the process ends, so it never becomes stale.
 */
export function claimDataFolder(dataDir: string): Instance | undefined {
  const { lock, damagedCopy } = claimLock(dataDir);
  if (!lock) return undefined;
  const instance = new ClaimedFolder(dataDir, lock);
  return damagedCopy === undefined ? instance : Object.assign(instance, { damagedCopy });
}

class ClaimedFolder implements Instance {
  readonly #dataDir: string;
  readonly #file: string;
  readonly #note: string;
  #lock: DatabaseSync;
  #inode: bigint | undefined;
  #announced: RunningWindow | 'app' | undefined;

  constructor(dataDir: string, lock: DatabaseSync) {
    this.#dataDir = dataDir;
    this.#file = join(dataDir, 'running.lock');
    this.#note = noteIn(dataDir);
    this.#lock = lock;
    this.#inode = inodeOf(this.#file);
    rmSync(this.#note, { force: true });
  }

  announce(window: RunningWindow | 'app'): void {
    this.#announced = window;
    const draft = `${this.#note}.new`;
    try {
      rmSync(draft, { force: true });
      writeFileSync(draft, JSON.stringify(window), { mode: PRIVATE_FILE_MODE });
      renameSync(draft, this.#note);
    } catch {
      // A full disk does not prevent the start; only a second start cannot show this one's window then.
    }
  }

  isOurs(): boolean {
    if (inodeOf(this.#file) === this.#inode) return true;
    try {
      mkdirSync(this.#dataDir, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      const again = lockFile(this.#file);
      if (!again) return false;
      this.#lock.close();
      this.#lock = again;
      this.#inode = inodeOf(this.#file);
      if (this.#announced) this.announce(this.#announced);
    } catch {
      // If no lock can be created, no other instance can have one.
    }
    return true;
  }

  release(): void {
    // If another Askbell owns the folder by now, the note is its own.
    if (inodeOf(this.#file) === this.#inode) rmSync(this.#note, { force: true });
    this.#lock.close();
  }
}

const inodeOf = (file: string): bigint | undefined => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;

/** @throws UnusableFile if the folder cannot be used */
function claimLock(dataDir: string): { lock: DatabaseSync | undefined; damagedCopy?: string } {
  const file = join(dataDir, 'running.lock');
  refuseOddFile(file, 'lock file');
  refuseOddFile(noteIn(dataDir), 'note of the window');
  try {
    return { lock: lockFile(file) };
  } catch (error) {
    if (!isDamage(error)) throw unusable(dataDir, error);
  }
  try {
    const damagedCopy = emptyLockFile(file);
    return { lock: lockFile(file), damagedCopy };
  } catch (error) {
    throw unusable(dataDir, error);
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
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/**
 * Copies a damaged lock file, which holds no data, and empties the file itself. A new file would have other locks, so
 * two instances that start together would both get the folder. Returns the copy's path.
 */
function emptyLockFile(file: string): string {
  const copy = file.replace(/\.lock$/, '.damaged.lock');
  const damaged = readFileSync(file);
  // If several start together, the later ones find it already emptied.
  if (damaged.length > 0) writeFileSync(copy, damaged, { mode: PRIVATE_FILE_MODE });
  truncateSync(file);
  return copy;
}

const unusable = (dataDir: string, cause: unknown): UnusableFile =>
  new UnusableFile(
    `The data folder ${dataDir} cannot be written. See whether its disk is full and who may write there, or choose ` +
      'another with --data-dir.',
    { cause },
  );

/**
 * Returns which Askbell owns the folder, without affecting it. `unclear`: it has not written its window's location yet.
 */
export function runningInstance(dataDir: string): 'none' | 'app' | 'headless' | 'unclear' {
  if (!isClaimed(join(dataDir, 'running.lock'))) return 'none';
  const window = readNote(dataDir);
  if (window === undefined) return 'unclear';
  return window === 'app' ? 'app' : 'headless';
}

function isClaimed(file: string): boolean {
  if (!existsSync(file)) return false;
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { readOnly: true });
    lock.exec('PRAGMA busy_timeout = 0; SELECT 1 FROM sqlite_schema');
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    lock?.close();
  }
}

/**
 * Requests new entry addresses from the running Askbell of this folder. It may still be starting, so the request is
 * retried until `signal` aborts; then returns undefined, or at once if the app owns the folder.
 */
export async function requestEntry(
  dataDir: string,
  {
    fetch,
    pause,
    signal,
    panel = false,
  }: {
    fetch: (
      address: string,
      init: { method: string; headers: Record<string, string>; signal: AbortSignal },
    ) => Promise<Pick<Response, 'ok' | 'json'>>;
    pause: (ms: number) => Promise<void>;
    signal: AbortSignal;
    /** Makes an earlier version open the panel instead of the window. */
    panel?: boolean;
  },
): Promise<Entry | undefined> {
  while (!signal.aborted) {
    const window = readNote(dataDir);
    if (window === 'app') return undefined;
    if (window) {
      try {
        const answer = await fetch(panel ? `${window.openUrl}?view=panel` : window.openUrl, {
          method: 'POST',
          headers: { authorization: `Bearer ${window.secret}` },
          signal,
        });
        if (answer.ok) return Entry.safeParse(await answer.json()).data;
      } catch {
        // Not listening yet, or just stopping: retried.
      }
    }
    await pause(100);
  }
  return undefined;
}

/**
 * Requests the status of the running Askbell of this folder; undefined without a response: it is starting, hangs, or is
 * a version without this request.
 */
export async function askRunning(
  dataDir: string,
  { fetch, signal }: { fetch: AskOwn; signal: AbortSignal },
): Promise<unknown> {
  const window = readNote(dataDir);
  if (window === undefined || window === 'app') return undefined;
  try {
    const answer = await fetch(new URL('/status', window.openUrl).href, {
      headers: { authorization: `Bearer ${window.secret}` },
      signal,
    });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

function noteIn(dataDir: string): string {
  return join(dataDir, 'running.json');
}

function readNote(dataDir: string): z.output<typeof Note> | undefined {
  try {
    return Note.parse(JSON.parse(readFileSync(noteIn(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'errcode' in error ? error.errcode : undefined);
const isBusy = (error: unknown): boolean => codeOf(error) === SQLITE_BUSY;
const isDamage = (error: unknown): boolean => codeOf(error) === SQLITE_CORRUPT || codeOf(error) === SQLITE_NOTADB;
