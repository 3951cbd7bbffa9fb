import { FusesPlugin } from '@electron-forge/plugin-fuses';
import type { ForgeConfig } from '@electron-forge/shared-types';
import { FuseV1Options, FuseVersion } from '@electron/fuses';
import { buildParts, electronParts } from './build/build.ts';
import { checksums } from './build/packages/electron/electron-zip.ts';
import { signing } from './build/packages/electron/signing.ts';
import { DEEP_LINK_SCHEME } from './electron/desktop/electron/installation.ts';

/** build/packages/electron/package.ts tells; Forge tells its configuration of the system too late. */
const platform = (process.env['ASKBELL_PACKAGE_PLATFORM'] ?? process.platform) as NodeJS.Platform;

/**
 * `npm run package`: Forge packs out/app, the same folder that `npm start` and the tests run, into out/package.
 * Forge's own Vite plugin is not used, because it insists on an output layout of its own; its hook calls our build.
 */
const config: ForgeConfig = {
  outDir: process.env['ASKBELL_PACKAGE_DIR'] ?? 'out/package',
  packagerConfig: {
    name: 'Askbell',
    executableName: 'askbell',
    appBundleId: 'io.github.askbell',
    // The packager takes the .icns or the .ico, as the system has it.
    icon: 'build/icons/package/askbell',
    appCategoryType: 'public.app-category.productivity',
    // A browser leads sign-ins back by it; macOS reads that from the packed app.
    protocols: [{ name: 'Askbell sign-in', schemes: [DEEP_LINK_SCHEME] }],
    asar: true,
    // Everything is bundled, so that neither node_modules nor sources belong into the package, nor the headless shell.
    prune: false,
    ignore: (path: string) =>
      path.startsWith('/out/app/headless') ||
      path === '/out/app/keyring.mjs' ||
      (path !== '' && !['/package.json', '/out', '/out/app'].includes(path) && !path.startsWith('/out/app/')),
    // electron-updater asks it where releases are.
    extraResource: ['build/packages/electron/app-update.yml'],
    ...signing(platform, process.env).options,
    download: { checksums },
    // Where Electron's zip may be taken from instead of the network (for offices without GitHub).
    ...(process.env['ELECTRON_ZIP_DIR'] && { electronZipDir: process.env['ELECTRON_ZIP_DIR'] }),
  },
  hooks: {
    generateAssets: async () => {
      await buildParts(electronParts, { ifStale: true, say: (line) => console.log(line) });
    },
    readPackageJson: async (_config, packageJson) => {
      const { name, productName, desktopName, version, description, license, author, type, main, devDependencies } =
        packageJson as Record<string, unknown>;
      // Forge reads the version of Electron from here; the rest is of no use in a package.
      const { electron } = devDependencies as Record<string, string>;
      const said = { name, productName, desktopName, version, description, license, author, type, main };
      return { ...said, devDependencies: { electron } };
    },
  },
  plugins: [
    new FusesPlugin({
      version: FuseVersion.V1,
      // A fuse that a later Electron adds is decided here, not by its default.
      strictlyRequireAllFuses: true,
      [FuseV1Options.RunAsNode]: false,
      [FuseV1Options.EnableCookieEncryption]: true,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
      [FuseV1Options.EnableNodeCliInspectArguments]: false,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
      [FuseV1Options.OnlyLoadAppFromAsar]: true,
      // There is no snapshot of the main process's own in the package.
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
      // As Electron has it: WebAssembly (Node's HTTP parser) is stopped where it leaves its memory.
      [FuseV1Options.WasmTrapHandlers]: true,
    }),
  ],
};

export default config;
