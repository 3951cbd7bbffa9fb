import type { agentOnly } from '../../common/i18n/locales/en/agent-only.ts';
import { ENGLISH, localize, type LocalizedText } from '../../common/i18n/localized-text.ts';
import type { Locale } from '../../common/i18n/locale.ts';
import type { NetworkError } from '../api/errors.ts';
import { quoteNetwork } from './conditions.ts';

/** Error shown to the user, with a suggested action. Its `message` is English, for the log. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
  readonly why: LocalizedText;
  readonly advice: LocalizedText;
  constructor(why: LocalizedText, advice: LocalizedText, cause?: unknown) {
    super(localize(why, ENGLISH), cause === undefined ? undefined : { cause });
    this.why = why;
    this.advice = advice;
  }

  /** Returns the localized message and advice. */
  in(locale: Locale): { message: string; advice: string } {
    return { message: localize(this.why, locale), advice: localize(this.advice, locale) };
  }
}

/** The entries of the catalogue that take no values. */
type PlainReason = Exclude<keyof typeof agentOnly.errors, 'watched' | 'network' | 'noNotification' | 'soundNotKept'>;

/** Creates an error with the catalogue's texts for `reason`. */
export const userFacingError = (reason: PlainReason, cause?: unknown): UserFacingError =>
  new UserFacingError(
    ({ words }) => words(`errors.${reason}.why`),
    ({ words }) => words(`errors.${reason}.advice`),
    cause,
  );

/** Returns the localized reason why a network refused a user's action, followed by the network's own message. */
export function networkRefusal({ kind, said }: NetworkError, locale: Locale): { message: string; advice: string } {
  const { words } = locale;
  const advice = words('errors.network.advice');
  return {
    message: words(`errors.network.${kind}`),
    advice: said === undefined ? advice : `${quoteNetwork(said, locale)} ${advice}`,
  };
}
