import { z } from 'zod';
import type { Network, Page, Sending } from '../../api/network.ts';
import type { Site } from '../../../common/resources.ts';
import { readMark } from '../domain/read-mark.ts';
import type { KnownSite, ProfileHistory } from '../../store/history.ts';

/**
 * One page of sites; `/sites` may be kept for a day and its page size is not limited (docs/api.md, "Caching and
 * compression" and "Paging").
 */
export function pollSites(network: Network, page: number, sending: Sending): Promise<Page<Site>> {
  return network.sites({ page, pagesize: 100 }, sending);
}

/** Turns sites as the API gives them into what is kept of them. */
export const knownSites = (items: Site[]): KnownSite[] =>
  items.map((site) => ({
    id: site.api_site_parameter,
    name: site.name,
    siteUrl: site.site_url,
    iconUrl: site.icon_url ?? site.favicon_url,
  }));

/** The mark that keeps the sites that were read before a pause. */
export const SITES_MARK = 'sites-read';

const SitesRead = z.object({
  pages: z.number(),
  sites: z.array(z.object({ id: z.string(), name: z.string(), siteUrl: z.string(), iconUrl: z.string().optional() })),
  /** When it began, in ms since the epoch by this machine's clock. */
  at: z.number(),
});

/** Pages that were read longer ago may not fit those to come, because the list may have moved. */
const PAGES_GOOD_FOR_MS = 24 * 3600_000;

/** The pages of sites that were read before a pause; none where that is long ago. `now` by this machine's clock. */
export function sitesRead(profile: ProfileHistory, now: number): z.output<typeof SitesRead> {
  const read = readMark(profile, SITES_MARK, SitesRead);
  return read && read.at <= now && now - read.at < PAGES_GOOD_FOR_MS ? read : { pages: 0, sites: [], at: now };
}
