import type { Words } from '../../../../common/i18n/words.ts';
import type { NetworkUser } from '../../../../common/resources.ts';
import { NetworkError } from '../../../api/errors.ts';
import type { Network } from '../../../api/network.ts';
import { userFacingError } from '../../user-facing-error.ts';
import { accountFacts, pollAccounts } from '../../sources/accounts.ts';
import { knownSites, pollSites } from '../../sources/sites.ts';

/** The user that a token belongs to. */
export interface Identity {
  accountId: number;
  displayName: string;
  profileImage?: string | undefined;
}

/**
 * Requests the user that the token belongs to, with a placeholder if the network reports no name.
 * @throws NetworkError if a request fails
 * @throws UserFacingError if the token belongs to no user
 */
export async function identify(network: Network, words: Words): Promise<Identity> {
  const accounts = (await pollAccounts(network, {})).items;
  const [first] = accounts;
  if (!first) throw userFacingError('knowsNobody');
  // A missing name must not make the sign-in fail.
  const me = await findProfile(network, accounts).catch((error: unknown) => {
    if (!(error instanceof NetworkError)) throw error;
  });
  const displayName = me?.display_name ?? words('signIn.you');
  return { accountId: first.account_id, displayName, profileImage: me?.profile_image };
}

async function findProfile(network: Network, accounts: NetworkUser[]) {
  const known = knownSites((await pollSites(network, 1, {})).items);
  // The name is requested from a site that the API lists: an account may be on a site that is closed or new.
  const facts = accountFacts(accounts, known);
  const site = (facts.find((fact) => known.some(({ id }) => id === fact.site.id)) ?? facts[0])!.site.id;
  return (await network.me({ site })).items[0];
}
