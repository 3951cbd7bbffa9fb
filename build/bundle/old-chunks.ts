import { globSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds a program of several files, `program.mjs` and `program-….mjs`, and removes those that this build has not
 * written: packages take whatever is in the folder. Where the build fails, all stays as it was.
 */
export async function withoutOldChunks(folder: string, program: string, build: () => Promise<void>): Promise<void> {
  const before = globSync(join(folder, program.replace('.', '-*.')));
  const writtenAt = new Map(before.map((file) => [file, statSync(file).mtimeMs]));
  await build();
  for (const [file, at] of writtenAt) if (statSync(file).mtimeMs === at) rmSync(file);
}
