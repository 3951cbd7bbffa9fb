import { app } from 'electron';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../../log.ts';
import type { Updater } from '../../desktop.ts';
import { downloadRelease } from './release-download.ts';
import { updateWay } from './update-way.ts';

/** The kind of package, where it says so. */
function packageType(): string | undefined {
  try {
    return readFileSync(join(process.resourcesPath, 'package-type'), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** electron-updater is loaded when there is a release to get. */
async function download(version: string, log: Log): Promise<void> {
  const { autoUpdater } = await import('electron-updater');
  await downloadRelease(autoUpdater, { version, present: app.getVersion(), log });
}

/** How a newer Askbell gets onto this machine; undefined where the person has to get it. */
export function createUpdater(log: Log): Updater | undefined {
  const { platform, arch, env } = process;
  const way = updateWay({ platform, arch, env, isPackaged: app.isPackaged, packageType: packageType() });
  if (way === 'page') return undefined;
  return way === 'system' ? { way } : { way, download: (version) => download(version, log) };
}
