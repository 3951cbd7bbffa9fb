import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SiteChoice, WatchAlert, WatchRule } from '../../../../common/contract/contract.ts';
import { DAY_MS } from '../../../../common/durations.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import type { StoredSettings, StoredWatch } from '../../../store/settings.ts';
import type { AgentContext } from '../../context.ts';
import type { StreamId } from '../../ids.ts';
import { UserFacingError, userFacingError } from '../../user-facing-error.ts';
import type { Poll } from '../poll.ts';
import {
  excludesItself,
  matchesAsAsked,
  isEmptyRule,
  questionListOf,
  normalRule,
  sameRule,
  watchName,
  watchStream,
} from './rule.ts';

/** Changeable fields of a watch. */
export interface WatchChange {
  rule?: WatchRule | undefined;
  alert?: WatchAlert | undefined;
  muted?: boolean | undefined;
}

/** A signed-in account. Without a scheduler, server time is unknown. */
interface WatchingAccount {
  readonly profile: ProfileHistory;
  readonly scheduler: { networkNow(): number | undefined } | undefined;
}

type Context = Pick<AgentContext, 'settings' | 'history' | 'clock' | 'events'>;

const WEEK_MS = 7 * DAY_MS;

/** Watches of one signed-in person: rules (rule.ts), matches, and changes. */
export class WatchList {
  readonly #context: Context;
  readonly #account: WatchingAccount;

  constructor(context: Context, account: WatchingAccount) {
    this.#context = context;
    this.#account = account;
  }

  list(): StoredWatch[] {
    const { profile } = this.#account;
    return this.#context.settings.get().watches.filter((watch) => watch.networkId === profile.profile.network);
  }

  /** Returns the rules of the watches on a site, except for one of them if given. */
  othersOn(siteId: string, besides?: string): WatchRule[] {
    return this.list()
      .filter((watch) => watch.siteId === siteId && watch.id !== besides)
      .map((watch) => watch.rule);
  }

  /** Returns the network's sites, the person's own first. */
  sites(): SiteChoice[] {
    const { profile } = this.#account;
    const mine = new Set(profile.reputation.accounts().map(({ site }) => site.id));
    return this.#context.history
      .sites(profile.profile.network)
      .map((site) => ({ id: site.id, name: site.name, iconUrl: site.iconUrl, mine: mine.has(site.id) }))
      .toSorted((a, b) => Number(b.mine) - Number(a.mine));
  }

  /**
   * Adds a watch.
   * @param expected matches per day, as estimated by a preview
   * @param agoMs time in ms since which questions are already new
   * @throws UserFacingError if the rule cannot be watched
   */
  add(
    siteId: string,
    wanted: WatchRule,
    alert: WatchAlert,
    { expected, agoMs = 0 }: { expected?: number | undefined; agoMs?: number } = {},
  ): StoredWatch {
    const { profile, scheduler } = this.#account;
    const now = this.#now();
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
      const since = scheduler?.networkNow();
      const begin = since === undefined ? { since: now - agoMs, byOwnClock: true } : { since: since - agoMs };
      setWatchMark(profile, watch.id, { ...begin, madeAt: now, expected });
      this.#relist(watch);
    });
    this.#save((watches) => [...watches, watch]);
    return watch;
  }

  /**
   * Changes a watch.
   * @throws UserFacingError if the rule cannot be watched, or the watch does not exist
   */
  change(id: string, { rule: wanted, alert, muted }: WatchChange): StoredWatch {
    const { profile } = this.#account;
    const watch = this.list().find((candidate) => candidate.id === id);
    if (!watch) throw userFacingError('gone');
    const rule = wanted === undefined ? watch.rule : this.#checked(watch.siteId, watch.siteName, wanted, id);
    const changed: StoredWatch = { ...watch, rule, alert: alert ?? watch.alert, muted: muted ?? watch.muted };
    if (!sameRule(rule, watch.rule)) {
      profile.transaction(() => {
        if (questionListOf(rule) !== questionListOf(watch.rule)) profile.questions.removeWatches([id], this.#now());
        this.#relist(changed);
        const mark = watchMark(profile, id);
        if (mark) setWatchMark(profile, id, { ...mark, expected: undefined });
      });
    }
    this.#save((watches) => watches.map((other) => (other.id === id ? changed : other)));
    return changed;
  }

  /** Removes a watch; returns a function that restores it, or undefined if it does not exist. */
  remove(id: string): (() => void) | undefined {
    const { profile } = this.#account;
    const removed = this.list().find((watch) => watch.id === id);
    if (!removed) return undefined;
    const place = this.#context.settings.get().watches.indexOf(removed);
    const mark = watchMark(profile, id);
    const forgotten = profile.transaction(() => {
      deleteWatchMark(profile, id);
      return profile.questions.removeWatches([id], this.#now());
    });
    this.#save((watches) => watches.filter((watch) => watch.id !== id));
    return () => {
      this.#checked(removed.siteId, removed.siteName, removed.rule);
      profile.transaction(() => {
        if (mark) setWatchMark(profile, id, mark);
        profile.questions.restoreWatch(id, forgotten);
      });
      this.#save((watches) => watches.toSpliced(place, 0, removed));
    };
  }

  /** Returns the streams that the watches need. */
  streams(): ReadonlySet<StreamId> {
    return new Set(this.list().map((watch) => watchStream(watch.siteId, watch.rule)));
  }

  /** Removes the matches of watches that are being deleted, without a way to restore them. */
  forgetMatches(ids: readonly string[]): void {
    const { profile } = this.#account;
    profile.transaction(() => {
      for (const id of ids) deleteWatchMark(profile, id);
      profile.questions.removeWatches(ids, this.#now());
    });
  }

  #now(): number {
    return this.#context.clock.now();
  }

  /**
   * Normalizes and checks a rule.
   * @throws UserFacingError if it is empty, excludes itself, or is already watched
   */
  #checked(siteId: string, siteName: string, wanted: WatchRule, id?: string): WatchRule {
    const rule = normalRule(wanted);
    if (isEmptyRule(rule)) throw userFacingError('emptyWatch');
    if (excludesItself(rule)) throw userFacingError('impossibleWatch');
    if (this.othersOn(siteId, id).some((other) => sameRule(other, rule))) {
      throw new UserFacingError(
        ({ words }) => words('errors.watched', { watch: watchName(rule), site: siteName }),
        ({ words }) => words('errors.watchedAdvice'),
      );
    }
    return rule;
  }

  /** Updates the list of matches after a rule changed: known questions are listed, and not announced. */
  #relist(watch: StoredWatch): void {
    const { scheduler, profile } = this.#account;
    const { questions } = profile;
    const now = this.#now();
    const networkNow = scheduler?.networkNow() ?? now;
    for (const question of questions.seenSince(watch.siteId, networkNow - WEEK_MS)) {
      const listed = question.watchIds.includes(watch.id);
      const wanted =
        matchesAsAsked(watch.rule, question) &&
        (listed || (questionListOf(watch.rule) === 'new' && question.met && !watch.rule.unanswered));
      if (listed === wanted) continue;
      const ids = wanted ? [...question.watchIds, watch.id] : question.watchIds.filter((id) => id !== watch.id);
      questions.setWatches(watch.siteId, question.questionId, ids, question.createdAt, now);
    }
  }

  /** Stores the watches after a change. */
  #save(change: (watches: StoredWatch[]) => StoredWatch[]): void {
    const { settings, events } = this.#context;
    settings.change({ watches: change(settings.get().watches) });
    events.emit('watches-changed', this.#account.profile.profile.network);
  }
}

/** Returns the ids of muted watches, whose matches are not counted. */
export const mutedWatches = ({ watches }: Pick<StoredSettings, 'watches'>): string[] =>
  watches.flatMap(({ id, muted }) => (muted ? [id] : []));

/** Stored data of a watch beside its rule. */
const WatchMark = z.object({
  /**
   * Time from which questions are new; ms since the epoch, server time. Absent for watches that are older than this
   * mark.
   */
  since: z.number().optional(),
  /** Whether `since` is in local time until the first poll, because server time was unknown. */
  byOwnClock: z.boolean().optional(),
  /** Creation of the watch; ms since the epoch, local time. */
  madeAt: z.number(),
  /** Matches per day, as estimated by its preview. */
  expected: z.number().optional(),
});
type WatchMark = z.output<typeof WatchMark>;

const markName = (watchId: string): string => `watch:${watchId}`;

export const watchMark = (profile: ProfileHistory, watchId: string): WatchMark | undefined =>
  readMark(profile, markName(watchId), WatchMark);

export const setWatchMark = (profile: ProfileHistory, watchId: string, mark: WatchMark): void =>
  profile.setMark(markName(watchId), mark);

const deleteWatchMark = (profile: ProfileHistory, watchId: string): void => profile.deleteMark(markName(watchId));

const byNetworkClock = ({ byOwnClock: _past, since, ...mark }: WatchMark, aheadMs: number): WatchMark => ({
  ...mark,
  ...(since !== undefined && { since: since + aheadMs }),
});

/**
 * Returns the time from which a watch's questions are new, in ms since the epoch, server time, rounded down to the
 * second as creation dates are. A time in the future was stored under a wrong clock and is replaced by the watch's
 * creation.
 */
export function watchedSince(poll: Pick<Poll, 'profile' | 'now' | 'networkNow'>, watchId: string): number | undefined {
  const { profile } = poll;
  const [now, networkNow] = [poll.now(), poll.networkNow()];
  const kept = watchMark(profile, watchId);
  const mark = kept?.byOwnClock === true ? byNetworkClock(kept, networkNow - now) : kept;
  if (mark?.since === undefined) return undefined;
  // A server clock that is days behind the local one may be wrong itself, and would make old questions new.
  const latest = networkNow < now - DAY_MS ? now : networkNow;
  const since = mark.since <= latest ? mark.since : Math.min(mark.madeAt, latest);
  if (since !== kept?.since || mark !== kept) setWatchMark(profile, watchId, { ...mark, since });
  return Math.floor(since / 1000) * 1000;
}
