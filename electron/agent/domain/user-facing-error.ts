import type { agentOnly } from '../../../common/i18n/locales/en/agent-only.ts';
import { ENGLISH, localize, type LocalizedText } from '../../../common/i18n/localized-text.ts';
import type { Locale } from '../../../common/i18n/locale.ts';

/**
 * Something a person asked for cannot be done. It says why, and what to do instead. Its `message` is English, for the
 * log.
 */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
  readonly why: LocalizedText;
  readonly advice: LocalizedText;
  constructor(why: LocalizedText, advice: LocalizedText, cause?: unknown) {
    super(localize(why, ENGLISH), cause === undefined ? undefined : { cause });
    this.why = why;
    this.advice = advice;
  }

  /** What the person reads. */
  in(locale: Locale): { message: string; advice: string } {
    return { message: localize(this.why, locale), advice: localize(this.advice, locale) };
  }
}

/** The entries of the catalogue that take no values. */
type PlainReason = Exclude<keyof typeof agentOnly.errors, 'watched' | 'network' | 'noNotification' | 'soundNotKept'>;

/** An error with the words that the catalogue has for it. */
export const userFacingError = (reason: PlainReason, cause?: unknown): UserFacingError =>
  new UserFacingError(
    ({ words }) => words(`errors.${reason}.why`),
    ({ words }) => words(`errors.${reason}.advice`),
    cause,
  );
