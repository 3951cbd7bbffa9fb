import { spawn } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PlainError } from '../../start/plain-error.ts';
import type { Target } from './electron-zip.ts';

/** Makes installers of a packed app with electron-builder. */

const root = join(import.meta.dirname, '../../..');

/** The installers of each system (electron-builder.yml), as electron-builder names them. */
export const INSTALLERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['AppImage', 'deb', 'rpm', 'snap', 'flatpak'],
  darwin: ['dmg', 'zip'],
  win32: ['nsis'],
};

/** electron-builder's option for each system. */
const SYSTEM_OPTION: Partial<Record<NodeJS.Platform, string>> = { linux: '--linux', darwin: '--mac', win32: '--win' };

/** What a line of electron-builder says where a download failed. */
const NO_NETWORK =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT)\b.*|fetch failed/;

/** How a line of electron-builder begins that tells of its next step: a download that failed was tried again. */
const NEXT_STEP = /^ *• /;

/** Why electron-builder's tools are not there, and where to put them, in one line. */
const noTools = (installers: readonly string[], why: string): string =>
  `The tools for ${installers.join(', ')} cannot be downloaded (${why}). electron-builder looks for them in ` +
  'ELECTRON_BUILDER_CACHE (on Linux ~/.cache/electron-builder): copy that folder from a computer where "npm run ' +
  'dist" has worked, or name a mirror in ELECTRON_BUILDER_BINARIES_MIRROR.';

/** An app that is packed, and what for. */
export interface PackedApp extends Target {
  folder: string;
}

/** Runs electron-builder for some installers; returns its exit code. @throws PlainError where a download fails */
export async function runBuilder(
  app: PackedApp,
  installers: readonly string[],
  builder = fileURLToPath(import.meta.resolve('electron-builder/cli.js')),
): Promise<number> {
  const config = 'build/packages/electron/electron-builder.yml';
  const what = [SYSTEM_OPTION[app.platform]!, ...installers, `--${app.arch}`];
  const args = [builder, ...what, '--prepackaged', app.folder, '--config', config, '--publish', 'never'];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let noNetwork: string | undefined;
  // A failed download and its trace, until it is known whether it was the end.
  const held: ['stdout' | 'stderr', string][] = [];
  const release = () => {
    for (const [output, line] of held.splice(0)) process[output].write(`${line}\n`);
  };
  for (const output of ['stdout', 'stderr'] as const)
    createInterface({ input: child[output] }).on('line', (line) => {
      if (NEXT_STEP.test(line)) noNetwork = undefined;
      noNetwork ??= NO_NETWORK.exec(line)?.[0].replace(/ {2}.*/, '');
      held.push([output, line]);
      if (noNetwork === undefined) release();
    });
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  if (code !== 0 && noNetwork !== undefined) throw new PlainError(noTools(installers, noNetwork));
  release();
  return code;
}

/**
 * Makes installers of a packed app. Returns electron-builder's exit code. The snap is made first, and of a copy: its
 * target deletes `chrome-sandbox`, and the other installers, and what tells of updates, are written after it.
 *
 * @throws PlainError where a tool cannot be downloaded
 */
export async function makeInstallers(
  app: PackedApp,
  installers: readonly string[],
  run: (app: PackedApp, installers: readonly string[]) => Promise<number> = runBuilder,
): Promise<number> {
  if (!existsSync(app.folder)) throw new PlainError(`There is no package at ${app.folder}.`);
  if (installers.includes('snap')) {
    const copy = `${app.folder}-snap`;
    rmSync(copy, { recursive: true, force: true });
    cpSync(app.folder, copy, { recursive: true, verbatimSymlinks: true });
    try {
      const code = await run({ ...app, folder: copy }, ['snap']);
      if (code !== 0) return code;
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }
  const others = installers.filter((installer) => installer !== 'snap');
  return others.length > 0 ? run(app, others) : 0;
}
