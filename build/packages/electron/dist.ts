import { readCommandLine } from '../../command-line.ts';
import { INSTALLERS, makeInstallers, packedApp } from './installers.ts';
import { ARCHS, pack, packageFolder, readTarget } from './package.ts';

/** `npm run dist`: packs the app and makes the installers of this machine's system. */

const installers = INSTALLERS[process.platform] ?? [];

const USAGE = `Usage: npm run dist -- [--arch ARCH] [INSTALLER …]

Packs the app and makes installers of it in out/dist: ${installers.join(', ')}; all of them where none is named.

  --arch ARCH   the processor to make them for: ${ARCHS.join(', ')} (universal: macOS only)

It needs Electron's zip, from the network or from the folder that ELECTRON_ZIP_DIR names, and electron-builder's tools,
from the network or from its cache (ELECTRON_BUILDER_CACHE; on Linux ~/.cache/electron-builder). A flatpak needs the
programs flatpak and flatpak-builder, an rpm rpmbuild, and a snap for ARM64 snapcraft.

Exit codes: 0 all made, 1 not all, 2 wrong arguments.`;

const { values, positionals } = readCommandLine(USAGE, {
  options: { arch: { type: 'string' } },
  words: installers,
});
const { platform } = process;
// One for both processors on macOS, unless somebody wants one of them.
const arch = values.arch ?? (platform === 'darwin' ? 'universal' : undefined);
const target = readTarget({ arch }, USAGE);
const chosen = positionals.length > 0 ? positionals : installers;
process.exitCode =
  (await pack(target)) ||
  (await makeInstallers({ ...target, folder: packedApp(packageFolder(target), platform) }, chosen));
