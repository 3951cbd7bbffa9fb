import type { Network, Page, Sending } from '../../api/network.ts';
import type { NetworkUser } from '../../../common/resources.ts';
import type { AccountFact } from '../../store/events.ts';
import type { KnownSite } from '../../store/history.ts';
import { hostOf } from './inbox.ts';

/**
 * One request gives the reputation of every account; people with more than 100 accounts are followed on the first 100.
 */
export function pollAccounts(network: Network, sending: Sending): Promise<Page<NetworkUser>> {
  return network.associated({ pagesize: 100 }, sending);
}

/**
 * Accounts name their site by address only; requests need its identifier, so `sites` is looked up by host.
 * @param saidAt when the network answered, by its clock
 */
export function accountFacts(items: NetworkUser[], sites: KnownSite[], saidAt?: number): AccountFact[] {
  return items.map((item) => {
    const trimmed = item.site_url.replace(/\/$/, '');
    const known =
      sites.find((site) => site.siteUrl.replace(/\/$/, '') === trimmed) ??
      sites.find((site) => hostOf(site.siteUrl) === hostOf(item.site_url));
    const host = hostOf(item.site_url) ?? item.site_url;
    return {
      site: { id: known?.id ?? host, name: item.site_name ?? known?.name ?? host, iconUrl: known?.iconUrl },
      userId: item.user_id,
      reputation: item.reputation,
      saidAt,
    };
  });
}
