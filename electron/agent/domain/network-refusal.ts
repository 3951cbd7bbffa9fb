import type { Locale } from '../../../common/i18n/locale.ts';
import type { NetworkError } from '../../api/errors.ts';
import { quoteNetwork } from './conditions.ts';

/** Why a network did not do what a person clicked, in the words of the person's language and then the network's own. */
export function networkRefusal({ kind, said }: NetworkError, locale: Locale): { message: string; advice: string } {
  const { words } = locale;
  const advice = words('errors.network.advice');
  return {
    message: words(`errors.network.${kind}`),
    advice: said === undefined ? advice : `${quoteNetwork(said, locale)} ${advice}`,
  };
}
