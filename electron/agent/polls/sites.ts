import type { Network, Page, Sending } from '../../api/network.ts';
import type { Site } from '../../api/resources.ts';
import type { KnownSite } from '../../store/history.ts';

/** One page of sites; `/sites` may be kept for a day and its page size is not limited (public-facts, sections 3 and 4). */
export function pollSites(network: Network, page: number, sending: Sending): Promise<Page<Site>> {
  return network.sites({ page, pagesize: 100 }, sending);
}

/** Resources to what is kept of them. */
export const knownSites = (items: Site[]): KnownSite[] =>
  items.map((site) => ({ id: site.api_site_parameter, name: site.name, siteUrl: site.site_url, iconUrl: site.icon_url ?? site.favicon_url }));
