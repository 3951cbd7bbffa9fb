import { randomBytes } from 'node:crypto';
import { errorMessage } from '../../../common/error-message.ts';
import { NetworkError } from '../../api/errors.ts';
import type { Network } from '../../api/network.ts';
import {
  buildDialogUrl,
  newState,
  readRedirect,
  redirectUriOf,
  SCOPES,
  WRITE_SCOPE,
  type RedirectOutcome,
} from '../../api/oauth.ts';
import { AuthorizationCancelled, type Desktop } from '../../desktop/desktop.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { localize, type LocalizedText } from '../../../common/i18n/localized-text.ts';
import { accountFacts, pollAccounts } from '../polls/accounts.ts';
import { knownSites, pollSites } from '../polls/sites.ts';
import { UserFacingError, userFacingError } from '../domain/user-facing-error.ts';

/** A token the dialog gave. */
export interface Grant {
  accessToken: string;
  expiresInSeconds?: number | undefined;
}

/** Who a token belongs to. */
export interface Identity {
  accountId: number;
  displayName: string;
  profileImage?: string | undefined;
}

/** One run of the dialog. */
export interface Dialog {
  readonly url: string;
  /** What went wrong with the last try, in words. */
  problem(): LocalizedText | undefined;
  /** Takes what the person pasted. */
  paste(text: string): void;
  cancel(): void;
  /** Says what is wrong, although there was a grant (the network refuses the token), and waits for another. */
  reject(error: unknown): void;
}

/**
 * Opens the network's dialog. It stays open until there is a grant or it is cancelled: a denial or a wrong address
 * becomes a `problem` and may be tried again.
 */
export function openDialog(
  network: ChosenNetwork,
  authorize: Desktop['authorize'],
  on: { grant: (grant: Grant) => void; cancelled: () => void; change: () => void },
): Dialog {
  const redirectUri = redirectUriOf({ authUrl: network.authUrl });
  const state = newState(randomBytes);
  const url = buildDialogUrl({
    authUrl: network.authUrl,
    clientId: network.clientId,
    redirectUri,
    scopes: network.mayWrite === true ? [...SCOPES, WRITE_SCOPE] : SCOPES,
    state,
  });
  const stop = new AbortController();
  let problem: LocalizedText | undefined;
  const fail = (said: LocalizedText) => {
    problem = said;
    on.change();
  };
  const take = (text: string, pasted: boolean) => {
    const outcome = readRedirect(text, { redirectUri, expectedState: state, pasted });
    if (outcome.kind === 'token') {
      problem = undefined;
      on.grant({ accessToken: outcome.accessToken, expiresInSeconds: outcome.expiresInSeconds });
    } else fail(problemOf(outcome));
  };
  authorize({ dialogUrl: url, redirectUri, signal: stop.signal }).then(
    (landed) => take(landed, false),
    (error: unknown) => {
      if (stop.signal.aborted) return;
      if (error instanceof AuthorizationCancelled) on.cancelled();
      else fail(failureOf(error));
    },
  );
  return {
    url,
    problem: () => problem,
    paste: (text) => take(text, true),
    cancel: () => stop.abort(),
    reject: (error) => fail(failureOf(error)),
  };
}

/** What is wrong with how a dialog ended, in words; the network's own are put behind. */
const problemOf =
  (outcome: Exclude<RedirectOutcome, { kind: 'token' }>): LocalizedText =>
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

/** What to do about it: an address that was typed in may be what is wrong. */
function adviceFor(kind: NetworkError['kind']): 'checkKey' | 'checkAddress' | 'tryAgain' {
  if (kind === 'bad-key') return 'checkKey';
  return kind === 'offline' || kind === 'not-found' || kind === 'bad-answer' ? 'checkAddress' : 'tryAgain';
}

/**
 * Why a token is no good, or the dialog could not be opened. What the system says of the latter is in its own words.
 */
function failureOf(error: unknown): LocalizedText {
  if (error instanceof UserFacingError)
    return (locale) => `${localize(error.why, locale)} ${localize(error.advice, locale)}`;
  if (error instanceof NetworkError)
    return ({ words }) => `${words(`errors.network.${error.kind}`)} ${words(`signIn.${adviceFor(error.kind)}`)}`;
  return errorMessage(error);
}

/**
 * Asks the network who the token belongs to. Rejects with a `NetworkError`, or a `UserFacingError` where it is
 * nobody's.
 */
export async function identify(network: Network): Promise<Identity> {
  const accounts = (await pollAccounts(network, {})).items;
  const [first] = accounts;
  if (!first) throw userFacingError('knowsNobody');
  const known = knownSites((await pollSites(network, 1, {})).items);
  // The name is asked of a site the API knows: an account may be on one that is closed or new.
  const facts = accountFacts(accounts, known);
  const site = (facts.find((fact) => known.some(({ id }) => id === fact.site.id)) ?? facts[0])!.site.id;
  const me = (await network.me({ site })).items[0];
  return { accountId: first.account_id, displayName: me?.display_name ?? 'You', profileImage: me?.profile_image };
}
