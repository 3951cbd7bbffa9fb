import type { AppUpdater } from 'electron-updater';
import type { Log } from '../../../base/log.ts';

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
