import type { Account } from '../agent/accounts/account.ts';
import { isLater, sumOf } from '../agent/reputation/explained-total.ts';
import { userFacingError } from '../agent/domain/user-facing-error.ts';
import { historyReading, readingProgress, wantHistory } from '../agent/reputation/history-backfill.ts';
import { localDay, reputationSeries, type SiteChanges } from '../agent/reputation/series.ts';
import { changesByPost } from '../agent/reputation/today.ts';
import { findTitles } from '../agent/reputation/post-titles.ts';
import { shownSites } from '../agent/accounts/site-labels.ts';
import { startOfToday } from '../agent/notifications/snooze.ts';
import { standing } from '../agent/reputation/privileges-and-badges.ts';
import type { HistoryReading, ReputationEntry } from '../../common/contract/contract.ts';
import type { KeptAccount } from '../store/reputation/reputation-events.ts';
import { accountsOf, answer, type Parts } from './answer.ts';

/** How far back a range may reach, so that no more is read than is drawn, in days. */
const reach = { '7-days': 8, '30-days': 31, year: 366, all: Infinity };

/** Reputation: what it is, what changed it, how it came about, what comes next. */
export const reputationAnswers = ({ agent, clock, publisher }: Parts) => ({
  list: answer.reputation.list.handler(() => {
    const showing = siteShower(agent);
    const all = accountsOf(agent).map((account) => ({ account, profile: account.profile, shown: showing(account) }));
    const midnight = startOfToday(clock.now());
    return {
      accounts: all
        .flatMap(({ profile, shown }) => {
          const today = profile.reputation.changeSince(midnight);
          return profile.reputation
            .accounts()
            .map(({ site, reputation }) => ({ site: shown(site), reputation, today: today.get(site.id) ?? 0 }));
        })
        .toSorted((a, b) => b.reputation - a.reputation),
      today: all
        .flatMap(({ profile, shown }) => {
          const events = profile.reputation.since(midnight);
          const names = new Map(events.map(({ site }) => [site.id, site]));
          return changesByPost(events).map(({ siteId, latest, ...post }) => ({
            ...post,
            site: shown(names.get(siteId)!),
            latest: new Date(latest),
          }));
        })
        .toSorted((a, b) => b.latest.getTime() - a.latest.getTime()),
      reading: together(
        all.map(({ account }) => historyReading(account.profile, (account.poller?.spareRequests() ?? 0) >= 1)),
      ),
    };
  }),
  changes: answer.reputation.changes.handler(({ input: { site, limit, before } }) => {
    const asked =
      site === undefined
        ? accountsOf(agent).map((account) => ({ account, of: undefined }))
        : [accountAt(agent, site)].map(({ account, kept }) => ({ account, of: kept.site.id }));
    const showing = siteShower(agent);
    const from = before && { onDate: before.onDate.getTime(), id: before.id };
    const found = asked
      .flatMap(({ account, of }) => {
        const shown = showing(account);
        return account.profile.reputation
          .list(limit + 1, { site: of, before: from })
          .map((event) => ({ ...event, site: shown(event.site) }));
      })
      .toSorted((a, b) => b.onDate - a.onDate || b.id - a.id);
    return {
      entries: found.slice(0, limit).map((event) => ({ ...event, onDate: new Date(event.onDate) })),
      hasMore: found.length > limit,
    };
  }),
  series: answer.reputation.series.handler(({ input }) => {
    const now = clock.now();
    const since = Number.isFinite(reach[input.range]) ? localDay(now, -reach[input.range]) : 0;
    const sites =
      input.site === undefined
        ? accountsOf(agent).flatMap((account) =>
            account.profile.reputation.accounts().map((kept) => siteChanges(account, kept, since, now)),
          )
        : [accountAt(agent, input.site)].map(({ account, kept }) => siteChanges(account, kept, since, now));
    const { step, months, knownSince, ...points } = reputationSeries(sites, input.range, now);
    return {
      step,
      ...dated(points),
      ...(months && { months: dated(months) }),
      ...(knownSince !== undefined && { knownSince: new Date(knownSince) }),
    };
  }),
  opened: answer.reputation.opened.handler(async () => {
    const all = accountsOf(agent);
    for (const { profile, poller } of all) if (wantHistory(profile)) poller?.replan();
    const found = await Promise.all(
      all.map(({ profile, network, poller }) =>
        findTitles({ asking: () => ({ network, forClicks: poller?.forClicks() }), profile }),
      ),
    );
    if (found.includes(true)) publisher.publish('changed', 'reputation');
    return {};
  }),
  standing: answer.reputation.standing.handler(async ({ input }) => {
    const { account, kept } = accountAt(agent, input.site);
    const stands = await standing(
      { profile: account.profile, network: account.network, forClicks: account.poller?.forClicks(), now: clock.now },
      kept.site.id,
      input.again,
    );
    return { site: siteShower(agent)(account)(kept.site), reputation: kept.reputation, ...stands };
  }),
});

type Agent = Parts['agent'];
type ReputationSite = ReputationEntry['site'];

/** Gives sites of an account as the window knows them, with their icons. */
function siteShower(agent: Agent): (account: Account) => (site: { id: string; name: string }) => ReputationSite {
  const sites = shownSites(agent.accounts.all());
  return (account) => {
    const icons = new Map(account.watches.sites().map((site) => [site.id, site.iconUrl]));
    return (site) => {
      const iconUrl = icons.get(site.id);
      return { ...sites.of(account, site), ...(iconUrl !== undefined && { iconUrl }) };
    };
  };
}

/** The person's account on a site of the window's. @throws Refusal where there is none */
function accountAt(agent: Agent, siteId: string): { account: Account; kept: KeptAccount } {
  const { account, id } = agent.accounts.found(siteId);
  const kept = account.profile.reputation.accounts().find(({ site }) => site.id === id);
  if (!kept) throw userFacingError('noAccount');
  return { account, kept };
}

/** What is known of a site's changes: what was read of the past, then what came as events. */
function siteChanges({ profile }: Account, account: KeptAccount, since: number, now: number): SiteChanges {
  const { site, reputation, saidAt = since } = account;
  const progress = readingProgress(profile, site.id);
  const readUpTo = progress?.upTo ?? 0;
  const begins = profile.reputationHistory.firstEvent(site.id);
  const known =
    progress?.done === true && !progress.withheld
      ? -Infinity
      : progress && progress.pages > 0
        ? progress.back
        : reputation <= 1
          ? -Infinity
          : (begins ?? now);
  const changes = profile.reputationHistory.changes(site.id, Math.min(since, saidAt), readUpTo);
  return { reputation: reputation + sumOf(changes.filter(isLater(account))), changes, knownSince: known };
}

const dated = <Points extends { begins: number[] }>(points: Points) => ({
  ...points,
  begins: points.begins.map((begin) => new Date(begin)),
});

/** The readings of several networks as one. */
function together(readings: HistoryReading[]): HistoryReading {
  const states = readings.map(({ state }) => state);
  const sum = (of: (reading: HistoryReading) => number) => readings.reduce((total, reading) => total + of(reading), 0);
  const left = sum(({ requests }) => requests.left ?? 0);
  return {
    state: (['reading', 'waiting', 'unasked'] as const).find((state) => states.includes(state)) ?? 'done',
    sites: { done: sum(({ sites }) => sites.done), of: sum(({ sites }) => sites.of) },
    requests: { spent: sum(({ requests }) => requests.spent), ...(left > 0 && { left }) },
    withheld: readings.flatMap(({ withheld }) => withheld),
  };
}
