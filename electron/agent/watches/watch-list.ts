import { randomUUID } from 'node:crypto';
import type { Watch, WatchAlert, WatchRule } from '../../../common/contract/contract.ts';
import type { History, ProfileHistory } from '../../store/history.ts';
import type { KeptMatch } from '../../store/questions/questions.ts';
import type { SettingsStore, StoredWatch } from '../../store/settings.ts';
import { questionRates } from './question-query.ts';
import { shortenedScoreWindow } from './score-window.ts';
import { UserFacingError, userFacingError } from '../domain/user-facing-error.ts';
import type { StreamId } from '../domain/stream-id.ts';
import { watchCost, watchStream } from './cost.ts';
import { deleteWatchMark, setWatchMark, watchMark } from './marks.ts';
import { excludesItself, fits, isEmptyRule, lookOf, normalRule, watchName } from './rule.ts';
import type { PlanScenario } from '../planning/plan-types.ts';

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
  profile: () => ProfileHistory | undefined;
  now: () => number;
  /** The time by the network's clock, where an answer has told it. */
  networkNow: () => number | undefined;
  /** Polls a day that the plan gives, or would give, to a stream. */
  pollsPerDay: (stream: StreamId, asIf?: PlanScenario) => number;
  /** Whether the network refused what a stream asked last. */
  isRefused?: (stream: StreamId) => boolean;
  /** Something changed; `forgotten` are streams that nobody watches any more. */
  onChange: (forgotten: StreamId[]) => void;
}

const day = 24 * 3600_000;
const week = 7 * day;
/** So many of its matches are shown with a watch. */
const latestShown = 3;

/** The watches of the signed-in person. Every call throws a `Refusal` when nobody is. */
export function watchList(parts: WatchListParts) {
  const { settings, history } = parts;
  const profile = (): ProfileHistory => {
    const signedIn = parts.profile();
    if (!signedIn) throw userFacingError('nobody');
    return signedIn;
  };
  const list = (): StoredWatch[] => {
    const { network } = profile().profile;
    return settings.get().watches.filter((watch) => watch.networkId === network);
  };
  const networkNow = () => parts.networkNow() ?? parts.now();
  const othersOn = (siteId: string, besides: string | undefined): WatchRule[] =>
    list()
      .filter((watch) => watch.siteId === siteId && watch.id !== besides)
      .map((watch) => watch.rule);

  /** A rule as it may be kept; refuses one that asks for nothing, for what it leaves out, or for what is watched already. */
  function checked(siteId: string, siteName: string, wanted: WatchRule, id?: string): WatchRule {
    const rule = normalRule(wanted);
    if (isEmptyRule(rule)) throw userFacingError('emptyWatch');
    if (excludesItself(rule)) throw userFacingError('impossibleWatch');
    if (othersOn(siteId, id).some((other) => sameRule(other, rule))) {
      throw new UserFacingError(
        ({ words }) => words('errors.watched.why', { watch: watchName(rule), site: siteName }),
        ({ words }) => words('errors.watched.advice'),
      );
    }
    return rule;
  }

  /** Brings the list of matches in line with a rule: what is known already is listed, and not announced. */
  function relist(watch: StoredWatch): void {
    const { questions } = profile();
    const now = parts.now();
    for (const question of questions.seenSince(watch.siteId, networkNow() - week)) {
      const listed = question.watchIds.includes(watch.id);
      const wanted =
        fits(watch.rule, question) &&
        (listed || (lookOf(watch.rule) === 'new' && question.met && !watch.rule.unanswered));
      if (listed === wanted) continue;
      const ids = wanted ? [...question.watchIds, watch.id] : question.watchIds.filter((id) => id !== watch.id);
      questions.setWatches(watch.siteId, question.questionId, ids, question.createdAt, now);
    }
  }

  /** Keeps the watches of a change, and tells which streams nobody needs any more. */
  function keep(watches: StoredWatch[]): void {
    const streams = () => new Set(list().map((watch) => watchStream(watch.siteId, watch.rule)));
    const before = streams();
    settings.change({ watches });
    const after = streams();
    parts.onChange([...before].filter((stream) => !after.has(stream)));
  }

  function shown(watch: StoredWatch, matches: KeptMatch[], latest: KeptMatch[] = []): Watch {
    const own = matches.filter((match) => match.watchIds.includes(watch.id));
    const stream = watchStream(watch.siteId, watch.rule);
    return {
      id: watch.id,
      site: { id: watch.siteId, name: watch.siteName },
      name: watchName(watch.rule),
      rule: watch.rule,
      alert: watch.alert,
      muted: watch.muted,
      ...(parts.isRefused?.(stream) === true && { refused: true }),
      ...counted(watch, own),
      thisWeek: own.length,
      latest: latest.map(({ questionId, title, link, matchedAt, unread }) => ({
        questionId,
        title,
        link,
        matchedAt: new Date(matchedAt),
        unread,
      })),
      ...(lookOf(watch.rule) === 'scored' && { reachedWithin: shortenedScoreWindow(profile(), watch.siteId) }),
      cost: watchCost(watch.rule, othersOn(watch.siteId, watch.id), questionRates(profile(), watch.siteId), {
        withIt: parts.pollsPerDay(stream),
        without: parts.pollsPerDay(stream, { without: watch.id }),
      }),
    };
  }

  /** How often a watch finds something, and whether its list tells that by itself: where all of the last seven days is in it. */
  function counted(watch: StoredWatch, ofThisWeek: KeptMatch[]): Pick<Watch, 'perDay' | 'wholeWeek'> {
    const mark = watchMark(profile(), watch.id);
    const made = Math.max(mark?.since ?? 0, networkNow() - week);
    const from = Math.min(made, listedSince(watch));
    if (networkNow() - from >= week) return { perDay: ofThisWeek.length / 7, wholeWeek: true };
    const days = Math.max(0, networkNow() - from) / day;
    const n = ofThisWeek.filter((match) => match.matchedAt >= from).length;
    const enough = days >= (from < made ? 1 / 24 : 0.25);
    // What a preview expected counts as much as a day.
    const steadied =
      mark?.expected !== undefined ? (mark.expected + n) / (1 + days) : n > 0 && enough ? n / days : undefined;
    // What is listed of the rest of the week is the least that there was in it.
    return { perDay: steadied === undefined ? undefined : Math.max(steadied, ofThisWeek.length / 7), wholeWeek: false };
  }

  /** Since when every match of a watch is listed, from before it was made, too; ms by the network's clock, Infinity where that is not known. */
  function listedSince({ siteId, rule }: StoredWatch): number {
    const { allSince } = questionRates(profile(), siteId);
    const relisted = lookOf(rule) === 'new' && !rule.unanswered;
    return relisted && allSince !== undefined ? Math.max(allSince * 1000, networkNow() - week) : Infinity;
  }

  return {
    profile,
    list,
    /** The watches as the window shows them. */
    view(): Watch[] {
      const matches = profile().questions.matchesSince(networkNow() - week);
      const latest = profile().questions.latestOfEachWatch(latestShown);
      return list().map((watch) => shown(watch, matches, latest.get(watch.id)));
    },
    viewOf: (watch: StoredWatch): Watch =>
      shown(
        watch,
        profile().questions.matchesSince(networkNow() - week),
        profile().questions.latestOfEachWatch(latestShown).get(watch.id),
      ),
    /** The network's sites, the person's own first. */
    sites(): SiteOffer[] {
      const mine = new Set(
        profile()
          .reputation.accounts()
          .map((account) => account.site.id),
      );
      return history
        .sites(profile().profile.network)
        .map((site) => ({ id: site.id, name: site.name, iconUrl: site.iconUrl, mine: mine.has(site.id) }))
        .toSorted((a, b) => Number(b.mine) - Number(a.mine));
    },
    site(siteId: string): SiteOffer {
      const site = this.sites().find((candidate) => candidate.id === siteId);
      if (!site) throw userFacingError('noSite');
      return site;
    },
    /** `expected`: matches a day, as a preview estimated them. */
    add(siteId: string, wanted: WatchRule, alert: WatchAlert, expected?: number): StoredWatch {
      const site = this.site(siteId);
      const rule = checked(siteId, site.name, wanted);
      const watch: StoredWatch = {
        id: randomUUID(),
        networkId: profile().profile.network,
        siteId,
        siteName: site.name,
        rule,
        alert,
        muted: false,
      };
      profile().transaction(() => {
        setWatchMark(profile(), watch.id, { since: parts.networkNow(), madeAt: parts.now(), expected });
        relist(watch);
      });
      keep([...settings.get().watches, watch]);
      return watch;
    },
    change(id: string, { rule: wanted, alert, muted }: WatchChange): StoredWatch {
      const watch = list().find((candidate) => candidate.id === id);
      if (!watch) throw userFacingError('watchGone');
      const rule = wanted === undefined ? watch.rule : checked(watch.siteId, watch.siteName, wanted, id);
      const changed: StoredWatch = { ...watch, rule, alert: alert ?? watch.alert, muted: muted ?? watch.muted };
      if (!sameRule(rule, watch.rule)) {
        profile().transaction(() => {
          if (lookOf(rule) !== lookOf(watch.rule)) profile().questions.removeWatch(id, parts.now());
          relist(changed);
          const mark = watchMark(profile(), id);
          if (mark) setWatchMark(profile(), id, { ...mark, expected: undefined });
        });
      }
      keep(settings.get().watches.map((other) => (other.id === id ? changed : other)));
      return changed;
    },
    /** Gives what brings it back as it was; undefined where there is no such watch. */
    remove(id: string): (() => void) | undefined {
      const gone = list().find((watch) => watch.id === id);
      if (!gone) return undefined;
      const owner = profile();
      const at = settings.get().watches.indexOf(gone);
      const mark = watchMark(owner, id);
      const forgotten = owner.transaction(() => {
        deleteWatchMark(owner, id);
        return owner.questions.removeWatch(id, parts.now());
      });
      keep(settings.get().watches.filter((watch) => watch.id !== id));
      return () => {
        checked(gone.siteId, gone.siteName, gone.rule);
        owner.transaction(() => {
          if (mark) setWatchMark(owner, id, mark);
          owner.questions.restoreWatch(id, forgotten);
        });
        keep(settings.get().watches.toSpliced(at, 0, gone));
      };
    },
    othersOn,
  };
}

/** Whether two rules find the same. */
export const sameRule = (a: WatchRule, b: WatchRule): boolean => {
  const plain = ({ anyTags, allTags, noTags, titleWords, minScore, unanswered, bounty }: WatchRule) =>
    JSON.stringify([
      ...[anyTags, allTags, noTags, titleWords.map((word) => word.toLowerCase())].map((texts) => texts.toSorted()),
      minScore ?? null,
      unanswered,
      bounty,
    ]);
  return plain(a) === plain(b);
};
