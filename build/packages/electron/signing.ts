import type { ForgePackagerOptions } from '@electron-forge/shared-types';
import { join } from 'node:path';

/**
 * How the programs in a package are signed, all of it from environment variables:
 * - macOS: `APPLE_SIGNING_IDENTITY`, a "Developer ID Application" in the keychain; notarized with `APPLE_ID`,
 *   `APPLE_APP_SPECIFIC_PASSWORD` and `APPLE_TEAM_ID`.
 * - Windows: `WIN_CSC_LINK` (a file) and `WIN_CSC_KEY_PASSWORD`; electron-builder signs the installer with the same.
 */
export interface Signing {
  /** What the packager is told. */
  options: Pick<ForgePackagerOptions, 'osxSign' | 'osxNotarize' | 'windowsSign'>;
  /** What is left out and why, in one line each. */
  skipped: string[];
}

const ENTITLEMENTS = join(import.meta.dirname, 'entitlements.mac.plist');

type Env = Record<string, string | undefined>;

/** The values of these variables, or the names of those that are missing. */
function read<K extends string>(env: Env, names: readonly K[]): { missing: K[]; values: Record<K, string> } {
  const missing = names.filter((name) => !env[name]);
  return { missing, values: Object.fromEntries(names.map((name) => [name, env[name] ?? ''])) as Record<K, string> };
}

function macSigning(env: Env): Signing {
  const identity = env['APPLE_SIGNING_IDENTITY'];
  if (!identity) return { options: {}, skipped: ['Not signed and not notarized: APPLE_SIGNING_IDENTITY is not set.'] };
  const osxSign = { identity, optionsForFile: () => ({ entitlements: ENTITLEMENTS, hardenedRuntime: true }) };
  const { missing, values } = read(env, ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID']);
  if (missing.length > 0)
    return { options: { osxSign }, skipped: [`Signed, not notarized: ${missing.join(', ')} not set.`] };
  const { APPLE_ID: appleId, APPLE_APP_SPECIFIC_PASSWORD: appleIdPassword, APPLE_TEAM_ID: teamId } = values;
  return { options: { osxSign, osxNotarize: { appleId, appleIdPassword, teamId } }, skipped: [] };
}

function windowsSigning(env: Env): Signing {
  const { missing, values } = read(env, ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD']);
  if (missing.length > 0) return { options: {}, skipped: [`Not signed: ${missing.join(', ')} not set.`] };
  const windowsSign = { certificateFile: values.WIN_CSC_LINK, certificatePassword: values.WIN_CSC_KEY_PASSWORD };
  return { options: { windowsSign }, skipped: [] };
}

/** How a package for this system is signed. Pure. */
export function signing(platform: NodeJS.Platform, env: Env): Signing {
  if (platform === 'darwin') return macSigning(env);
  return platform === 'win32' ? windowsSigning(env) : { options: {}, skipped: [] };
}
