import { randomBytes } from 'node:crypto';
import { NetworkError } from '../api/errors.ts';
import type { Network } from '../api/network.ts';
import { buildDialogUrl, newState, readRedirect, redirectUriOf, scopes } from '../api/oauth.ts';
import { AuthorizationCancelled, type Desktop } from '../desktop/desktop.ts';
import type { ChosenNetwork } from '../store/settings.ts';
import { accountFacts, pollAccounts } from './polls/accounts.ts';
import { knownSites, pollSites } from './polls/sites.ts';

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
  problem(): string | undefined;
  /** Takes what the person pasted. */
  paste(text: string): void;
  cancel(): void;
  /** Says what is wrong although there was a grant (the network refuses the token), and waits for another. */
  reject(problem: string): void;
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
  const url = buildDialogUrl({ authUrl: network.authUrl, clientId: network.clientId, redirectUri, scopes, state });
  const stop = new AbortController();
  let problem: string | undefined;
  const fail = (words: string) => {
    problem = words;
    on.change();
  };
  const take = (text: string, pasted: boolean) => {
    const outcome = readRedirect(text, { redirectUri, expectedState: state, pasted });
    if (outcome.kind === 'token') {
      problem = undefined;
      on.grant({ accessToken: outcome.accessToken, expiresInSeconds: outcome.expiresInSeconds });
    } else if (outcome.kind === 'wrong-state') fail('That answer belongs to another sign-in. Start again and use the page that opens then.');
    else if (outcome.kind === 'not-yet') fail('The sign-in did not end where it should. Try again.');
    else fail(outcome.message);
  };
  authorize({ dialogUrl: url, redirectUri, signal: stop.signal }).then(
    (landed) => take(landed, false),
    (error: unknown) => {
      if (stop.signal.aborted) return;
      if (error instanceof AuthorizationCancelled) on.cancelled();
      else fail(error instanceof Error ? error.message : String(error));
    },
  );
  return {
    url,
    problem: () => problem,
    paste: (text) => take(text, true),
    cancel: () => stop.abort(),
    reject: fail,
  };
}

/** Asks the network who the token belongs to. Rejects with a `NetworkError`. */
export async function identify(network: Network): Promise<Identity> {
  const accounts = (await pollAccounts(network, {})).items;
  const [first] = accounts;
  if (!first) throw new NetworkError('bad-answer', 'The network knows no account of yours. Join one of its sites first, then sign in again.');
  const known = knownSites((await pollSites(network, 1, {})).items);
  // The name is asked of a site the API knows: an account may be on one that is closed or new.
  const facts = accountFacts(accounts, known);
  const site = (facts.find((fact) => known.some(({ id }) => id === fact.site.id)) ?? facts[0])!.site.id;
  const me = (await network.me({ site })).items[0];
  return { accountId: first.account_id, displayName: me?.display_name ?? 'You', profileImage: me?.profile_image };
}
