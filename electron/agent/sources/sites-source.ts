import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../../../common/durations.ts';
import type { NetworkUser, Site } from '../../../common/resources.ts';
import type { Page } from '../../api/network.ts';
import type { AccountFact } from '../../store/events.ts';
import type { KnownSite } from '../../store/history.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';
import { answeredAt, hostOf, type Poll, type PollResult } from './poll.ts';
import { recordAccounts } from './reputation/record-changes.ts';

/** Maximum number of pages per poll of the sites or of the accounts. */
const MAX_PAGES = 10;

/** Mark of the first page that the last poll of the accounts did not reach. */
const ACCOUNTS_LEFT_MARK = 'accounts-left';

/** Polls the user's accounts, each with its reputation. Their order is not documented. */
export async function pollAccounts(poll: Poll): Promise<PollResult> {
  const { network, history, networkId, profile } = poll;
  const facts: AccountFact[] = [];
  let broken = 0;
  const first = Number(profile.mark(ACCOUNTS_LEFT_MARK) ?? 1);
  let left: number | undefined = first;
  for (let asked = 0; left !== undefined && asked < MAX_PAGES; asked++) {
    const query = { ...(left > 1 && { page: left }), pagesize: 100 };
    const page: Page<NetworkUser> = await network.associated(query, poll.sending);
    poll.sawPage(page);
    const saidAt = page.networkTime === undefined ? undefined : answeredAt(page.networkTime, poll.networkNow());
    facts.push(...accountFacts(page.items, history.sites(networkId), saidAt));
    broken += page.broken;
    left = page.hasMore ? left + 1 : undefined;
    if (page.backoffUntil !== undefined) break;
  }
  profile.record(() => {
    recordAccounts(profile, facts, left === undefined && first === 1 && broken === 0);
    if (left === undefined) profile.deleteMark(ACCOUNTS_LEFT_MARK);
    else profile.setMark(ACCOUNTS_LEFT_MARK, left);
  });
  profile.setMarkLater('accounts-at', poll.now());
  return { broken, more: left !== undefined };
}

/**
 * Converts accounts to facts. They name their site by address only; requests need its identifier, so `sites` is
 * searched by host.
 * @param saidAt time of the response, in server time
 */
export function accountFacts(items: NetworkUser[], sites: KnownSite[], saidAt?: number): AccountFact[] {
  return items.map((item) => {
    const trimmed = item.site_url.replace(/\/$/, '');
    const host = hostOf(item.site_url);
    const known =
      sites.find((site) => site.siteUrl.replace(/\/$/, '') === trimmed) ??
      sites.find((site) => hostOf(site.siteUrl) === host);
    const address = host ?? item.site_url;
    return {
      site: { id: known?.id ?? address, name: item.site_name ?? known?.name ?? address, iconUrl: known?.iconUrl },
      userId: item.user_id,
      reputation: item.reputation,
      saidAt,
    };
  });
}

/** Retry interval for a list of sites without a readable item, in ms. */
const UNREADABLE_SITES_RETRY_MS = HOUR_MS;

/**
 * Polls the network's sites. A response may be cached for a day, and the page size is not limited (docs/api.md,
 * "Caching and compression" and "Paging").
 */
export async function pollSites(poll: Poll): Promise<PollResult> {
  const { network, profile } = poll;
  const before = sitesRead(profile, poll.now());
  let read: KnownSite[] = before.sites;
  let broken = 0;
  for (let number = before.pages + 1; number <= MAX_PAGES; number++) {
    const page = await network.sites({ page: number, pagesize: 100 }, poll.sending);
    poll.sawPage(page);
    const onPage = knownSites(page.items);
    broken += page.broken;
    // Known sites are not dropped for a page without readable items; the next poll starts again.
    if (onPage.length === 0 && page.broken > 0) {
      profile.deleteMark(SITES_MARK);
      return { broken, more: false, retryInMs: UNREADABLE_SITES_RETRY_MS };
    }
    read = [...read, ...onPage];
    if (!page.hasMore) break;
    // Stored at once, so that after a pause or a failure the next poll continues here.
    profile.setMark(SITES_MARK, { pages: number, sites: read, at: before.at });
    if (page.backoffUntil !== undefined && number < MAX_PAGES) return { broken, more: true };
  }
  poll.history.setSites(poll.networkId, read);
  profile.deleteMark(SITES_MARK);
  profile.setMarkLater('sites-at', poll.now());
  // An account read before its site was known has an address as its name, so accounts are polled again.
  const unnamed = profile.reputation
    .accounts()
    .some(({ site }) => read.some(({ siteUrl }) => hostOf(siteUrl) === site.id));
  if (before.pages > 0 && unnamed) profile.deleteMark('accounts-at');
  return { broken, more: false };
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
const SITES_MARK = 'sites-read';

const SitesRead = z.object({
  pages: z.number(),
  sites: z.array(z.object({ id: z.string(), name: z.string(), siteUrl: z.string(), iconUrl: z.string().optional() })),
  /** When reading began, in ms since the epoch, local time. */
  at: z.number(),
});

/** Maximum pause in ms: pages read longer ago may not fit later ones, because the list may have changed in between. */
const MAX_PAUSE_MS = DAY_MS;

/** Returns the pages of sites that were read before a pause, or none if that was long ago. `now` in local time. */
function sitesRead(profile: ProfileHistory, now: number): z.output<typeof SitesRead> {
  const read = readMark(profile, SITES_MARK, SitesRead);
  return read && read.at <= now && now - read.at < MAX_PAUSE_MS ? read : { pages: 0, sites: [], at: now };
}
