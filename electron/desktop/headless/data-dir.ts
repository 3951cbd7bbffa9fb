import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { configHome } from '../linux/environment.ts';
import { makePrivateFolder, refuseUnsafeFolder } from '../../base/private-files.ts';

/** Inputs that determine the data folder. */
export interface Surroundings {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  home: string;
}

/**
 * Returns the folder for settings and history: `chosen` (from `--data-dir`) if given, else the system's default:
 * `$XDG_CONFIG_HOME/askbell` on Linux (XDG Base Directory), Application Support on macOS, `%APPDATA%` on Windows.
 */
export function dataDirFor(chosen: string | undefined, { platform, env, home }: Surroundings): string {
  if (chosen !== undefined) return resolve(chosen);
  // macOS and Windows ignore case in names, so plain "askbell" would be the desktop app's folder.
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'askbell-headless');
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'askbell-headless');
  return join(configHome(env, home), 'askbell');
}

/**
 * Returns the folders in which this user's Askbell may be running: `chosen`, or else the default folder and the desktop
 * app's.
 */
export function dataDirsOf(chosen: string | undefined, surroundings: Surroundings): string[] {
  const own = dataDirFor(chosen, surroundings);
  return chosen === undefined ? [own, join(own, '..', 'Askbell')] : [own];
}

/**
 * Determines and creates the data folder, and removes access for everyone but its owner.
 * @throws UnusableFile if the folder cannot be created or used
 */
export function prepareDataDir(chosen: string | undefined): string {
  const dataDir = dataDirFor(chosen, { platform: process.platform, env: process.env, home: homedir() });
  makePrivateFolder(dataDir);
  refuseUnsafeFolder(dataDir);
  return dataDir;
}

/**
 * Returns the user's preferred languages as BCP 47 tags, preferred first. `LANGUAGE` may list several (GNU gettext);
 * otherwise `LC_ALL`, `LC_MESSAGES` or `LANG` apply, which Node's Intl uses on every system.
 */
export function systemLanguages(
  env: Record<string, string | undefined>,
  // The `Intl` class that uses the least memory: dates and numbers take 7 MB.
  standard = new Intl.PluralRules().resolvedOptions().locale,
): string[] {
  const named = (env['LANGUAGE'] ?? '').split(':').map((locale) => locale.replace(/[.@].*$/, '').replaceAll('_', '-'));
  return [...new Set([...named, standard])].filter((tag) => tag !== '' && tag !== 'C' && tag !== 'POSIX');
}
