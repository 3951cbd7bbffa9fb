import type { en } from '../../../common/i18n/en/index.ts';
import { english, say, type Said } from '../../../common/i18n/localized-text.ts';
import type { Speech } from '../../../common/i18n/locale.ts';

/** Something a person asked for that cannot be done: why, and what to do instead. Its `message` is in English, for the log. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
  readonly why: Said;
  readonly advice: Said;
  constructor(why: Said, advice: Said, cause?: unknown) {
    super(say(why, english), cause === undefined ? undefined : { cause });
    this.why = why;
    this.advice = advice;
  }

  /** What the person is told. */
  in(speech: Speech): { message: string; advice: string } {
    return { message: say(this.why, speech), advice: say(this.advice, speech) };
  }
}

type Plain = Exclude<keyof typeof en.refusals, 'watched' | 'network' | 'noNotification'>;

/** A refusal out of the catalogue. */
export const userFacingError = (what: Plain, cause?: unknown): UserFacingError =>
  new UserFacingError(
    ({ words }) => words(`refusals.${what}.why`),
    ({ words }) => words(`refusals.${what}.advice`),
    cause,
  );
