import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endForUsage, readCommandLine, UsageError } from '../../command-line.ts';
import { ensureElectronZips, type Arch, type Target } from './electron-zip.ts';
import { INSTALLERS, makeInstallers } from './installers.ts';
import { signing } from './signing.ts';

/**
 * `npm run package`: packs the app with Electron into out/package; `npm run dist`: makes installers of it in out/dist.
 * Forge packs (forge.config.ts); here is asked first whether Electron is to be had.
 */
const root = join(import.meta.dirname, '../../..');

const PLATFORMS: readonly string[] = ['linux', 'darwin', 'win32'];
const ARCHS: readonly string[] = ['x64', 'arm64', 'universal'];

const installers = INSTALLERS[process.platform] ?? [];

const USAGE = `Usage: npm run package -- [--platform PLATFORM] [--arch ARCH]
       npm run dist -- [--arch ARCH] [INSTALLER …]

Packs the app with Electron into out/package, for this machine unless the options say otherwise. "dist" makes installers
of it, too, in out/dist: ${installers.join(', ')}; all of them where none is named.

  --platform PLATFORM   ${PLATFORMS.join(', ')}
  --arch ARCH           ${ARCHS.join(', ')} (universal: macOS only, and what "dist" makes there)

It needs Electron's zip, from the network or from the folder that ELECTRON_ZIP_DIR names. Installers need
electron-builder's tools, from the network or from its cache (ELECTRON_BUILDER_CACHE; on Linux
~/.cache/electron-builder), a flatpak flatpak and flatpak-builder, an rpm rpmbuild, and a snap for ARM64 snapcraft.

Exit codes: 0 all made, 1 not all, 2 wrong arguments.`;

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

/** Where Forge leaves the package. */
export const packageFolder = ({ platform, arch }: Target, out = join(root, 'out', 'package')) =>
  join(out, `Askbell-${platform}-${arch}`);

/** Packs; returns the exit code. @throws PlainError where Electron is not to be had */
async function pack(target: Target): Promise<number> {
  await ensureElectronZips(target.platform, target.arch);
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

async function run(): Promise<number> {
  const { values, positionals } = readCommandLine(USAGE, {
    options: { platform: { type: 'string' }, arch: { type: 'string' }, installers: { type: 'boolean' } },
    words: installers,
  });
  // One for both processors on macOS, unless somebody wants one of them.
  const arch = values.arch ?? (values.installers && process.platform === 'darwin' ? 'universal' : undefined);
  const target = targetOf({ ...values, arch });
  const code = await pack(target);
  if (code !== 0 || !values.installers) return code;
  // On macOS the app in the package's folder, elsewhere the folder.
  const folder = join(packageFolder(target), target.platform === 'darwin' ? 'Askbell.app' : '');
  return makeInstallers({ ...target, folder }, positionals.length > 0 ? positionals : installers);
}

if (import.meta.main) process.exitCode = await run().catch((error: unknown) => endForUsage(error, USAGE));
