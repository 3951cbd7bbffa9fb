import { downloadArtifact } from '@electron/get';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import electronChecksums from 'electron/checksums.json' with { type: 'json' };
import packageJson from '../../../package.json' with { type: 'json' };
import { PlainError } from '../../start/plain-error.ts';

/** What a system's package is made for: `universal` is one for both of Apple's processors. */
export type Arch = 'x64' | 'arm64' | 'universal';

/** What to pack for. */
export interface Target {
  platform: NodeJS.Platform;
  arch: Arch;
}

/** SHA-256 of every file of this release of Electron; it comes with the npm package, so that nobody asks for it. */
export const checksums: Record<string, string> = electronChecksums;

/** What was said, with what it was said because of (`fetch failed` alone tells nobody anything). */
function reason(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  const first = (message ?? String(error)).split('\n')[0] as string;
  return cause?.message ? `${first}: ${cause.message.split('\n')[0]}` : first;
}

/**
 * Sees to it that Electron's zips for a package are there: in `ELECTRON_ZIP_DIR`, or in the cache that the packager
 * looks into, downloading them once.
 *
 * @throws PlainError where they are not to be had
 */
export async function ensureElectronZips(
  platform: NodeJS.Platform,
  arch: Arch,
  { env = process.env, download = downloadArtifact } = {},
): Promise<void> {
  const version = packageJson.devDependencies.electron;
  const folder = env['ELECTRON_ZIP_DIR'];
  for (const each of arch === 'universal' ? (['x64', 'arm64'] as const) : [arch]) {
    const name = `electron-v${version}-${platform}-${each}.zip`;
    if (folder) {
      if (!existsSync(join(folder, name)))
        throw new PlainError(`${name} is not in ELECTRON_ZIP_DIR (${resolve(folder)}).`);
      continue;
    }
    try {
      await download({ version, platform, arch: each, artifactName: 'electron', checksums });
    } catch (error) {
      throw new PlainError(
        `Electron cannot be downloaded (${reason(error)}). ` +
          `Get ${name} elsewhere and name its folder in ELECTRON_ZIP_DIR.`,
      );
    }
  }
}
