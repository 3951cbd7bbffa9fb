import type { AppUpdater } from 'electron-updater';
import type { Log } from '../../../log.ts';

/**
 * Gets the files of a release and has them installed when the app quits. `version` is the one that was found, `present`
 * the one that runs.
 *
 * @throws Error where its files are not there, it is not newer, or what came is not what the release's list says
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
  // It would name this installation by a number of its own, for releases that reach some people first. The other header
  // is looked for in this spelling, and called electron-builder otherwise.
  updater.requestHeaders = { 'x-user-staging-id': 'none', 'User-Agent': `Askbell/${present}` };
  const found = await updater.checkForUpdates();
  if (found?.isUpdateAvailable !== true || found.updateInfo.version !== version)
    throw new Error(`the files of ${version} are not there yet`);
  await updater.downloadUpdate(found.cancellationToken);
}
