import { errorMessage } from '../../../../common/error-message.ts';
import { localize, type LocalizedText } from '../../../../common/i18n/localized-text.ts';
import { NetworkError } from '../../../api/errors.ts';
import type { RedirectOutcome } from '../../../api/oauth.ts';
import { AuthorizationFailed, NotAWebAddress } from '../../../desktop/desktop.ts';
import { UserFacingError, userFacingError } from '../../user-facing-error.ts';

/** Returns why a dialog ended without a grant, followed by the network's own message. */
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

/** The browser did not return while Askbell listened for it. */
export const timedOut: LocalizedText = ({ words }) => words('signIn.timedOut');

/** Returns the advice for an error: an address that was typed in may be wrong. */
function adviceFor(kind: NetworkError['kind']): 'checkKey' | 'checkAddress' | 'tryAgain' {
  if (kind === 'bad-key') return 'checkKey';
  return kind === 'offline' || kind === 'not-found' || kind === 'bad-answer' ? 'checkAddress' : 'tryAgain';
}

/** Whether the network refused details entered by the user: a key or a client id. */
export const isOfDetails = (error: unknown): boolean => error instanceof NetworkError && error.kind === 'bad-key';

/** Returns why a token is refused or the dialog could not be opened. A system error keeps its own message. */
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
  // The text of fetch's error ("fetch failed") is meant for a log.
  if (error instanceof TypeError)
    return ({ words }) => `${words('errors.network.offline')} ${words('signIn.tryAgain')}`;
  return errorMessage(error);
}
