import { execFileSync } from 'node:child_process';

/** Drops a file from the system's cache; returns whether this system has a way, as Linux has one. */
export function dropFromCache(file: string): boolean {
  try {
    // Reads nothing: GNU's dd tells the system, by posix_fadvise, that the whole file is not needed.
    execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
