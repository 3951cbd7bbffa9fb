import { MINUTE_MS, DAY_MS } from '../../../common/durations.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { StoredAccount } from '../../store/reputation.ts';
import type { StoredWatch } from '../../store/settings.ts';
import type { AgentContext } from '../context.ts';
import type { StreamId } from '../ids.ts';
import type { Forecast, Stream } from './forecast/forecast.ts';
import {
  BADGES_INTERVAL_MS,
  areAchievementsRead,
  isReputationToBeAsked,
  newBadgeTitles,
} from '../sources/achievements-source.ts';
import { inboxNeedsSite } from '../sources/inbox-source.ts';
import { isMissing } from '../sources/poll.ts';
import { LIST_INTERVAL_MS } from '../sources/questions/listed-questions.ts';
import type { Gate } from './gate.ts';
import type { RateLearner } from './forecast/rate-learner.ts';
import type { StreamTrust } from './push/trust.ts';
import {
  accountsToExplain,
  isStillUnexplained,
  pollsReputationDirectly,
} from '../sources/reputation/record-changes.ts';
import { historiesToRead } from '../sources/reputation/reputation-backfill.ts';
import { watchStream } from '../sources/questions/rule.ts';
import type { StreamState, StreamStates } from './stream-states.ts';

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

/** Returns the minimum time between two polls of a stream, in ms; undefined for the usual minute. */
export function minIntervalOf(id: StreamId): number | undefined {
  if (id.startsWith('badges:')) return BADGES_INTERVAL_MS;
  return id.startsWith('scored:') || id.startsWith('featured:') ? LIST_INTERVAL_MS : undefined;
}

/** The watches of this account, also by their stream, and all those of the settings that they were taken from. */
interface OwnWatches {
  all: readonly StoredWatch[];
  own: StoredWatch[];
  byStream: Map<StreamId, { watches: StoredWatch[]; ids: string[] }>;
}

/** Knowledge of a network that its streams are listed from. */
interface StreamKnowledge {
  gate: Gate;
  states: StreamStates;
  learner: RateLearner;
  /** Hints of the network's socket; undefined if it has none. */
  trust?: StreamTrust;
}

const NO_IDS: readonly string[] = [];

/** Lists all streams to poll, each with its state and its forecast. */
export class Streams {
  readonly #context: Pick<AgentContext, 'clock' | 'settings'>;
  readonly #profile: ProfileHistory;
  readonly #networkId: string;
  readonly #network: StreamKnowledge;
  #watches: OwnWatches | undefined;

  constructor(
    context: Pick<AgentContext, 'clock' | 'settings'>,
    { profile, networkId }: { profile: ProfileHistory; networkId: string },
    network: StreamKnowledge,
  ) {
    this.#context = context;
    this.#profile = profile;
    this.#networkId = networkId;
    this.#network = network;
  }

  /** Returns the watches of this account. */
  watches(): StoredWatch[] {
    return this.#ownWatches().own;
  }

  /** Returns the watches that a stream serves. */
  watchesServedBy(id: StreamId): StoredWatch[] {
    return this.#ownWatches().byStream.get(id)?.watches ?? [];
  }

  /** Returns the forecast of a stream's events, whether or not it is polled. */
  forecast(id: StreamId): Forecast {
    return this.#network.learner.forecast(id, this.#ownWatches().byStream.get(id)?.ids ?? NO_IDS);
  }

  /** Returns a stream that is polled now, or undefined. */
  find(id: StreamId): Stream | undefined {
    return this.list().find((stream) => stream.id === id);
  }

  /** Whether new badges are announced. */
  wantsBadges(): boolean {
    return this.#context.settings.get().preferences.notify.badges;
  }

  /** Returns the current streams. */
  list(): Stream[] {
    const now = this.#context.clock.now();
    const histories = historiesToRead(this.#profile);
    return [
      this.#stream('sites', { isWanted: this.#isOlder('sites-at', SITES_FRESH_FOR_MS, now), onDemand: true }),
      ...this.#ownStreams(now),
      ...this.#badgeStreams(now),
      ...Array.from(this.#ownWatches().byStream.keys(), (id) => this.#stream(id)),
      // Last, because new events come first; one site after the other, so that the first curve is complete soon.
      ...histories.slice(0, 1).map((site) => this.#stream(`history:${site}`, { isWanted: true, onDemand: true })),
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
    return isSiteMissing ? [] : [this.#stream('inbox')];
  }

  /** Whether achievements currently show which totals and badges are worth polling. */
  #reliesOnAchievements(now: number): boolean {
    return this.#asksAchievements(now) && areAchievementsRead(this.#profile, now);
  }

  #asksAchievements(now: number): boolean {
    const { networks, preferences } = this.#context.settings.get();
    const mayRead = networks.some(({ id, mayReadPrivate }) => id === this.#networkId && mayReadPrivate);
    return preferences.achievements && mayRead && !isMissing(this.#profile, 'achievements-missing', now);
  }

  /**
   * Returns the streams of totals and reputation. Achievements replace totals while they can be read, and name the
   * sites whose reputation has changed.
   */
  #reputationStreams(now: number): Stream[] {
    const profile = this.#profile;
    const accounts = profile.reputation.accounts();
    const unexplained = accountsToExplain(profile, now, accounts);
    const isStillOpen = unexplained.some((site) => isStillUnexplained(profile, site));
    const isTotalOlder = (ms: number) => this.#isOlder('accounts-at', ms, now);
    const onDemand = (id: StreamId, isWanted = true) => this.#stream(id, { isWanted, onDemand: true });
    const ofSites = (sites: string[]) => sites.map((site) => onDemand(`reputation:${site}`));
    if (this.#reliesOnAchievements(now)) {
      const isChanged = (site: string) => unexplained.includes(site) || isReputationToBeAsked(profile, site);
      return [
        this.#stream('achievements'),
        onDemand('accounts', isTotalOlder(isStillOpen ? TOTAL_FRESH_FOR_MS : SAFETY_NET_MS)),
        ...ofSites(accounts.map(({ site }) => site.id).filter(isChanged)),
      ];
    }
    const achievements = this.#asksAchievements(now) ? [onDemand('achievements')] : [];
    if (!pollsReputationDirectly(profile, accounts)) {
      const isWanted = isStillOpen && isTotalOlder(TOTAL_FRESH_FOR_MS);
      return [...achievements, this.#stream('accounts', { isWanted }), ...ofSites(unexplained)];
    }
    const isUnexplained = unexplained.length > 0;
    return [
      ...achievements,
      onDemand('accounts', isTotalOlder(isUnexplained ? TOTAL_FRESH_FOR_MS : ACCOUNTS_FRESH_FOR_MS)),
      this.#stream(`reputation:${accounts[0]!.site.id}`, { isWanted: isUnexplained }),
    ];
  }

  #badgeStreams(now: number): Stream[] {
    if (!this.wantsBadges()) return [];
    const accounts = this.#profile.reputation.accounts();
    const richest = accounts.slice(0, MAX_BADGE_SITES);
    if (this.#reliesOnAchievements(now)) return this.#badgesToldByAchievements(accounts, richest, now);
    return richest.map(({ site }) => this.#stream(`badges:${site.id}`));
  }

  /**
   * Returns the streams of badges: at once for sites that achievements name, and once a day for the few with the most
   * reputation.
   */
  #badgesToldByAchievements(accounts: StoredAccount[], richest: StoredAccount[], now: number): Stream[] {
    return accounts.flatMap((account): Stream[] => {
      const id: StreamId = `badges:${account.site.id}`;
      const isTold = newBadgeTitles(this.#profile, account.site.id).length > 0;
      const isOld = !(now - (this.#network.gate.streamState(id).lastSentAt ?? -Infinity) < SAFETY_NET_MS);
      if (!isTold && !(richest.includes(account) && isOld)) return [];
      const stream = this.#stream(id, { isWanted: true, onDemand: true });
      return [isTold ? withoutRest(stream) : stream];
    });
  }

  /** Returns a stream. `isWanted`: whether it is polled as soon as possible, even if no poll was requested. */
  #stream(id: StreamId, { isWanted = false, onDemand = false } = {}): Stream {
    const forecast = onDemand ? undefined : this.forecast(id);
    const { lastSentAt, notBefore, restsUntil, pages = 1, wanted, byPerson } = this.#network.gate.streamState(id);
    return {
      id,
      cost: pages,
      lastSentAt,
      notBefore,
      restsUntil,
      minIntervalMs: minIntervalOf(id),
      wanted: isWanted || wanted,
      byPerson,
      onDemand,
      forecast: forecast && forecastSince(id, this.#network.states.of(id), forecast),
      hints: this.#network.trust?.hintsOf(id, lastSentAt, forecast?.eventsPerDay),
    };
  }

  #isOlder(mark: string, ms: number, now: number): boolean {
    const age = now - Number(this.#profile.mark(mark) ?? -Infinity);
    // If it was noted by a clock that was ahead, its age is unknown.
    return !(age >= 0 && age < ms);
  }

  #ownWatches(): OwnWatches {
    const all = this.#context.settings.get().watches;
    if (this.#watches?.all !== all) {
      const own = all.filter((watch) => watch.networkId === this.#networkId);
      const groups = Map.groupBy(own, ({ siteId, rule }) => watchStream(siteId, rule));
      const byStream = new Map(
        Array.from(groups, ([id, watches]) => [id, { watches, ids: watches.map((watch) => watch.id) }]),
      );
      this.#watches = { all, own, byStream };
    }
    return this.#watches;
  }
}

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
