import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const MAX_TAIL_BYTES = 64 * 1024;

/** The last lines of a log file, the oldest first; none where there is no such file. */
export function logTail(file: string, lines: number): string[] {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return [];
  }
  try {
    const { size } = fstatSync(handle);
    const from = Math.max(0, size - MAX_TAIL_BYTES);
    const buffer = Buffer.alloc(size - from);
    readSync(handle, buffer, 0, buffer.length, from);
    const all = buffer.toString('utf8').split('\n').filter(Boolean);
    // The first one may have been cut.
    return (from > 0 ? all.slice(1) : all).slice(-lines);
  } finally {
    closeSync(handle);
  }
}
