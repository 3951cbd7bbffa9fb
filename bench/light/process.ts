import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const KB_PER_MB = 1024;

/** What a process has used since it began, as Linux counts it (proc(5)). */
export interface Use {
  /** How often its main thread, which runs the event loop, slept and was woken. */
  wakeUps: number;
  /** What it wrote to the disk. */
  diskBytes: number;
}

const numberAfter = (name: string, text: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);

const read = (pid: number, file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');

/** @throws Error where the process has ended */
export function useOf(pid: number): Use {
  return {
    wakeUps: numberAfter('voluntary_ctxt_switches', read(pid, `task/${pid}/status`)),
    diskBytes: numberAfter('write_bytes', read(pid, 'io')),
  };
}

/** Returns the memory of a process now, in MB. @throws Error where it has ended */
export const rssMbOf = (pid: number): number => numberAfter('Rss', read(pid, 'smaps_rollup')) / KB_PER_MB;

/** The files below a folder that belong to Askbell itself, each with its size and when it was written last. */
export function filesIn(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  // The demo network's own file is not the agent's.
  return new Map(
    paths
      .filter((path) => !path.includes('demo-network'))
      .map((path) => {
        const { size, mtimeMs } = statSync(path);
        return [path.slice(folder.length + 1), `${size} ${mtimeMs}`];
      }),
  );
}
