import type { en } from '../../../common/i18n/en/index.ts';
import { english, say, type Said } from '../../../common/i18n/localized-text.ts';
import type { Speech } from '../../../common/i18n/locale.ts';

/** Something a person asked for cannot be done. It says why, and what to do instead. Its `message` is English, for the log. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
  readonly why: Said;
  readonly advice: Said;
  constructor(why: Said, advice: Said, cause?: unknown) {
    super(say(why, english), cause === undefined ? undefined : { cause });
    this.why = why;
    this.advice = advice;
  }

  /** What the person reads. */
  in(speech: Speech): { message: string; advice: string } {
    return { message: say(this.why, speech), advice: say(this.advice, speech) };
  }
}

/** The entries of the catalogue that take no values. */
type PlainReason = Exclude<keyof typeof en.errors, 'watched' | 'network' | 'noNotification'>;

/** An error with the words that the catalogue has for it. */
export const userFacingError = (reason: PlainReason, cause?: unknown): UserFacingError =>
  new UserFacingError(
    ({ words }) => words(`errors.${reason}.why`),
    ({ words }) => words(`errors.${reason}.advice`),
    cause,
  );
