import { preferredLocale } from '../../../common/i18n/localized-text.ts';
import { loadLanguages } from '../../../common/i18n/words.ts';
import { itemsToUpgrade } from '../../store/database/examine-history.ts';

/** An upgrade of fewer items takes a second or two. */
const MANY_ITEMS = 20_000;

/** Line for terminal and log before a history is opened whose upgrade takes long; undefined where it does not. */
export async function upgradeLine(historyFile: string, languages: readonly string[]): Promise<string | undefined> {
  const count = itemsToUpgrade(historyFile);
  if (count < MANY_ITEMS) return undefined;
  await loadLanguages();
  return preferredLocale('system', languages).words('runStatus.upgrading', { count });
}
