import { app, dialog } from 'electron';
import { errorMessage } from '../../../../common/error-message.ts';
import { preferredLocale } from '../../../../common/i18n/localized-text.ts';
import { loadLanguages } from '../../../../common/i18n/words.ts';
import type { SettingsFile } from '../../../store/settings.ts';

/**
 * On macOS, asks once whether Askbell should move to the Applications folder: from the downloads folder it can neither
 * update itself nor reliably start at login. Returns true if it has moved and restarts from there; on failure, adds the
 * reason to `warnings` (there is no log yet) and returns false. `openFile`: file that remembers the question.
 */
export async function offerToMove(openFile: () => SettingsFile, warnings: string[]): Promise<boolean> {
  if (process.platform !== 'darwin' || !app.isPackaged || app.isInApplicationsFolder()) return false;
  const file = openFile();
  if (file.store['asked'] === true) return false;
  file.store = { asked: true };
  await loadLanguages();
  const { words } = preferredLocale('system', app.getPreferredSystemLanguages());
  const { response } = await dialog.showMessageBox({
    message: words('conditions.moveToApplications.title'),
    detail: words('conditions.moveToApplications.detail'),
    buttons: [words('conditions.moveToApplications.move'), words('conditions.moveToApplications.stay')],
    defaultId: 0,
    cancelId: 1,
  });
  if (response !== 0) return false;
  try {
    return app.moveToApplicationsFolder();
  } catch (error) {
    // No write permission, or a failed copy.
    warnings.push(`Askbell could not move to the Applications folder: ${errorMessage(error)}`);
    return false;
  }
}
