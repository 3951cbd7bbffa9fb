import { basename, join } from 'node:path';

/** Name of this file's folder in the project; a bundle is in another folder, beside its files. */
const SOURCE_FOLDER = 'desktop';

const here = import.meta.dirname;
const isBundle = basename(here) !== SOURCE_FOLDER;
const project = join(here, '..', '..');
const appFolder = isBundle ? here : join(project, 'out', 'app');

/** Non-code files of the shell without Electron: beside its bundle, or in the project. */
export const appFiles = {
  /** The built window. */
  renderer: join(appFolder, 'renderer'),
  /** Third-party licences. */
  thirdParties: join(appFolder, 'third-parties.json'),
  /** Networks with built-in client ids. */
  builtInClients: join(appFolder, 'networks.json'),
  icons: isBundle ? join(appFolder, 'icons') : join(project, 'build', 'icons', 'app'),
  /** Built-in sounds. */
  sounds: join(appFolder, 'sounds'),
  /** Program that accesses the system's keyring. */
  keyring: isBundle
    ? join(appFolder, 'keyring.mjs')
    : join(project, 'electron', 'desktop', 'headless', 'keyring-process.ts'),
  /** Program of the demo network. */
  sandbox: isBundle ? join(appFolder, 'sandbox.mjs') : join(project, 'sandbox', 'command', 'command.ts'),
};
