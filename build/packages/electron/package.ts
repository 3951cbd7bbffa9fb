import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endForUsage, readCommandLine, UsageError } from '../../command-line.ts';
import { ensureElectronZips, NoElectronZip, type Arch } from './electron-zip.ts';
import { signing } from './signing.ts';

/**
 * `npm run package`: packs the app with Electron into out/package, for this machine unless `--platform` and `--arch`
 * say otherwise. Forge does the work (forge.config.ts); here is asked first whether Electron is to be had.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What to pack for. */
export interface Target {
  platform: NodeJS.Platform;
  arch: Arch;
}

const PLATFORMS: readonly string[] = ['linux', 'darwin', 'win32'];
export const ARCHS: readonly string[] = ['x64', 'arm64', 'universal'];

const USAGE = `Usage: npm run package -- [--platform PLATFORM] [--arch ARCH]

Packs the app with Electron into out/package, for this machine unless the options say otherwise.

  --platform PLATFORM   ${PLATFORMS.join(', ')}
  --arch ARCH           ${ARCHS.join(', ')} (universal: macOS only)

It needs Electron's zip, from the network or from the folder that ELECTRON_ZIP_DIR names.

Exit codes: 0 it is packed, 1 it is not, 2 wrong arguments.`;

/** Returns what to pack for, this machine unless the options say otherwise. @throws UsageError */
export function targetOf(
  options: { platform?: string | undefined; arch?: string | undefined },
  here: { platform: string; arch: string } = process,
): Target {
  const { platform = here.platform, arch = here.arch } = options;
  if (!PLATFORMS.includes(platform)) throw new UsageError(`--platform is one of ${PLATFORMS.join(', ')}.`);
  if (!ARCHS.includes(arch)) throw new UsageError(`--arch is one of ${ARCHS.join(', ')}.`);
  if (arch === 'universal' && platform !== 'darwin') throw new UsageError('Only darwin has --arch universal.');
  return { platform: platform as NodeJS.Platform, arch: arch as Arch };
}

/** Returns what a command is to pack for; ends with 2 where the options name nothing that can be packed for. */
export function readTarget(options: Parameters<typeof targetOf>[0], usage: string): Target {
  try {
    return targetOf(options);
  } catch (error) {
    return endForUsage(error, usage);
  }
}

/** Where Forge leaves the package. */
export const packageFolder = ({ platform, arch }: Target, out = join(root, 'out', 'package')) =>
  join(out, `Askbell-${platform}-${arch}`);

/** Packs; gives the exit code. One line on standard error tells why it could not. */
export async function pack(target: Target): Promise<number> {
  try {
    await ensureElectronZips(target.platform, target.arch);
  } catch (error) {
    if (!(error instanceof NoElectronZip)) throw error;
    console.error(error.message);
    return 1;
  }
  for (const line of signing(target.platform, process.env).skipped) console.log(line);
  const forge = fileURLToPath(import.meta.resolve('@electron-forge/cli/dist/electron-forge.js'));
  const { status, error } = spawnSync(
    process.execPath,
    [forge, 'package', '--platform', target.platform, '--arch', target.arch],
    // By the system the configuration knows how to sign.
    { cwd: root, stdio: 'inherit', env: { ...process.env, ASKBELL_PACKAGE_PLATFORM: target.platform } },
  );
  if (error) throw error;
  return status ?? 1;
}

if (import.meta.main) {
  const { values } = readCommandLine(USAGE, { options: { platform: { type: 'string' }, arch: { type: 'string' } } });
  process.exitCode = await pack(readTarget(values, USAGE));
}
