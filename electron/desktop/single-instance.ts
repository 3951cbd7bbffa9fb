import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { PRIVATE_FILE_MODE } from '../private-files.ts';

/** The one running Askbell of a data folder, with whichever shell. */
export interface Instance {
  /**
   * Leaves word for a second start where this one's window is: at an address, or `app`, which only the app itself can
   * show.
   */
  announce(window: RunningWindow | 'app'): void;
  release(): void;
}

const RunningWindow = z.object({
  /** Asking this address with the secret opens the window, and gives an address that lets one browser in. */
  openUrl: z.url(),
  secret: z.string().min(1),
  /** An Askbell from before entry links worked once only left the one it had, and gives none when it is asked. */
  address: z.url().optional(),
});
type RunningWindow = z.output<typeof RunningWindow>;
/** What a running Askbell answers that was asked for its window. */
const Opened = z.object({ address: z.url() });
const Note = z.union([RunningWindow, z.literal('app')]);

/** Told when the folder is taken and the one that has it cannot be made to show its window. */
export const DATA_FOLDER_IN_USE =
  'Askbell is already running with this data folder. Open it from its icon in the tray, or end it and start again.';

const SQLITE_BUSY = 5;

/**
 * Takes the data folder for this process; gives undefined when another Askbell has it. The claim is a lock that the
 * system itself drops when the process ends, however it ends, so nothing stale is ever left behind.
 */
export function claimDataFolder(dataDir: string): Instance | undefined {
  const lock = new DatabaseSync(join(dataDir, 'running.lock'));
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  const note = noteIn(dataDir);
  rmSync(note, { force: true });
  return {
    announce(window) {
      const draft = `${note}.new`;
      rmSync(draft, { force: true });
      writeFileSync(draft, JSON.stringify(window), { mode: PRIVATE_FILE_MODE });
      renameSync(draft, note);
    },
    release() {
      rmSync(note, { force: true });
      lock.close();
    },
  };
}

/**
 * Whether an Askbell has the folder, and which: it is only looked at, so the one that has it does not notice.
 * `unclear`: it has not said yet where its window is.
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
 * Asks the running Askbell of this folder to open its window, and gives a new address of it. The running one may
 * still be starting: tries until `signal` aborts, then gives undefined; at once where the app has the folder.
 */
export async function openRunningWindow(
  dataDir: string,
  {
    fetch,
    pause,
    signal,
  }: { fetch: typeof globalThis.fetch; pause: (ms: number) => Promise<void>; signal: AbortSignal },
): Promise<string | undefined> {
  while (!signal.aborted) {
    const window = readNote(dataDir);
    if (window === 'app') return undefined;
    if (window) {
      try {
        const answer = await fetch(window.openUrl, {
          method: 'POST',
          headers: { authorization: `Bearer ${window.secret}` },
          signal,
        });
        if (answer.ok) return window.address ?? Opened.safeParse(await answer.json()).data?.address;
      } catch {
        // Not answering yet, or just stopping: the next round tells.
      }
    }
    await pause(100);
  }
  return undefined;
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

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
