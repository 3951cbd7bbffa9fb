import type { Clock } from '../../clock.ts';
import type {
  Account as SiteAccount,
  HistoryReading,
  PostToday,
  ReputationEntry,
  ReputationRange,
  ReputationSeries,
  SiteProfile,
} from '../../../common/contract/contract.ts';
import type { StoredAccount } from '../../store/reputation/reputation-events.ts';
import type { Account } from '../accounts/account.ts';
import type { AccountRegistry } from '../accounts/account-registry.ts';
import { siteLabels } from '../accounts/site-labels.ts';
import type { AgentEvents, EventHub } from '../domain/events.ts';
import { scopedId } from '../domain/scoped-id.ts';
import { userFacingError } from '../domain/user-facing-error.ts';
import { startOfToday } from '../notifications/snooze.ts';
import { combinedReading, historyReading, wantHistory } from '../reputation/history-backfill.ts';
import { findTitles } from '../reputation/post-titles.ts';
import { readSiteProfile } from '../reputation/privileges-and-badges.ts';
import { localDay, reputationSeries } from '../reputation/series.ts';
import { siteChanges } from '../reputation/site-changes.ts';
import { changesByPost } from '../reputation/today.ts';

/** How far back a range may reach, so that no more is read than is drawn, in days. */
const RANGE_DAYS: Record<ReputationRange, number> = { '7-days': 8, '30-days': 31, year: 366, all: Infinity };

type Site = ReputationEntry['site'];

/** The last entry of the page before. */
export interface ReputationCursor {
  onDate: Date;
  id: number;
}

export interface ReputationServiceParts {
  accounts: AccountRegistry;
  clock: Clock;
  events: EventHub<AgentEvents>;
}

/** Reputation of everybody who is signed in: what it is, what changed it, how it came about, what comes next. */
export class ReputationService {
  readonly #parts: ReputationServiceParts;

  constructor(parts: ReputationServiceParts) {
    this.#parts = parts;
  }

  /** The sites with what they changed today, what each post brought today, and how far reading the past is. */
  list(): { accounts: SiteAccount[]; today: PostToday[]; reading: HistoryReading } {
    const all = this.#parts.accounts.readable();
    const siteOf = this.#siteNaming();
    const midnight = startOfToday(this.#parts.clock.now());
    return {
      accounts: all
        .flatMap((account) => siteAccounts(account, siteOf(account), midnight))
        .toSorted((a, b) => b.reputation - a.reputation),
      today: all
        .flatMap((account) => postsSince(account, siteOf(account), midnight))
        .toSorted((a, b) => b.latest.getTime() - a.latest.getTime()),
      reading: combinedReading(
        all.map(({ profile, poller }) => historyReading(profile, (poller?.spareRequests() ?? 0) >= 1)),
      ),
    };
  }

  /** What changed reputation, the newest first: on one site, or on all. */
  changes(
    site: string | undefined,
    limit: number,
    before: ReputationCursor | undefined,
  ): { entries: ReputationEntry[]; hasMore: boolean } {
    const accounts = this.#accountsOn(site);
    const siteOf = this.#siteNaming();
    const from = before && { onDate: before.onDate.getTime(), id: before.id };
    const found = accounts
      .flatMap(({ account, site: own }) => {
        const named = siteOf(account);
        return account.profile.reputation
          .list(limit + 1, { site: own?.site.id, before: from })
          .map((event) => ({ ...event, key: scopedId(account.id, event.key), site: named(event.site) }));
      })
      .toSorted((a, b) => b.onDate - a.onDate || b.id - a.id);
    return {
      entries: found.slice(0, limit).map((event) => ({ ...event, onDate: new Date(event.onDate) })),
      hasMore: found.length > limit,
    };
  }

  /** The curve of one site, or of all together. */
  series(site: string | undefined, range: ReputationRange): ReputationSeries {
    const now = this.#parts.clock.now();
    const days = RANGE_DAYS[range];
    const since = Number.isFinite(days) ? localDay(now, -days) : 0;
    const sites = this.#accountsOn(site).flatMap(({ account: { profile }, site: own }) =>
      (own ? [own] : profile.reputation.accounts()).map((each) => siteChanges(profile, each, since, now)),
    );
    const { step, months, knownSince, ...points } = reputationSeries(sites, range, now);
    return {
      step,
      ...dated(points),
      ...(months && { months: dated(months) }),
      ...(knownSince !== undefined && { knownSince: new Date(knownSince) }),
    };
  }

  /**
   * The view was opened: the past is read in the background from now on, unless `only` titles matter, and titles that
   * are missing are asked for.
   */
  async opened(only?: 'titles'): Promise<void> {
    const all = this.#parts.accounts.readable();
    if (only === undefined) for (const { profile, poller } of all) if (wantHistory(profile)) poller?.replan();
    const found = await Promise.all(
      all.map((account) => findTitles({ asking: () => account.clickContext(), profile: account.profile })),
    );
    if (found.includes(true)) this.#parts.events.emit('lists-changed', ['reputation']);
  }

  /**
   * Privileges and badges on a site; `again` asks the network in any case. @throws UserFacingError where there is no
   * account
   */
  async siteProfile(siteId: string, again: boolean): Promise<SiteProfile> {
    const { account, site } = this.#accountOn(siteId);
    const parts = { profile: account.profile, ...account.clickContext(), now: this.#parts.clock.now };
    const stored = await readSiteProfile(parts, site.site.id, again);
    return { site: this.#siteNaming()(account)(site.site), reputation: site.reputation, ...stored };
  }

  /** Whom a question is about: the account on one site, or everybody with all their sites. */
  #accountsOn(siteId: string | undefined): { account: Account; site?: StoredAccount }[] {
    return siteId === undefined
      ? this.#parts.accounts.readable().map((account) => ({ account }))
      : [this.#accountOn(siteId)];
  }

  /** The person's account on a site. @throws UserFacingError where there is none */
  #accountOn(siteId: string): { account: Account; site: StoredAccount } {
    const { account, id } = this.#parts.accounts.owner(siteId);
    const own = account.profile.reputation.accounts().find(({ site }) => site.id === id);
    if (!own) throw userFacingError('noAccount');
    return { account, site: own };
  }

  /** Gives sites of an account as the window knows them, with their icons. */
  #siteNaming(): (account: Account) => (site: { id: string; name: string }) => Site {
    const labels = siteLabels(this.#parts.accounts.listed());
    return (account) => {
      const icons = new Map(account.watches.sites().map((site) => [site.id, site.iconUrl]));
      return (site) => {
        const iconUrl = icons.get(site.id);
        return { ...labels.of(account, site), ...(iconUrl !== undefined && { iconUrl }) };
      };
    };
  }
}

type NameSite = (site: { id: string; name: string }) => Site;

function siteAccounts({ profile }: Account, named: NameSite, midnight: number): SiteAccount[] {
  const today = profile.reputation.changeSince(midnight);
  return profile.reputation
    .accounts()
    .map(({ site, reputation }) => ({ site: named(site), reputation, today: today.get(site.id) ?? 0 }));
}

function postsSince({ id, profile }: Account, named: NameSite, since: number): PostToday[] {
  const events = profile.reputation.since(since);
  const sites = new Map(events.map(({ site }) => [site.id, site]));
  return changesByPost(events).map(({ siteId, latest, keys, ...post }) => ({
    ...post,
    keys: keys.map((key) => scopedId(id, key)),
    site: named(sites.get(siteId)!),
    latest: new Date(latest),
  }));
}

const dated = <Points extends { begins: number[] }>(points: Points) => ({
  ...points,
  begins: points.begins.map((begin) => new Date(begin)),
});
