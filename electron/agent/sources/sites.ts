import { z } from 'zod';
import { DAY_MS } from '../../../common/durations.ts';
import type { Network, Page, Sending } from '../../api/network.ts';
import type { Site } from '../../../common/resources.ts';
import { readMark, type ProfileHistory } from '../../store/profile-history.ts';
import type { KnownSite } from '../../store/history.ts';

/**
 * Requests one page of sites. A response may be cached for a day, and the page size is not limited (docs/api.md,
 * "Caching and compression" and "Paging").
 */
export function pollSites(network: Network, page: number, sending: Sending): Promise<Page<Site>> {
  return network.sites({ page, pagesize: 100 }, sending);
}

/** Converts the API's sites to the form that is stored. */
export const knownSites = (items: Site[]): KnownSite[] =>
  items.map((site) => ({
    id: site.api_site_parameter,
    name: site.name,
    siteUrl: site.site_url,
    iconUrl: site.icon_url ?? site.favicon_url,
  }));

/** Mark of the sites that were read before a pause. */
export const SITES_MARK = 'sites-read';

const SitesRead = z.object({
  pages: z.number(),
  sites: z.array(z.object({ id: z.string(), name: z.string(), siteUrl: z.string(), iconUrl: z.string().optional() })),
  /** When reading began, in ms since the epoch, local time. */
  at: z.number(),
});

/** Maximum pause in ms: pages read longer ago may not fit later ones, because the list may have changed in between. */
const MAX_PAUSE_MS = DAY_MS;

/** Returns the pages of sites that were read before a pause, or none if that was long ago. `now` in local time. */
export function sitesRead(profile: ProfileHistory, now: number): z.output<typeof SitesRead> {
  const read = readMark(profile, SITES_MARK, SitesRead);
  return read && read.at <= now && now - read.at < MAX_PAUSE_MS ? read : { pages: 0, sites: [], at: now };
}
