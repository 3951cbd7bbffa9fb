import { rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/** How long to wait for another process: longer than making the demo data takes on a slow machine. */
const MAX_WAIT_MS = 45_000;
const RETRY_MS = 50;
const SQLITE_BUSY = 5;

/**
 * Takes a database file for this process until it ends or gives it back. One that ends by itself (whose parent was
 * killed) may still be writing: this waits for it, and says so. The lock is one that the system drops with its process,
 * however that ends. Rejects with the signal's reason, and with an Error in plain words after 45 seconds.
 */
export async function lockDatabase(
  file: string,
  { say, signal, maxWaitMs = MAX_WAIT_MS }: { say: (line: string) => void; signal: AbortSignal; maxWaitMs?: number },
): Promise<() => void> {
  const until = performance.now() + maxWaitMs;
  for (let tries = 1; ; tries++) {
    const release = tryToLock(`${file}.lock`);
    if (release) return release;
    if (tries === 1) say(`sandbox: another one has "${file}"; waiting for it to end`);
    if (performance.now() > until)
      throw new Error(`Another sandbox has the database "${file}". End it, or name another file.`);
    await pause(RETRY_MS, undefined, { signal });
  }
}

/** Returns a function that gives the lock back and removes its file; undefined where another process has it. */
function tryToLock(path: string): (() => void) | undefined {
  const before = inodeOf(path);
  let lock: DatabaseSync;
  try {
    lock = new DatabaseSync(path);
  } catch {
    // If no file can be made, opening the database reports that better.
    return () => undefined;
  }
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    return () => undefined;
  }
  // The earlier owner has deleted its lock file: this lock belongs to no file any more.
  if (before !== undefined && inodeOf(path) !== before) {
    lock.close();
    return undefined;
  }
  return () => {
    lock.close();
    rmSync(path, { force: true });
  };
}

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;
