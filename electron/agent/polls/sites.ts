import { z } from 'zod';
import type { Network, Page, Sending } from '../../api/network.ts';
import type { Site } from '../../../common/resources.ts';
import type { KnownSite, ProfileHistory } from '../../store/history.ts';

/**
 * One page of sites; `/sites` may be kept for a day and its page size is not limited (docs/api.md, "Caching and
 * compression" and "Paging").
 */
export function pollSites(network: Network, page: number, sending: Sending): Promise<Page<Site>> {
  return network.sites({ page, pagesize: 100 }, sending);
}

/** Resources to what is kept of them. */
export const knownSites = (items: Site[]): KnownSite[] =>
  items.map((site) => ({
    id: site.api_site_parameter,
    name: site.name,
    siteUrl: site.site_url,
    iconUrl: site.icon_url ?? site.favicon_url,
  }));

/** Where reading the sites stands after a pause in between. */
export const sitesMark = 'sites-read';

const SitesRead = z.object({
  pages: z.number(),
  sites: z.array(z.object({ id: z.string(), name: z.string(), siteUrl: z.string(), iconUrl: z.string().optional() })),
  /** When it began, in ms since the epoch by this machine's clock. */
  at: z.number(),
});

/** Pages that were read longer ago, in ms, do not fit those to come: the list may have moved. */
const goodFor = 24 * 3600_000;

/** The pages of sites that were read before a pause; none where that is long ago. */
export function sitesRead(profile: ProfileHistory, now: number): z.output<typeof SitesRead> {
  const kept = SitesRead.safeParse(profile.mark(sitesMark));
  return kept.success && kept.data.at <= now && now - kept.data.at < goodFor
    ? kept.data
    : { pages: 0, sites: [], at: now };
}
