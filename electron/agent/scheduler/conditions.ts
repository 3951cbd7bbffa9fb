import { MINUTE_MS } from '../../../common/durations.ts';
import type { StoredWatch } from '../../store/settings.ts';
import { localize, type LocalizedText } from '../../../common/i18n/localized-text.ts';
import { conditionText, problem, quoteNetwork, warning, type AgentCondition } from '../conditions.ts';
import type { StreamId } from '../ids.ts';
import { watchName, watchStream } from '../sources/questions/rule.ts';
import type { NetworkState } from './network-state.ts';
import type { Allowance } from './quota.ts';
import { isRefused } from './stream-states.ts';

/**
 * Returns the conditions of polling one network, one of each kind and site.
 * @param skew server time minus local time, in ms
 */
export function pollingConditions(network: NetworkState, skew = 0): AgentCondition[] {
  const { gate, quota, time, name } = network;
  const all = [
    pauseCondition(network),
    gate.condition(),
    quotaCondition(quota.allowance(time.now()), time.toLocal, name),
    ...conditionsOfStreams(network),
    clockCondition(skew),
  ].filter((condition) => condition !== undefined);
  return [...new Map(all.map((condition) => [`${condition.kind} ${condition.siteId ?? ''}`, condition])).values()];
}

/** Returns the condition that prevents all requests now, even for clicks; undefined if there is none. */
export function blockingCondition(network: NetworkState): AgentCondition | undefined {
  const { gate, quota, time } = network;
  const now = time.now();
  if ((gate.closedUntil() ?? now) > now) return gate.condition();
  const { forClicks = 1 } = quota.allowance(now);
  return forClicks < 1 ? pollingConditions(network).find(({ kind }) => kind === 'quota-exhausted') : undefined;
}

/** Returns the condition of a long pause of a single method, with its end in local time. */
function pauseCondition({ gate, time, name: network }: NetworkState): AgentCondition | undefined {
  const until = gate.longestPause();
  if (until === undefined || until - time.now() < TOLD_PAUSE_MS) return undefined;
  return { ...warning('throttled', conditionText('throttled', { network })), retryAt: time.toLocal(until) };
}

function conditionsOfStreams({ states, streams, name }: NetworkState): AgentCondition[] {
  // Streams and watches are expensive to list, and only needed if a stream has failed.
  if (![...states.all()].some(([, { condition }]) => condition !== undefined)) return [];
  const ids = streams.list().map(({ id }) => id);
  return streamConditions(ids, (id) => states.of(id).condition, streams.watches(), name);
}

/**
 * Returns the conditions of single streams. If the network refuses requests for a watched site, the condition names the
 * site and its watches. If it refuses all of several sites, the sites are not the cause.
 */
export function streamConditions(
  streams: readonly StreamId[],
  conditionOf: (id: StreamId) => AgentCondition | undefined,
  watches: StoredWatch[],
  networkName: string,
): AgentCondition[] {
  const refused = (watch: StoredWatch): boolean => isRefused(conditionOf(watchStream(watch.siteId, watch.rule)));
  const bySite = Map.groupBy(watches, ({ siteId }) => siteId);
  const refusedSites = [...bySite.values()].map((own) => own.filter(refused)).filter((own) => own.length > 0);
  const areSitesGone = refusedSites.length > 0 && (bySite.size === 1 || refusedSites.length < bySite.size);
  const named = new Set(areSitesGone ? refusedSites.flat().map((watch) => watchStream(watch.siteId, watch.rule)) : []);
  return [
    ...streams.filter((id) => !named.has(id)).flatMap((id) => conditionOf(id) ?? []),
    ...(areSitesGone ? refusedSites.map((own) => siteRefused(own, networkName, conditionOf)) : []),
  ];
}

/** Maximum number of watches named for a site. */
const MAX_NAMED_WATCHES = 5;

function siteRefused(
  watches: StoredWatch[],
  network: string,
  conditionOf: (id: StreamId) => AgentCondition | undefined,
): AgentCondition {
  const [{ siteId, siteName: site }] = watches as [StoredWatch, ...StoredWatch[]];
  const conditions = watches.map((watch) => conditionOf(watchStream(watch.siteId, watch.rule))!);
  const [first] = conditions.toSorted((a, b) => (a.retryAt ?? Infinity) - (b.retryAt ?? Infinity));
  const names = [
    ...watches.slice(0, MAX_NAMED_WATCHES).map(({ rule }) => watchName(rule)),
    ...(watches.length > MAX_NAMED_WATCHES ? ['…'] : []),
  ].join('; ');
  return {
    ...first!,
    siteId,
    title: ({ words }) => words('conditions.siteRefused', { network, site }),
    advice: (locale) => {
      const advice = locale.words('conditions.siteRefusedAdvice', { watches: names });
      return first!.said === undefined ? advice : `${quoteNetwork(first!.said, locale)} ${advice}`;
    },
  };
}

/**
 * How shortly before its reset a used-up quota is not reported, in ms: the last requests of a day are meant to be
 * spent.
 */
const END_OF_DAY_MS = 10 * MINUTE_MS;

/**
 * Returns the condition that polling has used up its part of the quota, although the network would still respond;
 * undefined while requests are left. `toLocal` converts server time to local time.
 */
export function quotaCondition(
  { spendable, fullAgainAt, lastsFor, pace, forClicks = 0, forInbox = 0 }: Allowance,
  toLocal: (at: number) => number,
  network: string,
): AgentCondition | undefined {
  // If there is a pace but no requests are left, the quota may be full again at any moment.
  if (spendable === undefined || spendable >= 1 || lastsFor < END_OF_DAY_MS || pace !== undefined) return undefined;
  const text = conditionText('exhausted', { network });
  const kept = forInbox >= 1 ? 'keptForInbox' : 'keptForClicks';
  const advice: LocalizedText = (locale) =>
    [...(forClicks >= 1 ? [locale.words(`conditions.${kept}`)] : []), localize(text.advice, locale)].join(' ');
  return { ...problem('quota-exhausted', { ...text, advice }), retryAt: fullAgainAt && toLocal(fullAgainAt) };
}

/** Minimum length of a single method's pause that is reported, in ms: short ones are common. */
const TOLD_PAUSE_MS = 5 * MINUTE_MS;

/** Difference of this machine's clock from which it is reported, in ms. */
const TOLERATED_SKEW_MS = 5 * MINUTE_MS;

/**
 * Returns a warning if this machine's clock and the server's differ too much. `skew`: server minus local time, in ms.
 */
export function clockCondition(skew: number): AgentCondition | undefined {
  if (Math.abs(skew) < TOLERATED_SKEW_MS) return undefined;
  const size = Math.round(Math.abs(skew) / MINUTE_MS) * 60;
  return warning('clock-wrong', {
    title: ({ words, duration }) =>
      words(skew > 0 ? 'conditions.clockBehind' : 'conditions.clockAhead', { size: duration(size) }),
    advice: ({ words }) => words('conditions.clockAdvice'),
  });
}
