import type { Network, Page, Sending } from '../../api/network.ts';
import type { NetworkUser } from '../../../common/resources.ts';
import type { AccountFact } from '../../store/events.ts';
import type { KnownSite } from '../../store/history.ts';
import { hostOf } from './inbox.ts';

/** Requests one page of accounts, each with its reputation. Their order is not documented. */
export function pollAccounts(network: Network, sending: Sending, page = 1): Promise<Page<NetworkUser>> {
  return network.associated({ ...(page > 1 && { page }), pagesize: 100 }, sending);
}

/**
 * Converts accounts to facts. They name their site by address only; requests need its identifier, so `sites` is
 * searched by host.
 * @param saidAt time of the response, in server time
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
