import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What went into a build: how many files, and when the newest of them changed (ms since the epoch). */
interface Inputs {
  files: number;
  newest: number;
}

/** Looks at every file below the given files and folders (relative to the project). */
function inputsOf(paths: readonly string[]): Inputs {
  const seen: Inputs = { files: 0, newest: 0 };
  const look = (path: string) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return;
    // A removed file shows only in its folder's time, so folders count too.
    seen.newest = Math.max(seen.newest, Math.trunc(stats.mtimeMs));
    if (stats.isDirectory()) for (const name of readdirSync(path)) look(join(path, name));
    else seen.files += 1;
  };
  for (const path of paths) look(join(root, path));
  return seen;
}

const stampOf = (part: string) => join(root, 'out', 'fresh', `${part}.json`);

/** Says whether a part was built from exactly these inputs and its result is still there. */
export function isFresh(part: string, inputs: readonly string[], result: string): boolean {
  const stamp = stampOf(part);
  if (!existsSync(result) || !existsSync(stamp)) return false;
  return readFileSync(stamp, 'utf8') === JSON.stringify(inputsOf(inputs));
}

/** Call before building: looks at the inputs now; call the result once the build succeeded. */
export function startStamp(part: string, inputs: readonly string[]): () => void {
  const stamp = JSON.stringify(inputsOf(inputs));
  rmSync(stampOf(part), { force: true });
  return () => {
    mkdirSync(dirname(stampOf(part)), { recursive: true });
    writeFileSync(stampOf(part), stamp);
  };
}
