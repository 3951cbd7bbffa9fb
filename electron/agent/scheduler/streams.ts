import { watchStream } from '../sources/questions/rule.ts';
import { MINUTE_MS, DAY_MS } from '../../../common/durations.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { StoredAccount } from '../../store/reputation.ts';
import type { StoredWatch } from '../../store/settings.ts';
import type { StreamId } from '../stream-id.ts';
import type { RateLearner } from './forecast/rate-learner.ts';
import type { Forecast, Stream } from './forecast/stream.ts';
import { BADGES_INTERVAL_MS } from '../sources/badges-source.ts';
import { inboxNeedsSite } from '../sources/inbox-source.ts';
import { LIST_INTERVAL_MS } from '../sources/questions/listed-questions.ts';
import type { StreamTrust } from './push/stream-trust.ts';
import {
  areAchievementsMissing,
  areAchievementsRead,
  isReputationToBeAsked,
  newBadgeTitles,
} from '../sources/achievements-source.ts';
import {
  accountsToExplain,
  isStillUnexplained,
  pollsReputationDirectly,
} from '../sources/reputation/record-changes.ts';
import { historiesToRead } from '../sources/reputation/reputation-backfill.ts';
import type { StreamState } from './stream-states.ts';

/**
 * How long the list of sites is fresh, in ms. It may be cached for a day at least (docs/api.md, "Caching and
 * compression"), and hardly ever changes.
 */
const SITES_FRESH_FOR_MS = 7 * DAY_MS;
/** With one account its reputation is polled directly; whether there is another one is checked once a day. */
const ACCOUNTS_FRESH_FOR_MS = DAY_MS;
/** Time between two polls of a total that the known changes do not explain, in ms. */
const TOTAL_FRESH_FOR_MS = 4 * MINUTE_MS;

/** Interval at which totals and badges are polled as a fallback even if achievements show the changes, in ms. */
const SAFETY_NET_MS = DAY_MS;

/** Maximum number of sites whose badges are polled: those with the most reputation. */
const MAX_BADGE_SITES = 5;

/** Watches by their stream, cached for each list of watches: thousands are requested again and again. */
const served = new WeakMap<readonly StoredWatch[], Map<StreamId, StoredWatch[]>>();

const byStream = (watches: readonly StoredWatch[]): Map<StreamId, StoredWatch[]> => {
  const known = served.get(watches) ?? Map.groupBy(watches, (watch) => watchStream(watch.siteId, watch.rule));
  served.set(watches, known);
  return known;
};

/** Returns the watches that a stream serves. */
export const watchesServedBy = (id: StreamId, watches: readonly StoredWatch[]): StoredWatch[] =>
  byStream(watches).get(id) ?? [];

/** Returns the minimum time between two polls of a stream, in ms; undefined for the usual minute. */
export function minIntervalOf(id: StreamId): number | undefined {
  if (id.startsWith('badges:')) return BADGES_INTERVAL_MS;
  return id.startsWith('scored:') || id.startsWith('featured:') ? LIST_INTERVAL_MS : undefined;
}

interface StreamListParts {
  profile: ProfileHistory;
  stateOf: (id: StreamId) => StreamState;
  learner: RateLearner;
  /** Whether new badges are announced. */
  wantsBadges: () => boolean;
  /** Whether the user wants achievements read, and the sign-in permits it. */
  readsAchievements?: () => boolean;
  /** Hints of the network's socket; undefined if it has none. */
  trust?: Pick<StreamTrust, 'hintsOf'>;
}

/** Whether a stream is wanted now, and whether it is polled on demand only. */
interface Schedule {
  wanted: boolean;
  onDemand: boolean;
}

/** The streams of watches as last listed. Few of thousands change from one plan to the next. */
interface WatchStreams {
  watches: StoredWatch[];
  sources: { id: StreamId; onChange: () => void; forecast: () => Forecast }[];
  streams: Stream[];
  /** The indexes of those that have changed since. */
  stale: Set<number>;
}

/** Lists all streams to poll, each with its state and its forecast. */
export class StreamList {
  readonly #profile: ProfileHistory;
  readonly #stateOf: (id: StreamId) => StreamState;
  readonly #learner: RateLearner;
  readonly #wantsBadges: () => boolean;
  readonly #readsAchievements: () => boolean;
  readonly #trust: StreamListParts['trust'];
  #watchStreams: WatchStreams | undefined;

  constructor({ profile, stateOf, learner, wantsBadges, readsAchievements = () => false, trust }: StreamListParts) {
    this.#profile = profile;
    this.#stateOf = stateOf;
    this.#learner = learner;
    this.#wantsBadges = wantsBadges;
    this.#readsAchievements = readsAchievements;
    this.#trust = trust;
  }

  /** Returns the current streams; `now` in local time. */
  at(watches: StoredWatch[], now: number): Stream[] {
    const histories = historiesToRead(this.#profile);
    return [
      this.#stream('sites', { wanted: this.#isOlder('sites-at', SITES_FRESH_FOR_MS, now), onDemand: true }),
      ...this.#ownStreams(now),
      ...this.#badgeStreams(now),
      ...this.#streamsOfWatches(watches),
      // Last, because new events come first; one site after the other, so that the first curve is complete soon.
      ...histories.slice(0, 1).map((site) => this.#stream(`history:${site}`, { wanted: true, onDemand: true })),
    ];
  }

  /** Returns the streams of accounts, inbox and reputation. */
  #ownStreams(now: number): Stream[] {
    const reputation = this.#reputationStreams(now);
    const isSite = ({ id }: Stream) => id.startsWith('reputation:');
    // If two are equally urgent, the first is polled first: the inbox before the reputation of single sites.
    return [...reputation.filter((stream) => !isSite(stream)), ...this.#inboxStream(now), ...reputation.filter(isSite)];
  }

  /**
   * Returns the inbox's stream. If the inbox is requested through a site, one of the user's sites has to be known
   * first.
   */
  #inboxStream(now: number): Stream[] {
    const isSiteMissing = this.#profile.mark('accounts-at') === undefined && inboxNeedsSite(this.#profile, now);
    return isSiteMissing ? [] : [this.#stream('inbox', { wanted: false, onDemand: false })];
  }

  /** Whether achievements currently show which totals and badges are worth polling. */
  #reliesOnAchievements(now: number): boolean {
    return this.#asksAchievements(now) && areAchievementsRead(this.#profile, now);
  }

  #asksAchievements(now: number): boolean {
    return this.#readsAchievements() && !areAchievementsMissing(this.#profile, now);
  }

  /** Returns the streams of achievements, which replace totals, and of the reputation of the sites that they name. */
  #reputationToldByAchievements(now: number): Stream[] {
    const accounts = this.#profile.reputation.accounts();
    const unexplained = accountsToExplain(this.#profile, now, accounts);
    const toBeAsked = accounts
      .map(({ site }) => site.id)
      .filter((site) => unexplained.includes(site) || isReputationToBeAsked(this.#profile, site));
    const isTotalLooked = unexplained.some((site) => isStillUnexplained(this.#profile, site));
    const isTotalOld = this.#isOlder('accounts-at', isTotalLooked ? TOTAL_FRESH_FOR_MS : SAFETY_NET_MS, now);
    return [
      this.#stream('achievements', { wanted: false, onDemand: false }),
      this.#stream('accounts', { wanted: isTotalOld, onDemand: true }),
      ...toBeAsked.map((site) => this.#stream(`reputation:${site}`, { wanted: true, onDemand: true })),
    ];
  }

  #reputationStreams(now: number): Stream[] {
    if (this.#reliesOnAchievements(now)) return this.#reputationToldByAchievements(now);
    const accounts = this.#profile.reputation.accounts();
    const unexplained = accountsToExplain(this.#profile, now, accounts);
    const isTotalOld = this.#isOlder('accounts-at', TOTAL_FRESH_FOR_MS, now);
    const single = pollsReputationDirectly(this.#profile, accounts) ? accounts[0]?.site.id : undefined;
    const areAccountsOld =
      unexplained.length > 0 ? isTotalOld : this.#isOlder('accounts-at', ACCOUNTS_FRESH_FOR_MS, now);
    return [
      ...(this.#asksAchievements(now) ? [this.#stream('achievements', { wanted: true, onDemand: true })] : []),
      single === undefined
        ? this.#stream('accounts', {
            wanted: unexplained.some((site) => isStillUnexplained(this.#profile, site)) && isTotalOld,
            onDemand: false,
          })
        : this.#stream('accounts', { wanted: areAccountsOld, onDemand: true }),
      ...(single === undefined
        ? unexplained.map((site) => this.#stream(`reputation:${site}`, { wanted: true, onDemand: true }))
        : [this.#stream(`reputation:${single}`, { wanted: unexplained.length > 0, onDemand: false })]),
    ];
  }

  #badgeStreams(now: number): Stream[] {
    if (!this.#wantsBadges()) return [];
    const accounts = this.#profile.reputation.accounts();
    const richest = accounts.slice(0, MAX_BADGE_SITES);
    if (this.#reliesOnAchievements(now)) return this.#badgesToldByAchievements(accounts, richest, now);
    return richest.map(({ site }) => this.#stream(`badges:${site.id}`, { wanted: false, onDemand: false }));
  }

  /**
   * Returns the streams of badges: at once for sites that achievements name, and once a day for the few with the most
   * reputation.
   */
  #badgesToldByAchievements(accounts: StoredAccount[], richest: StoredAccount[], now: number): Stream[] {
    return accounts.flatMap((account): Stream[] => {
      const id: StreamId = `badges:${account.site.id}`;
      const isTold = newBadgeTitles(this.#profile, account.site.id).length > 0;
      const isOld = !(now - (this.#stateOf(id).lastSentAt ?? -Infinity) < SAFETY_NET_MS);
      if (!isTold && !(richest.includes(account) && isOld)) return [];
      const stream = this.#stream(id, { wanted: true, onDemand: true });
      return [isTold ? withoutRest(stream) : stream];
    });
  }

  #stream(id: StreamId, schedule: Schedule): Stream {
    const forecast = schedule.onDemand ? undefined : this.#learner.forecast(id, []);
    return streamOf(id, this.#stateOf(id), schedule, forecast, this.#trust);
  }

  #isOlder(mark: string, ms: number, now: number): boolean {
    const age = now - Number(this.#profile.mark(mark) ?? -Infinity);
    // If it was noted by a clock that was ahead, its age is unknown.
    return !(age >= 0 && age < ms);
  }

  #streamsOfWatches(watches: StoredWatch[]): Stream[] {
    let list = this.#watchStreams;
    // A changed watch is a new object, and so is one that was created again.
    if (!list || !areTheSame(list.watches, watches)) {
      list = this.#groupByStream(watches);
      this.#watchStreams = list;
    }
    for (const index of list.stale) {
      const { id, onChange, forecast } = list.sources[index]!;
      const state = this.#stateOf(id);
      state.onChange = onChange;
      list.streams[index] = streamOf(id, state, { wanted: false, onDemand: false }, forecast(), this.#trust);
    }
    list.stale.clear();
    return list.streams;
  }

  #groupByStream(watches: StoredWatch[]): WatchStreams {
    const groups = byStream(watches);
    const stale = new Set(Array.from(groups, (_, index) => index));
    const sources = Array.from(groups, ([id, serving], index) => {
      const onChange = () => void stale.add(index);
      const watchIds = serving.map((watch) => watch.id);
      return { id, onChange, forecast: this.#learner.forecastSource(id, watchIds, onChange) };
    });
    return { watches, sources, streams: [], stale };
  }
}

const areTheSame = (before: readonly StoredWatch[], now: readonly StoredWatch[]): boolean =>
  before === now || (before.length === now.length && before.every((watch, index) => watch === now[index]));

/**
 * Returns a stream that is polled as soon as the network allows, without its rest. A pause requested by the network
 * remains.
 */
const withoutRest = (stream: Stream): Stream => ({
  ...stream,
  minIntervalMs: undefined,
  restsUntil: undefined,
  notBefore: stream.notBefore === stream.restsUntil ? undefined : stream.notBefore,
});

function streamOf(
  id: StreamId,
  state: StreamState,
  schedule: Schedule,
  learned: Forecast | undefined,
  trust: StreamListParts['trust'],
): Stream {
  const { lastSentAt, notBefore, restsUntil, pages = 1, wanted, byPerson } = state;
  return {
    id,
    cost: pages,
    lastSentAt,
    notBefore,
    restsUntil,
    minIntervalMs: minIntervalOf(id),
    wanted: schedule.wanted || wanted,
    byPerson,
    onDemand: schedule.onDemand,
    forecast: learned && forecastSince(id, state, learned),
    hints: trust?.hintsOf(id, lastSentAt, learned?.eventsPerDay),
  };
}

/** Returns a stream's forecast as of its last poll. */
function forecastSince(id: StreamId, { lastSentAt = 0, backlog, searched }: StreamState, learned: Forecast): Forecast {
  const isKnownByDates = id.startsWith('questions:') || learned.deviation !== undefined;
  const forecast: Forecast = { ...learned, knownUntil: isKnownByDates ? learned.knownUntil : lastSentAt, backlog };
  // One poll of all totals or of achievements shows that nothing changed; changes are learned a little later, from a
  // poll of each site.
  if (id === 'accounts' || id === 'achievements') forecast.knownUntil = Math.max(learned.knownUntil, lastSentAt);
  if (searched === true) forecast.items = undefined;
  return forecast;
}
