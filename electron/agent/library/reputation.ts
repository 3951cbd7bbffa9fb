import type { contract, ReputationEntry } from '../../../common/contract/contract.ts';
import type { StoredAccount } from '../../store/reputation.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { siteLabels } from '../accounts/networks.ts';
import type { AgentContext, Handlers } from '../context.ts';
import { scopedId } from '../ids.ts';
import { userFacingError } from '../user-facing-error.ts';
import { startOfToday } from '../notifications/snooze.ts';
import { historyReading, wantHistory } from '../sources/reputation/reputation-backfill.ts';
import { findTitles } from '../sources/reputation/reputation-source.ts';
import { readSiteProfile } from './site-profile.ts';
import { changesByPost, changesSince, reputationSeries, siteChanges } from './reputation-series.ts';

type Site = ReputationEntry['site'];
type Topic = Handlers<typeof contract.reputation>;
type Input<Name extends keyof Topic> = Parameters<Topic[Name]>[0];

/** Reputation of all signed-in accounts: totals, changes, history, and the next privilege. */
export class Reputation implements Topic {
  readonly #context: Pick<AgentContext, 'clock' | 'events'>;
  readonly #accounts: Accounts;

  constructor(context: Pick<AgentContext, 'clock' | 'events'>, accounts: Accounts) {
    this.#context = context;
    this.#accounts = accounts;
  }

  /** Returns the sites with today's changes, today's changes by post, and the progress of reading the history. */
  list() {
    const all = this.#accounts.readable();
    const siteOf = this.#siteNaming();
    const midnight = startOfToday(this.#context.clock.now());
    return {
      accounts: all
        .flatMap((account) => {
          const { reputation } = account.profile;
          const [named, today] = [siteOf(account), reputation.changeSince(midnight)];
          return reputation.accounts().map(({ site, reputation: total }) => ({
            site: named(site),
            reputation: total,
            today: today.get(site.id) ?? 0,
          }));
        })
        .toSorted((a, b) => b.reputation - a.reputation),
      today: all
        .flatMap((account) => {
          const named = siteOf(account);
          return changesByPost(account.profile.reputation.since(midnight)).map((post) => ({
            ...post,
            site: named(post.site),
            keys: post.keys.map((key) => scopedId(account.id, key)),
            latest: new Date(post.latest),
          }));
        })
        .toSorted((a, b) => b.latest.getTime() - a.latest.getTime()),
      reading: historyReading(all),
    };
  }

  /** Returns the changes of one site, or of all; newest first. */
  changes({ site, limit, before }: Input<'changes'>) {
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

  /** Returns the curve of one site, or of all sites together. */
  series({ site, range }: Input<'series'>) {
    const now = this.#context.clock.now();
    const since = changesSince(range, now);
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
   * Starts reading the history in the background, unless only titles are wanted, and requests missing titles; called
   * when the view was opened.
   */
  async opened(input: Input<'opened'>): Promise<void> {
    const all = this.#accounts.readable();
    if (input?.only === undefined)
      for (const { profile, scheduler } of all) if (wantHistory(profile)) scheduler?.replan();
    const found = await Promise.all(all.map((account) => findTitles(account)));
    if (found.includes(true)) this.#context.events.emit('lists-changed', ['reputation']);
  }

  /**
   * Returns privileges and badges on a site; `again` requests them in any case.
   * @throws UserFacingError if there is no account on it
   */
  async siteProfile({ site: siteId, again }: Input<'siteProfile'>) {
    const { account, site } = this.#accountOn(siteId);
    const profile = await readSiteProfile(account, site, this.#context.clock, again);
    return { site: this.#siteNaming()(account)(site.site), ...profile };
  }

  /** Returns the account on one site, or all accounts with all their sites. */
  #accountsOn(siteId: string | undefined): { account: Account; site?: StoredAccount }[] {
    return siteId === undefined ? this.#accounts.readable().map((account) => ({ account })) : [this.#accountOn(siteId)];
  }

  /**
   * Returns the person's account on a site.
   * @throws UserFacingError if there is none
   */
  #accountOn(siteId: string): { account: Account; site: StoredAccount } {
    const { account, id } = this.#accounts.owner(siteId);
    const own = account.profile.reputation.accounts().find(({ site }) => site.id === id);
    if (!own) throw userFacingError('noAccount');
    return { account, site: own };
  }

  /** Returns functions that convert sites of an account for the window, with their icons. */
  #siteNaming(): (account: Account) => (site: { id: string; name: string }) => Site {
    const labels = siteLabels(this.#accounts.listed());
    return (account) => {
      const icons = new Map(account.watches.sites().map((site) => [site.id, site.iconUrl]));
      return (site) => {
        const iconUrl = icons.get(site.id);
        return { ...labels.of(account, site), ...(iconUrl !== undefined && { iconUrl }) };
      };
    };
  }
}

const dated = <Points extends { begins: number[] }>(points: Points) => ({
  ...points,
  begins: points.begins.map((begin) => new Date(begin)),
});
