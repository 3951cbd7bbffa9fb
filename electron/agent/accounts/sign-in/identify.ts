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
