import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
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
const ARCHS: readonly string[] = ['x64', 'arm64', 'universal'];

/** Takes `--platform` and `--arch` from a command line; gives the rest as well. Throws in one line. */
export function readTarget(
  args: string[],
  here: { platform: string; arch: string } = process,
): Target & {
  rest: string[];
} {
  const { values, tokens } = parseArgs({
    args,
    options: { platform: { type: 'string' }, arch: { type: 'string' } },
    strict: false,
    tokens: true,
  });
  const taken = new Set(
    tokens.flatMap((token) =>
      token.kind === 'option' && (token.name === 'platform' || token.name === 'arch')
        ? [token.index, ...(token.inlineValue === false ? [token.index + 1] : [])]
        : [],
    ),
  );
  const { platform = here.platform, arch = here.arch } = values as { platform?: string; arch?: string };
  if (!PLATFORMS.includes(platform)) throw new Error(`--platform is one of ${PLATFORMS.join(', ')}.`);
  if (!ARCHS.includes(arch)) throw new Error(`--arch is one of ${ARCHS.join(', ')}.`);
  if (arch === 'universal' && platform !== 'darwin') throw new Error('Only darwin has --arch universal.');
  return {
    platform: platform as NodeJS.Platform,
    arch: arch as Arch,
    rest: args.filter((_argument, index) => !taken.has(index)),
  };
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

if (import.meta.main) process.exitCode = await pack(readTarget(process.argv.slice(2)));
