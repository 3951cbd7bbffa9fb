import type { Network, Page, Sending } from '../../api/network.ts';
import type { Reputation } from '../../../common/resources.ts';
import type { StoredAccount } from '../../store/reputation/reputation-events.ts';

/**
 * One request: the newest changes of one account. Asked only where the account's total moved. `filter`: one that adds
 * titles.
 */
export function pollReputation(
  network: Network,
  account: StoredAccount,
  sending: Sending,
  filter?: string,
): Promise<Page<Reputation>> {
  return network.reputation(
    { site: account.site.id, userId: account.userId, pagesize: 100, ...(filter !== undefined && { filter }) },
    sending,
  );
}
