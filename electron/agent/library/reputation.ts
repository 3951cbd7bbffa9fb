import type { contract, ReputationEntry, ReputationRange } from '../../../common/contract/contract.ts';
import { localDay } from '../../base/clock.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { DatedChange, StoredAccount, StoredReputationEvent } from '../../store/reputation.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { siteLabels } from '../accounts/networks.ts';
import { userFacingError } from '../user-facing-error.ts';
import type { AgentContext, Handlers } from '../context.ts';
import { scopedId } from '../ids.ts';
import { sumOf } from '../sources/reputation/listed-changes.ts';
import { isLater } from '../sources/reputation/new-changes.ts';
import {
  historyReading,
  readingProgress,
  wantHistory,
  type ReadingProgress,
} from '../sources/reputation/reputation-backfill.ts';
import { findTitles } from '../sources/reputation/reputation-source.ts';
import { readSiteProfile } from './site-profile.ts';

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
    const midnight = localDay(this.#context.clock.now());
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

  /** Returns the change with a key; undefined if it was deleted. */
  change(account: Account, key: string): ReputationEntry | undefined {
    const [event] = account.profile.reputation.byKeys([key]);
    if (!event) return undefined;
    const site = this.#siteNaming()(account)(event.site);
    return { ...event, key: scopedId(account.id, key), site, onDate: new Date(event.onDate) };
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
   * Returns the user's account on a site.
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

const dated = (points: Points) => ({
  ...points,
  begins: points.begins.map((begin) => new Date(begin)),
});

/** Changes of one site for a curve. Times are ms since the epoch. */
export interface SiteChanges {
  /** Current total of the network. */
  reputation: number;
  /** All changes since `knownSince`; oldest first. */
  changes: DatedChange[];
  /** Time before which changes are unknown; -Infinity if all are known. */
  knownSince: number;
}

/** Points of a curve, in order of time. */
interface Points {
  begins: number[];
  values: number[];
  changes: number[];
}

export interface Series extends Points {
  step: 'day' | 'week';
  /** The same curve by calendar month, if it has too many steps for a table. */
  months?: Points | undefined;
  knownSince?: number | undefined;
}

/** Number of days of a range, including today. */
const RANGE_DAYS = { '7-days': 7, '30-days': 30, year: 365 };

/** Number of days above which each point is a week: more points can be neither drawn nor read. */
const MAX_DAYS = 800;
/** Number of table rows above which the table is by month. */
const MAX_LINES = 62;
/**
 * Minimum reputation of any user. Without it the curve would begin lower if a network omits changes, such as the points
 * that down-votes cost the voter.
 */
const MIN_REPUTATION = 1;
/** Minimum length of a curve: days before the first change are added. */
const MIN_DAYS = 7;

/** Returns the time since which changes are needed for a range. */
export const changesSince = (range: ReputationRange, now: number): number =>
  range === 'all' ? 0 : localDay(now, -1 - RANGE_DAYS[range]);

/**
 * Returns the known changes on a site since a time: the history that was read, then events. Times are ms since the
 * epoch.
 */
export function siteChanges(profile: ProfileHistory, account: StoredAccount, since: number, now: number): SiteChanges {
  const { site, reputation, saidAt = since } = account;
  const progress = readingProgress(profile, site.id);
  const changes = profile.reputationHistory.changes(site.id, Math.min(since, saidAt), progress?.upTo ?? 0);
  return {
    reputation: reputation + sumOf(changes.filter(isLater(account))),
    changes,
    knownSince: completeSince(progress, reputation) ?? profile.reputationHistory.firstEvent(site.id) ?? now,
  };
}

/** Returns the time since which the history is complete, or undefined if none was read. */
function completeSince(progress: ReadingProgress | undefined, reputation: number): number | undefined {
  if (progress?.done === true && !progress.withheld) return -Infinity;
  if (progress && progress.pages > 0) return progress.back;
  // Everyone starts with one point: an account with no more has no past changes.
  return reputation <= 1 ? -Infinity : undefined;
}

/**
 * Computes the combined curve of some sites, in local days or weeks, up to `now`. It is computed backwards from the
 * network's current total, so today's value is right even if past changes are missing. Each value is the previous one
 * plus its change; values below `MIN_REPUTATION` are raised to it.
 */
export function reputationSeries(sites: SiteChanges[], range: ReputationRange, now: number): Series {
  const knownSince = Math.max(-Infinity, ...sites.map((site) => site.knownSince));
  const oldest = Math.min(now, ...sites.map(({ changes }) => changes[0]?.onDate ?? now));
  const wanted = range === 'all' ? Math.min(oldest, localDay(now, 1 - MIN_DAYS)) : localDay(now, 1 - RANGE_DAYS[range]);
  const from = localDay(Math.min(now, Math.max(wanted, knownSince)));
  const days = beginnings(from, now);
  const step = days.length > MAX_DAYS ? 'week' : 'day';
  const curve = addedUp(sites, step === 'week' ? days.filter(isMonday) : days);
  return {
    step,
    ...curve,
    ...(curve.begins.length > MAX_LINES && { months: addedUp(sites, days.filter(isFirstOfMonth)) }),
    ...(knownSince > wanted && { knownSince: Math.min(now, knownSince) }),
  };
}

/** Sums the changes of some sites in each step, with the value at its end. `begins`: start of each step. */
function addedUp(sites: SiteChanges[], begins: number[]): Points {
  const changes = begins.map(() => 0);
  const values = begins.map(() => 0);
  for (const site of sites) {
    const here = changesIn(site, begins);
    let value = site.reputation;
    for (let at = begins.length - 1; at >= 0; at--) {
      changes[at]! += here[at]!;
      values[at]! += Math.max(value, Math.min(MIN_REPUTATION, site.reputation));
      value -= here[at]!;
    }
  }
  return { begins, values, changes };
}

/** Sums a site's changes in each step. */
function changesIn(site: SiteChanges, begins: number[]): number[] {
  const sums = begins.map(() => 0);
  let at = 0;
  for (const { onDate, change } of site.changes) {
    if (onDate < begins[0]!) continue;
    while (at + 1 < begins.length && onDate >= begins[at + 1]!) at++;
    sums[at]! += change;
  }
  return sums;
}

/** Returns the start of each local day in a range; the first is `from`. */
function beginnings(from: number, to: number): number[] {
  const begins = [from];
  for (let day = 1; ; day++) {
    const next = localDay(from, day);
    if (next > to) return begins;
    begins.push(next);
  }
}

/** Whether a week begins with this day. The first day always begins one. */
const isMonday = (day: number, at: number): boolean => at === 0 || new Date(day).getDay() === 1;
const isFirstOfMonth = (day: number, at: number): boolean => at === 0 || new Date(day).getDate() === 1;

/** Groups changes by post and kind, without those that were undone. The post with the latest change comes first. */
export function changesByPost(events: StoredReputationEvent[]) {
  const newestFirst = events.toSorted((a, b) => b.onDate - a.onDate);
  const posts = Map.groupBy(newestFirst, ({ site, postId }) => `${site.id}|${postId ?? ''}`);
  return [...posts.values()]
    .map((changes) => {
      const { site, postId, onDate: latest } = changes[0]!;
      const kinds = [...Map.groupBy(changes, ({ voteType }) => voteType)]
        .map(([voteType, own]) => ({ voteType, times: timesOf(own), change: sumOf(own) }))
        .filter(({ times }) => times > 0)
        .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
      const post =
        postId === undefined ? {} : { postId, title: firstOf(changes, 'title'), link: firstOf(changes, 'link') };
      return { site, ...post, change: sumOf(changes), keys: changes.map(({ key }) => key), kinds, latest };
    })
    .filter(({ kinds }) => kinds.length > 0);
}

/** Counts changes; a change that undoes another (an answer accepted, then not) removes both. */
function timesOf(changes: { change: number }[]): number {
  let times = 0;
  for (const [amount, own] of Map.groupBy(changes, ({ change }) => Math.abs(change)))
    times += amount === 0 ? own.length : Math.abs(sumOf(own)) / amount;
  return times;
}

const firstOf = (changes: StoredReputationEvent[], field: 'title' | 'link'): string | undefined =>
  changes.find((change) => change[field] !== undefined)?.[field];
