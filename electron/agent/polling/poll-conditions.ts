import type { StoredWatch } from '../../store/settings.ts';
import { say, type Said } from '../../../common/i18n/localized-text.ts';
import { quoteNetwork, conditionText, type AgentCondition } from '../domain/conditions.ts';
import type { Allowance } from '../planning/plan-types.ts';
import { watchStream } from '../watches/cost.ts';
import { watchName } from '../watches/rule.ts';
import type { StreamId } from '../domain/stream-id.ts';

interface StreamConditionParts {
  streams: readonly StreamId[];
  conditionOf: (id: StreamId) => AgentCondition | undefined;
  watches: StoredWatch[];
  networkName: string;
}

/** Whether the network refuses what a stream asks, as it does for a site that is gone. */
export const isRefused = (condition: AgentCondition | undefined): boolean => condition?.kind === 'bad-request';

/**
 * What is wrong with single streams. Where the network refuses to answer for a watched site, site and watches are named; where
 * it does so for every one of several sites, it is not the sites that changed. Pure.
 */
export function streamConditions({
  streams,
  conditionOf,
  watches,
  networkName,
}: StreamConditionParts): AgentCondition[] {
  const refused = (watch: StoredWatch): boolean => isRefused(conditionOf(watchStream(watch.siteId, watch.rule)));
  const watched = Map.groupBy(watches, ({ siteId }) => siteId);
  const gone = [...watched.values()].map((own) => own.filter(refused)).filter((own) => own.length > 0);
  const isOfSites = gone.length > 0 && (watched.size === 1 || gone.length < watched.size);
  const named = new Set(isOfSites ? gone.flat().map((watch) => watchStream(watch.siteId, watch.rule)) : []);
  return [
    ...streams.filter((id) => !named.has(id)).flatMap((id) => conditionOf(id) ?? []),
    ...(isOfSites ? gone.map((own) => siteRefused(own, networkName, conditionOf)) : []),
  ];
}

/** So many watches of a site are named. */
const mostNames = 5;

function siteRefused(
  watches: StoredWatch[],
  network: string,
  conditionOf: StreamConditionParts['conditionOf'],
): AgentCondition {
  const [{ siteId, siteName: site }] = watches as [StoredWatch, ...StoredWatch[]];
  const failing = watches.map((watch) => conditionOf(watchStream(watch.siteId, watch.rule))!);
  const [first] = failing.toSorted((a, b) => (a.retryAt ?? Infinity) - (b.retryAt ?? Infinity));
  const names = [
    ...watches.slice(0, mostNames).map(({ rule }) => watchName(rule)),
    ...(watches.length > mostNames ? ['…'] : []),
  ].join('; ');
  return {
    ...first!,
    siteId,
    title: ({ words }) => words('conditions.siteRefused.title', { network, site }),
    advice: (speech) => {
      const advice = speech.words('conditions.siteRefused.advice', { count: watches.length, watches: names });
      return first!.said === undefined ? advice : `${quoteNetwork(first!.said, speech)} ${advice}`;
    },
  };
}

const minute = 60_000;

/** So little before the quota is full again, in ms, nobody need be told that it is used up: a day's last requests are meant to be gone by then. */
const endOfDay = 10 * minute;

/** Polling stops at the reserve, although the network would still answer. `toMachine` gives this machine's time for a moment of the network's. */
export function quotaCondition(
  { spendable, fullAgainAt, lastsFor, pace, forClicks = 0, forInbox = 0 }: Allowance,
  toMachine: (at: number) => number,
  network: string,
): AgentCondition | undefined {
  // With a pace beside nothing to spend, a look for the reset is due this moment.
  if (spendable === undefined || spendable >= 1 || lastsFor < endOfDay || pace !== undefined) return undefined;
  return {
    kind: 'quota-exhausted',
    severity: 'problem',
    ...conditionText(forClicks < 1 ? 'exhausted' : forInbox < 1 ? 'clicksOnly' : 'reserve', { network }),
    retryAt: fullAgainAt === undefined ? undefined : toMachine(fullAgainAt),
  };
}

/** How far this machine's clock may be off before Askbell speaks of it. */
const tolerableSkew = 5 * minute;

/** A warning when this machine's clock and the network's are far apart. `skew` is network minus machine, in ms. */
export function clockCondition(skew: number): AgentCondition | undefined {
  if (Math.abs(skew) < tolerableSkew) return undefined;
  const minutes = Math.round(Math.abs(skew) / minute);
  const size: Said = ({ words }) => {
    if (minutes < 90) return words('conditions.clock.minutes', { count: minutes });
    return minutes < 36 * 60
      ? words('conditions.clock.hours', { count: Math.round(minutes / 60) })
      : words('conditions.clock.days', { count: Math.round(minutes / 1440) });
  };
  return {
    kind: 'clock-wrong',
    severity: 'warning',
    title: (speech) =>
      speech.words(skew > 0 ? 'conditions.clock.behind' : 'conditions.clock.ahead', { size: say(size, speech) }),
    advice: ({ words }) => words('conditions.clock.advice'),
  };
}
