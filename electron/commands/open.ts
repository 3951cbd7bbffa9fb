import { entryTexts } from '../../common/i18n/entry-texts.ts';
import { Browser, entryAt, openEntry } from '../desktop/headless/window/browser.ts';
import type { ShortcutTarget } from '../desktop/desktop.ts';
import { DATA_FOLDER_IN_USE, MAX_WAIT_MS, requestEntry } from '../desktop/single-instance.ts';
import type { Result } from './output.ts';

/**
 * Opens the window of the Askbell that owns this folder: in the user's browser, or by the app itself. Without a
 * browser, or with `isQuiet`, returns its address as text.
 * @throws Error with a message for the user if Askbell does not respond
 */
export async function openWindow(
  dataDir: string,
  opens: ShortcutTarget,
  languages: readonly string[],
  isQuiet = false,
): Promise<Result> {
  const entry = await requestEntry(dataDir, opens, AbortSignal.timeout(MAX_WAIT_MS));
  if (!entry) throw new Error(DATA_FOLDER_IN_USE);
  if ('shown' in entry) return { data: { opened: true }, text: '' };
  const { address, ticket } = entry;
  if (!isQuiet && (await openEntry(ticket, opens, new Browser())))
    return { data: { opened: true }, text: entryTexts(languages).texts.command.opened };
  const shown = opens === 'panel' ? entryAt(address, 'panel') : address;
  return { data: { opened: false, address: shown }, text: `Askbell is already running. Askbell is at ${shown}` };
}
