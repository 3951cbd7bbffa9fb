import { z } from 'zod';
import { DAY_MS } from '../../../common/durations.ts';
import type { Network, Page, Sending } from '../../api/network.ts';
import type { Site } from '../../../common/resources.ts';
import { readMark } from '../domain/read-mark.ts';
import type { KnownSite } from '../../store/history.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';

/**
 * Asks for one page of sites. An answer may be cached for a day, and the page size is not limited (docs/api.md,
 * "Caching and compression" and "Paging").
 */
export function pollSites(network: Network, page: number, sending: Sending): Promise<Page<Site>> {
  return network.sites({ page, pagesize: 100 }, sending);
}

/** Turns the API's sites into the form that is stored. */
export const knownSites = (items: Site[]): KnownSite[] =>
  items.map((site) => ({
    id: site.api_site_parameter,
    name: site.name,
    siteUrl: site.site_url,
    iconUrl: site.icon_url ?? site.favicon_url,
  }));

/** The mark of the sites that were read before a pause. */
export const SITES_MARK = 'sites-read';

const SitesRead = z.object({
  pages: z.number(),
  sites: z.array(z.object({ id: z.string(), name: z.string(), siteUrl: z.string(), iconUrl: z.string().optional() })),
  /** When reading began, in ms since the epoch by this machine's clock. */
  at: z.number(),
});

/** Pages read longer ago may not fit those to come, because the list may have changed in between. */
const MAX_PAUSE_MS = DAY_MS;

/** The pages of sites that were read before a pause; none where that is long ago. `now` by this machine's clock. */
export function sitesRead(profile: ProfileHistory, now: number): z.output<typeof SitesRead> {
  const read = readMark(profile, SITES_MARK, SitesRead);
  return read && read.at <= now && now - read.at < MAX_PAUSE_MS ? read : { pages: 0, sites: [], at: now };
}
