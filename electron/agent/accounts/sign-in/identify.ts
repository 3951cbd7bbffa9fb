import type { Words } from '../../../../common/i18n/words.ts';
import type { NetworkUser } from '../../../../common/resources.ts';
import { NetworkError } from '../../../api/errors.ts';
import type { Network } from '../../../api/network.ts';
import { userFacingError } from '../../domain/user-facing-error.ts';
import { accountFacts, pollAccounts } from '../../polls/accounts.ts';
import { knownSites, pollSites } from '../../polls/sites.ts';

/** Who a token belongs to. */
export interface Identity {
  accountId: number;
  displayName: string;
  profileImage?: string | undefined;
}

/**
 * Asks the network who the token belongs to; where it does not tell a name, a plain one does. Rejects with a
 * `NetworkError`, or a `UserFacingError` where it is nobody's.
 */
export async function identify(network: Network, words: Words): Promise<Identity> {
  const accounts = (await pollAccounts(network, {})).items;
  const [first] = accounts;
  if (!first) throw userFacingError('knowsNobody');
  // No sign-in fails for want of a name.
  const me = await findProfile(network, accounts).catch((error: unknown) => {
    if (!(error instanceof NetworkError)) throw error;
  });
  const displayName = me?.display_name ?? words('signIn.you');
  return { accountId: first.account_id, displayName, profileImage: me?.profile_image };
}

async function findProfile(network: Network, accounts: NetworkUser[]) {
  const known = knownSites((await pollSites(network, 1, {})).items);
  // The name is asked of a site the API knows: an account may be on one that is closed or new.
  const facts = accountFacts(accounts, known);
  const site = (facts.find((fact) => known.some(({ id }) => id === fact.site.id)) ?? facts[0])!.site.id;
  return (await network.me({ site })).items[0];
}
