import { basename, join } from 'node:path';

/** The folder of this file in the project; a bundle has no such folder and stands beside its files. */
const SOURCE_FOLDER = 'desktop';

const here = import.meta.dirname;
const isBundle = basename(here) !== SOURCE_FOLDER;
const project = join(here, '..', '..');
const appFolder = isBundle ? here : join(project, 'out', 'app');

/** Files that are no code, for the shell without Electron: beside its bundle, or in the project it runs from. */
export const appFiles = {
  /** The built window. */
  renderer: join(appFolder, 'renderer'),
  /** The licences of others' work. */
  thirdParties: join(appFolder, 'third-parties.json'),
  /** The networks that this copy has client ids of. */
  builtInClients: join(appFolder, 'networks.json'),
  icons: isBundle ? join(appFolder, 'icons') : join(project, 'build', 'icons', 'app'),
  /** The program that asks the system's keyring. */
  keyring: isBundle
    ? join(appFolder, 'keyring.mjs')
    : join(project, 'electron', 'desktop', 'headless', 'keyring', 'keyring-process.ts'),
  /** The program of the demo network. */
  sandbox: isBundle ? join(appFolder, 'sandbox.mjs') : join(project, 'sandbox', 'cli.ts'),
};
