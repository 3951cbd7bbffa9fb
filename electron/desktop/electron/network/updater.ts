import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import type { Log } from '../../../log.ts';
import type { Updater } from '../../desktop.ts';
import { downloadRelease } from './release-download.ts';
import { updateWay } from './update-way.ts';

/**
 * electron-updater, for this system; loaded when there is a release to get. On Linux it would choose by
 * `package-type`, which an AppImage may have from a deb: see update-way.ts.
 */
async function loadUpdater(onAppImageRenamed: (file: string) => void): Promise<AppUpdater> {
  const updaters = await import('electron-updater');
  if (process.platform !== 'linux') return updaters.autoUpdater;
  const updater = new updaters.AppImageUpdater();
  updater.on('appimage-filename-updated', onAppImageRenamed);
  return updater;
}

/**
 * How a newer Askbell gets onto this machine; undefined where the person has to get it. `onAppImageRenamed` is called
 * with the new file, at once, when the app quits and an AppImage has put another with another name in its place.
 */
export function createUpdater(log: Log, onAppImageRenamed: (file: string) => void): Updater | undefined {
  const { platform, arch, env, execPath: program } = process;
  if (updateWay({ platform, arch, env, program, isPackaged: app.isPackaged }) === 'page') return undefined;
  // One for all releases: each installs what it has when the app quits.
  let updater: Promise<AppUpdater> | undefined;
  return {
    async download(version) {
      updater ??= loadUpdater(onAppImageRenamed);
      await downloadRelease(await updater, { version, present: app.getVersion(), log });
    },
  };
}
