import { preferredLocale } from '../../../common/i18n/localized-text.ts';
import { loadLanguages } from '../../../common/i18n/words.ts';
import { itemsToUpgrade } from '../../store/database/examine.ts';

/** Number of items from which an upgrade is announced; fewer take a second or two. */
const MANY_ITEMS = 20_000;

/** Returns the line for terminal and log before a long upgrade of a history, or undefined if the upgrade is short. */
export async function upgradeLine(historyFile: string, languages: readonly string[]): Promise<string | undefined> {
  const count = itemsToUpgrade(historyFile);
  if (count < MANY_ITEMS) return undefined;
  await loadLanguages();
  return preferredLocale('system', languages).words('runStatus.upgrading', { count });
}
