import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Linux counts CPU time in hundredths of a second (proc_pid_stat(5); sysconf(_SC_CLK_TCK)). */
const TICKS_PER_SECOND = 100;
const KB_PER_MB = 1024;

/** What a process has used since it began, as Linux counts it (proc(5)). */
export interface Use {
  /** How often its main thread, which runs the event loop, slept and was woken. */
  wakeUps: number;
  cpuSeconds: number;
  /** What it handed to the system to write, in files and sockets, and what of that went to the disk. */
  writtenBytes: number;
  diskBytes: number;
}

/** What a process takes now, in MB: all of it, and with shared pages counted in part. */
export interface Memory {
  rssMb: number;
  pssMb: number;
}

const numberAfter = (name: string, text: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);

const read = (pid: number, file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');

/** @throws Error where the process has ended */
export function useOf(pid: number): Use {
  const io = read(pid, 'io');
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return {
    wakeUps: numberAfter('voluntary_ctxt_switches', read(pid, `task/${pid}/status`)),
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    writtenBytes: numberAfter('wchar', io),
    diskBytes: numberAfter('write_bytes', io),
  };
}

/** @throws Error where the process has ended */
export function memoryOf(pid: number): Memory {
  const smaps = read(pid, 'smaps_rollup');
  return { rssMb: numberAfter('Rss', smaps) / KB_PER_MB, pssMb: numberAfter('Pss', smaps) / KB_PER_MB };
}

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
