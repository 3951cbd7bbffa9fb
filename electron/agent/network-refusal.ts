import type { Locale } from '../../common/i18n/locale.ts';
import type { NetworkError } from '../api/errors.ts';
import { quoteNetwork } from './conditions.ts';

/** Returns the localized reason why a network refused a user's action, followed by the network's own message. */
export function networkRefusal({ kind, said }: NetworkError, locale: Locale): { message: string; advice: string } {
  const { words } = locale;
  const advice = words('errors.network.advice');
  return {
    message: words(`errors.network.${kind}`),
    advice: said === undefined ? advice : `${quoteNetwork(said, locale)} ${advice}`,
  };
}
