import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { program } from './contenders.ts';
import { writeDump } from './dump-files.ts';

/** The most memory a process has had, in bytes; NaN where the system does not say. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

/**
 * Loads a dump of that size with the sandbox's command, from the start of the command to the line that says it listens.
 * @returns with the most memory it took, in bytes
 */
export async function loadDump(
  folder: string,
  megabytes: number,
): Promise<{ bytes: number; seconds: number; peak: number }> {
  process.stderr.write(`writing a dump of ${megabytes} MB\n`);
  const bytes = await writeDump(folder, megabytes);
  const began = performance.now();
  const child = spawn(process.execPath, [program, '--dump', folder, '--site', 'measured'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(createInterface(child.stdout), 'line');
    return { bytes, seconds: (performance.now() - began) / 1000, peak: peakOf(child.pid) };
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}
