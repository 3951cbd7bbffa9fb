import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import type { Log } from '../../../base/log.ts';
import type { Updater } from '../../desktop.ts';
import { downloadRelease } from './release-download.ts';
import { updateWay } from './update-way.ts';

/**
 * Loads electron-updater for this system, lazily. On Linux it would choose by `package-type`, which an AppImage may
 * have from a deb: see update-way.ts.
 */
async function loadUpdater(onAppImageRenamed: (file: string) => void): Promise<AppUpdater> {
  const updaters = await import('electron-updater');
  if (process.platform !== 'linux') return updaters.autoUpdater;
  const updater = new updaters.AppImageUpdater();
  updater.on('appimage-filename-updated', onAppImageRenamed);
  return updater;
}

/**
 * Creates the updater; undefined if the user has to install updates. `onAppImageRenamed` is called synchronously with
 * the new file when an AppImage was replaced by one with another name while the app quits.
 */
export function createUpdater(log: Log, onAppImageRenamed: (file: string) => void): Updater | undefined {
  const { platform, arch, env, execPath: program } = process;
  if (updateWay({ platform, arch, env, program, isPackaged: app.isPackaged }) === 'page') return undefined;
  // One instance for all releases: each would install its own download when the app quits.
  let updater: Promise<AppUpdater> | undefined;
  return {
    async download(version) {
      updater ??= loadUpdater(onAppImageRenamed);
      await downloadRelease(await updater, { version, present: app.getVersion(), log });
    },
  };
}
