import type { ProfileHistory } from '../../store/history.ts';
import type { StoredWatch } from '../../store/settings.ts';
import type { RateLearner } from '../forecast/rate-learner.ts';
import { LIST_INTERVAL_MS } from '../polls/questions/by-score.ts';
import type { Forecast } from '../forecast/stream.ts';
import { accountsToExplain, pollsReputationDirectly } from '../polls/record/reputation.ts';
import { isStillUnexplained } from '../polls/record/reputation.ts';
import { historiesToRead } from '../reputation/history-backfill.ts';
import type { StreamState } from './stream-states.ts';
import type { StreamId } from '../domain/stream-id.ts';
import type { Stream } from '../forecast/stream.ts';
import { watchStream } from '../watches/cost.ts';

/** The sites list may be kept for a day at least (public-facts, section 3), and hardly ever changes. */
const sitesFreshFor = 7 * 24 * 3600_000;
/** With one account its reputation is asked for itself; whether another account has come is looked at once a day. */
const accountsFreshFor = 24 * 3600_000;
/** Between two looks at a total that the known changes do not add up to. */
const totalFreshFor = 4 * 60_000;

/** The watches that a stream serves. */
export const watchesServedBy = (id: StreamId, watches: StoredWatch[]): StoredWatch[] =>
  id === 'inbox' || id === 'accounts' || id === 'sites'
    ? []
    : watches.filter((watch) => watchStream(watch.siteId, watch.rule) === id);

/** Milliseconds between two polls of a stream, at least; undefined for the usual minute. */
export const minIntervalOf = (id: StreamId): number | undefined =>
  id.startsWith('scored:') || id.startsWith('featured:') ? LIST_INTERVAL_MS : undefined;

interface ListParts {
  profile: ProfileHistory;
  watches: StoredWatch[];
  stateOf: (id: StreamId) => StreamState;
  learner: RateLearner;
  /** By this machine's clock. */
  now: number;
}

/** Everything there is to poll at present, each with where it stands and what it is worth. */
export function listStreams(parts: ListParts): Stream[] {
  const { profile, stateOf, learner, now } = parts;
  const stream = (id: StreamId, wanted: boolean, onDemand: boolean): Stream =>
    streamOf(id, stateOf(id), { wanted, onDemand, learned: onDemand ? undefined : learner.forecast(id, []) });
  const older = (mark: string, than: number): boolean => {
    const age = now - Number(profile.mark(mark) ?? -Infinity);
    // Noted under a clock that was ahead, it may be of any time.
    return !(age >= 0 && age < than);
  };
  const accountsKnown = profile.mark('accounts-at') !== undefined;
  const accounts = profile.reputation.accounts();
  const itself = pollsReputationDirectly(profile, accounts);
  const unexplained = accountsToExplain(profile, accounts);
  const single = itself ? accounts[0]?.site.id : undefined;
  return [
    stream('sites', older('sites-at', sitesFreshFor), true),
    itself
      ? stream('accounts', older('accounts-at', unexplained.length > 0 ? totalFreshFor : accountsFreshFor), true)
      : stream(
          'accounts',
          unexplained.some((site) => isStillUnexplained(profile, site)) && older('accounts-at', totalFreshFor),
          false,
        ),
    // The inbox is asked through a site where the person has an account, so accounts come first.
    ...(accountsKnown ? [stream('inbox', false, false)] : []),
    ...(single === undefined
      ? unexplained.map((site) => stream(`reputation:${site}`, true, true))
      : [stream(`reputation:${single}`, unexplained.length > 0, false)]),
    ...watchStreams(parts),
    // Last, because news comes first; one site after the other, so that the first curve is whole soon.
    ...historiesToRead(profile)
      .slice(0, 1)
      .map((site) => stream(`history:${site}`, true, true)),
  ];
}

function streamOf(
  id: StreamId,
  { lastSentAt, notBefore, restsUntil, pages = 1, wanted: asked, byPerson, backlog: waiting, searched }: StreamState,
  { wanted, onDemand, learned }: { wanted: boolean; onDemand: boolean; learned: Forecast | undefined },
): Stream {
  // One poll of all totals tells that nothing moved; what did is learned a little later, from the looks into it.
  const knownUntil =
    learned && (id.startsWith('questions:') || learned.deviation ? learned.knownUntil : (lastSentAt ?? 0));
  const prospect = learned && {
    ...learned,
    knownUntil: id === 'accounts' ? Math.max(learned.knownUntil, lastSentAt ?? 0) : knownUntil!,
    waiting,
    ...(searched === true && { items: undefined }),
  };
  return {
    id,
    cost: pages,
    lastSentAt,
    notBefore,
    restsUntil,
    minIntervalMs: minIntervalOf(id),
    wanted: wanted || asked,
    byPerson,
    onDemand,
    forecast: prospect,
  };
}

/** The streams of watches as they were listed last, and what they were made of. */
interface Listed {
  watches: StoredWatch[];
  places: { id: StreamId; changed: () => void; outlook: () => Forecast }[];
  streams: Stream[];
  /** Where something changed since. */
  stale: Set<number>;
}

/** What was listed last, for each learner: of thousands of streams hardly any changes from one decision to the next. */
const lists = new WeakMap<RateLearner, Listed>();

function watchStreams({ watches, stateOf, learner }: ListParts): Stream[] {
  let list = lists.get(learner);
  // A watch that is changed is another object, and one that is made again, too.
  if (list?.watches.length !== watches.length || !list.watches.every((watch, place) => watch === watches[place])) {
    list = listed(watches, learner);
    lists.set(learner, list);
  }
  for (const place of list.stale) {
    const { id, changed, outlook } = list.places[place]!;
    const state = stateOf(id);
    state.changed = changed;
    list.streams[place] = streamOf(id, state, { wanted: false, onDemand: false, learned: outlook() });
  }
  list.stale.clear();
  return list.streams;
}

function listed(watches: StoredWatch[], learner: RateLearner): Listed {
  const served = Map.groupBy(watches, (watch) => watchStream(watch.siteId, watch.rule));
  const stale = new Set(Array.from(served, (_, place) => place));
  const places = Array.from(served, ([id, serving], place) => {
    const changed = () => void stale.add(place);
    return {
      id,
      changed,
      outlook: learner.forecastSource(
        id,
        serving.map((watch) => watch.id),
        changed,
      ),
    };
  });
  return { watches: [...watches], places, streams: [], stale };
}
