import { errorMessage } from '../../../../common/error-message.ts';
import { localize, type LocalizedText } from '../../../../common/i18n/localized-text.ts';
import { NetworkError } from '../../../api/errors.ts';
import type { RedirectOutcome } from '../../../api/oauth.ts';
import { AuthorizationFailed, NotAWebAddress } from '../../../desktop/desktop.ts';
import { UserFacingError, userFacingError } from '../../domain/user-facing-error.ts';

/** What is wrong with how a dialog ended, in words; the network's own are put behind. */
export const problemOf =
  (outcome: Exclude<RedirectOutcome, { kind: 'token' | 'code' }>): LocalizedText =>
  ({ words }) => {
    if (outcome.kind === 'wrong-state' || outcome.kind === 'not-yet')
      return words(outcome.kind === 'not-yet' ? 'signIn.endedElsewhere' : 'signIn.anotherSignIn');
    const { error, said } = outcome;
    const why = outcome.kind === 'denied' ? words('signIn.declined') : words(`signIn.problems.${outcome.problem}`);
    return [
      why,
      ...(error === undefined ? [] : [words('signIn.error', { error })]),
      ...(said === undefined ? [] : [words('signIn.says', { said })]),
    ].join(' ');
  };

/** The browser did not come back while Askbell listened for it. */
export const timedOut: LocalizedText = ({ words }) => words('signIn.timedOut');

/** What to do about it: an address that was typed in may be what is wrong. */
function adviceFor(kind: NetworkError['kind']): 'checkKey' | 'checkAddress' | 'tryAgain' {
  if (kind === 'bad-key') return 'checkKey';
  return kind === 'offline' || kind === 'not-found' || kind === 'bad-answer' ? 'checkAddress' : 'tryAgain';
}

/** Whether it is what the person entered that the network did not take: a key, or a client id. */
export const isOfDetails = (error: unknown): boolean => error instanceof NetworkError && error.kind === 'bad-key';

/**
 * Why a token is no good, or the dialog could not be opened. What the system says of the latter is in its own words.
 */
export function failureOf(error: unknown): LocalizedText {
  if (error instanceof UserFacingError)
    return (locale) => `${localize(error.why, locale)} ${localize(error.advice, locale)}`;
  if (error instanceof NetworkError)
    return ({ words }) =>
      [
        words(`errors.network.${error.kind}`),
        ...(error.said === undefined ? [] : [words('signIn.says', { said: error.said })]),
        words(`signIn.${adviceFor(error.kind)}`),
      ].join(' ');
  if (error instanceof AuthorizationFailed) return ({ words }) => words('signIn.notLoaded');
  if (error instanceof NotAWebAddress) return failureOf(userFacingError('notAWebAddress', error));
  // What fetch says where nothing came back ("fetch failed") is for a log.
  if (error instanceof TypeError)
    return ({ words }) => `${words('errors.network.offline')} ${words('signIn.tryAgain')}`;
  return errorMessage(error);
}
