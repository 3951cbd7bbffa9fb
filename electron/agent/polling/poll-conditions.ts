import type { StoredWatch } from '../../store/settings.ts';
import { itSaid, type KeptCondition } from '../domain/conditions.ts';
import { watchStream } from '../watches/cost.ts';
import { watchName } from '../watches/rule.ts';
import type { StreamId } from '../domain/stream-id.ts';

interface StreamConditionParts {
  streams: readonly StreamId[];
  conditionOf: (id: StreamId) => KeptCondition | undefined;
  watches: StoredWatch[];
  networkName: string;
}

/** Whether the network refuses what a stream asks, as it does for a site that is gone. */
export const isRefused = (condition: KeptCondition | undefined): boolean => condition?.kind === 'bad-request';

/**
 * What is wrong with single streams. Where the network refuses to answer for a watched site, site and watches are named; where
 * it does so for every one of several sites, it is not the sites that changed. Pure.
 */
export function streamConditions({
  streams,
  conditionOf,
  watches,
  networkName,
}: StreamConditionParts): KeptCondition[] {
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
): KeptCondition {
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
      return first!.said === undefined ? advice : `${itSaid(first!.said, speech)} ${advice}`;
    },
  };
}
