import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ReleaseError } from './changelog.ts';
import { runCommand } from './command.ts';

/**
 * `npm run release:checksums -- FOLDER`: writes SHA256SUMS into a folder of packages, in the form that
 * `sha256sum --check` reads.
 */
const HELP = `Usage: npm run release:checksums -- FOLDER

Writes SHA256SUMS into FOLDER: one line for each file in it, as "sha256sum --check" reads them.

Ends with 0, or with 2 when FOLDER has no files.`;

const CHECKSUMS = 'SHA256SUMS';

/** The text of SHA256SUMS for the files of a folder, sorted by name. Large files are read in pieces. */
export async function checksumsOf(folder: string): Promise<string> {
  const names = readdirSync(folder)
    .filter((name) => name !== CHECKSUMS && statSync(join(folder, name)).isFile())
    .toSorted();
  const lines: string[] = [];
  for (const name of names) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), hash);
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  return lines.join('');
}

if (import.meta.main) {
  await runCommand(HELP, async (folder) => {
    const text = await checksumsOf(folder);
    if (text === '') throw new ReleaseError(`There are no files in ${folder}, so there is nothing to write.`);
    writeFileSync(join(folder, CHECKSUMS), text);
    return text.trimEnd();
  });
}
