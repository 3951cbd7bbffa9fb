import { randomUUID } from 'node:crypto';
import type { Watch, WatchAlert, WatchRule } from '../../../common/contract/contract.ts';
import { DAY_MS } from '../../../common/durations.ts';
import type { History } from '../../store/history.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { SettingsStore, StoredWatch } from '../../store/settings.ts';
import type { StreamId } from '../domain/stream-id.ts';
import { UserFacingError, userFacingError } from '../domain/user-facing-error.ts';
import type { PlanScenario } from '../planning/plan-types.ts';
import { watchStream } from './cost.ts';
import { deleteWatchMark, setWatchMark, watchMark } from './marks.ts';
import { excludesItself, fits, isEmptyRule, questionListOf, normalRule, sameRule, watchName } from './rule.ts';
import { viewWatches } from './watch-view.ts';

/**
 * The room `watches` knows everything about watches: their rules and which questions match them, the requests they
 * cost, the preview of what they find, and the suggestions for new ones, such as a person's own tags.
 */

/** A site to choose from; `mine` where the person has an account. */
export interface SiteOffer {
  id: string;
  name: string;
  iconUrl?: string | undefined;
  mine: boolean;
}

/** What a person may change of a watch. */
export interface WatchChange {
  rule?: WatchRule | undefined;
  alert?: WatchAlert | undefined;
  muted?: boolean | undefined;
}

export interface WatchListParts {
  settings: SettingsStore;
  history: History;
  profile: ProfileHistory;
  now: () => number;
  /** The time by the network's clock, where an answer has told it. */
  networkNow: () => number | undefined;
  /** Polls a day that the plan gives, or would give, to a stream. */
  pollsPerDay: (stream: StreamId, asIf?: PlanScenario) => number;
  /** Whether the network refused what a stream asked last. */
  isRefused: (stream: StreamId) => boolean;
  /** The watches changed; `forgotten` are streams that nobody watches any more. */
  onChange: (forgotten: StreamId[]) => void;
}

const WEEK_MS = 7 * DAY_MS;

/** The watches of one signed-in person: what they look for (rule.ts), what they found, and how they are changed. */
export class WatchList {
  readonly #parts: WatchListParts;

  constructor(parts: WatchListParts) {
    this.#parts = parts;
  }

  list(): StoredWatch[] {
    const { settings, profile } = this.#parts;
    return settings.get().watches.filter((watch) => watch.networkId === profile.profile.network);
  }

  /** The watches as the window shows them; all of them unless some are given. */
  view(watches: StoredWatch[] = this.list()): Generator<Watch> {
    const { profile, pollsPerDay, isRefused } = this.#parts;
    const networkNow = () => this.#networkNow();
    const othersOn = (siteId: string, besides: string | undefined) => this.othersOn(siteId, besides);
    return viewWatches({ profile, networkNow, pollsPerDay, isRefused, othersOn }, watches);
  }

  /** The rules of the watches on a site, but for one of them. */
  othersOn(siteId: string, besides: string | undefined): WatchRule[] {
    return this.list()
      .filter((watch) => watch.siteId === siteId && watch.id !== besides)
      .map((watch) => watch.rule);
  }

  /** The network's sites, the person's own first. */
  sites(): SiteOffer[] {
    const { history, profile } = this.#parts;
    const mine = new Set(profile.reputation.accounts().map(({ site }) => site.id));
    return history
      .sites(profile.profile.network)
      .map((site) => ({ id: site.id, name: site.name, iconUrl: site.iconUrl, mine: mine.has(site.id) }))
      .toSorted((a, b) => Number(b.mine) - Number(a.mine));
  }

  /**
   * `expected`: matches a day, as a preview estimated them. `agoMs`: how long ago the person began to wait for them;
   * what was asked since then is news. @throws UserFacingError for a rule that cannot be watched
   */
  add(
    siteId: string,
    wanted: WatchRule,
    alert: WatchAlert,
    { expected, agoMs = 0 }: { expected?: number | undefined; agoMs?: number } = {},
  ): StoredWatch {
    const { profile, settings, now, networkNow } = this.#parts;
    const site = this.sites().find((candidate) => candidate.id === siteId);
    if (!site) throw userFacingError('noSite');
    const watch: StoredWatch = {
      id: randomUUID(),
      networkId: profile.profile.network,
      siteId,
      siteName: site.name,
      rule: this.#checked(siteId, site.name, wanted),
      alert,
      muted: false,
    };
    profile.transaction(() => {
      const since = networkNow();
      const told = since === undefined ? { since: now() - agoMs, byOwnClock: true } : { since: since - agoMs };
      setWatchMark(profile, watch.id, { ...told, madeAt: now(), expected });
      this.#relist(watch);
    });
    this.#save([...settings.get().watches, watch]);
    return watch;
  }

  /** @throws UserFacingError for a rule that cannot be watched, or where there is no such watch */
  change(id: string, { rule: wanted, alert, muted }: WatchChange): StoredWatch {
    const { profile, settings, now } = this.#parts;
    const watch = this.list().find((candidate) => candidate.id === id);
    if (!watch) throw userFacingError('watchGone');
    const rule = wanted === undefined ? watch.rule : this.#checked(watch.siteId, watch.siteName, wanted, id);
    const changed: StoredWatch = { ...watch, rule, alert: alert ?? watch.alert, muted: muted ?? watch.muted };
    if (!sameRule(rule, watch.rule)) {
      profile.transaction(() => {
        if (questionListOf(rule) !== questionListOf(watch.rule)) profile.questions.removeWatch(id, now());
        this.#relist(changed);
        const mark = watchMark(profile, id);
        if (mark) setWatchMark(profile, id, { ...mark, expected: undefined });
      });
    }
    this.#save(settings.get().watches.map((other) => (other.id === id ? changed : other)));
    return changed;
  }

  /** Gives what brings it back as it was; undefined where there is no such watch. */
  remove(id: string): (() => void) | undefined {
    const { profile, settings, now } = this.#parts;
    const removed = this.list().find((watch) => watch.id === id);
    if (!removed) return undefined;
    const place = settings.get().watches.indexOf(removed);
    const mark = watchMark(profile, id);
    const forgotten = profile.transaction(() => {
      deleteWatchMark(profile, id);
      return profile.questions.removeWatch(id, now());
    });
    this.#save(settings.get().watches.filter((watch) => watch.id !== id));
    return () => {
      this.#checked(removed.siteId, removed.siteName, removed.rule);
      profile.transaction(() => {
        if (mark) setWatchMark(profile, id, mark);
        profile.questions.restoreWatch(id, forgotten);
      });
      this.#save(settings.get().watches.toSpliced(place, 0, removed));
    };
  }

  /** Streams that the watches need. */
  streams(): ReadonlySet<StreamId> {
    return new Set(this.list().map((watch) => watchStream(watch.siteId, watch.rule)));
  }

  /** To be called after a change: tells which of the streams before it nobody needs any more. */
  changedFrom(before: ReadonlySet<StreamId>): void {
    const after = this.streams();
    this.#parts.onChange([...before].filter((stream) => !after.has(stream)));
  }

  /** Takes watches that are going off what they found, without bringing it back later. */
  forgetMatches(ids: readonly string[]): void {
    const { profile, now } = this.#parts;
    profile.transaction(() => {
      for (const id of ids) deleteWatchMark(profile, id);
      profile.questions.removeWatches(new Set(ids), now());
    });
  }

  #networkNow(): number {
    return this.#parts.networkNow() ?? this.#parts.now();
  }

  /**
   * A rule as it may be stored. @throws UserFacingError for one that asks for nothing, for what it leaves out, or for
   * what is watched already
   */
  #checked(siteId: string, siteName: string, wanted: WatchRule, id?: string): WatchRule {
    const rule = normalRule(wanted);
    if (isEmptyRule(rule)) throw userFacingError('emptyWatch');
    if (excludesItself(rule)) throw userFacingError('impossibleWatch');
    if (this.othersOn(siteId, id).some((other) => sameRule(other, rule))) {
      throw new UserFacingError(
        ({ words }) => words('errors.watched.why', { watch: watchName(rule), site: siteName }),
        ({ words }) => words('errors.watched.advice'),
      );
    }
    return rule;
  }

  /** Brings the list of matches in line with a rule: what is known already is listed, and not announced. */
  #relist(watch: StoredWatch): void {
    const { questions } = this.#parts.profile;
    const now = this.#parts.now();
    for (const question of questions.seenSince(watch.siteId, this.#networkNow() - WEEK_MS)) {
      const listed = question.watchIds.includes(watch.id);
      const wanted =
        fits(watch.rule, question) &&
        (listed || (questionListOf(watch.rule) === 'new' && question.met && !watch.rule.unanswered));
      if (listed === wanted) continue;
      const ids = wanted ? [...question.watchIds, watch.id] : question.watchIds.filter((id) => id !== watch.id);
      questions.setWatches(watch.siteId, question.questionId, ids, question.createdAt, now);
    }
  }

  /** Stores the watches after a change. */
  #save(watches: StoredWatch[]): void {
    const before = this.streams();
    this.#parts.settings.change({ watches });
    this.changedFrom(before);
  }
}
