import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const MAX_TAIL_BYTES = 64 * 1024;

/** Returns the last lines of a log file, oldest first; none if the file cannot be opened. */
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
    // The first line may be cut.
    return (from > 0 ? all.slice(1) : all).slice(-lines);
  } finally {
    closeSync(handle);
  }
}
