import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import type { Log } from '../../base/log.ts';
import type { Updater } from '../desktop.ts';
import { updateWay } from './installation.ts';

/**
 * Loads electron-updater for this system, lazily. On Linux it would choose by `package-type`, which an AppImage may
 * have from a deb: see `updateWay`.
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

/**
 * Downloads a release and schedules its installation for when the app quits.
 * @param version the release that was found; `present` is the running version
 * @throws Error if its files are missing, it is not newer, or a file does not match the release's metadata
 */
export async function downloadRelease(
  updater: AppUpdater,
  { version, present, log }: { version: string; present: string; log: Log },
): Promise<void> {
  updater.logger = log;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  // Overrides electron-updater's staging id, which would identify this installation. The user agent is only recognized
  // in this spelling; otherwise electron-updater sends `electron-builder`.
  updater.requestHeaders = { 'x-user-staging-id': 'none', 'User-Agent': `Askbell/${present}` };
  const found = await updater.checkForUpdates();
  if (found?.isUpdateAvailable !== true || found.updateInfo.version !== version)
    throw new Error(`the files of ${version} are not there yet`);
  await updater.downloadUpdate(found.cancellationToken);
}
