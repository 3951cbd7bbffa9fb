import type { Watch, WatchRule } from '../../../common/contract/contract.ts';
import { DAY_MS } from '../../../common/durations.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import type { StoredMatch } from '../../store/questions/questions.ts';
import type { StoredWatch } from '../../store/settings.ts';
import type { StreamId } from '../domain/stream-id.ts';
import type { PlanScenario } from '../planning/plan-types.ts';
import { watchCost, watchStream } from './cost.ts';
import { watchMark } from './marks.ts';
import { questionRates } from './question-query.ts';
import { questionListOf, watchName } from './rule.ts';
import { shortenedScoreWindow } from './score-window.ts';

const WEEK_MS = 7 * DAY_MS;

/** How many of its matches are shown with a watch. */
const LATEST_SHOWN = 3;

/** A watch says how often it finds something once its list covers a quarter of a day, in days. */
const MIN_DAYS_TO_COUNT = 0.25;
/** The same for a watch whose list also covers time before it was made: an hour, in days. */
const MIN_DAYS_TO_COUNT_BACK = 1 / 24;

export interface WatchViewParts {
  profile: ProfileHistory;
  /** The time in ms by the network's clock. */
  networkNow: () => number;
  /** Polls a day that the plan gives, or would give, to a stream. */
  pollsPerDay: (stream: StreamId, asIf?: PlanScenario) => number;
  /** Whether the network refused what a stream asked last. */
  isRefused: (stream: StreamId) => boolean;
  /** The rules of the other watches on a site. */
  othersOn: (siteId: string, besides: string | undefined) => WatchRule[];
}

/** Gives watches as the window shows them: with what they found, how often they find something, and what they cost. */
export function viewWatches(parts: WatchViewParts, watches: StoredWatch[]): Watch[] {
  const { questions } = parts.profile;
  const thisWeek = new Map<string, number[]>(watches.map(({ id }) => [id, []]));
  for (const { watchIds, matchedAt } of questions.matchTimesSince(parts.networkNow() - WEEK_MS))
    for (const id of watchIds) thisWeek.get(id)?.push(matchedAt);
  const latest = questions.latestOfEachWatch(LATEST_SHOWN, new Set(thisWeek.keys()));
  return watches.map((watch) => viewWatch(parts, watch, thisWeek.get(watch.id)!, latest.get(watch.id) ?? []));
}

function viewWatch(parts: WatchViewParts, watch: StoredWatch, thisWeek: number[], latest: StoredMatch[]): Watch {
  const { profile, pollsPerDay, isRefused, othersOn } = parts;
  const { id, siteId, siteName, rule, alert, muted } = watch;
  const stream = watchStream(siteId, rule);
  return {
    id,
    site: { id: siteId, name: siteName },
    name: watchName(rule),
    rule,
    alert,
    muted,
    ...(isRefused(stream) && { refused: true }),
    ...frequency(parts, watch, thisWeek),
    thisWeek: thisWeek.length,
    latest: latest.map(({ questionId, title, link, matchedAt, unread }) => ({
      questionId,
      title,
      link,
      matchedAt: new Date(matchedAt),
      unread,
    })),
    ...(questionListOf(rule) === 'scored' && { reachedWithin: shortenedScoreWindow(profile, siteId) }),
    cost: watchCost(rule, othersOn(siteId, id), questionRates(profile, siteId), {
      withIt: pollsPerDay(stream),
      without: pollsPerDay(stream, { without: id }),
    }),
  };
}

/** How often a watch finds something, and whether its list alone tells that because it covers the last seven days. */
function frequency(parts: WatchViewParts, watch: StoredWatch, thisWeek: number[]): Pick<Watch, 'perDay' | 'wholeWeek'> {
  const now = parts.networkNow();
  const mark = watchMark(parts.profile, watch.id);
  const made = Math.max(mark?.since ?? 0, now - WEEK_MS);
  const from = Math.min(made, listedSince(parts, watch, now));
  if (now - from >= WEEK_MS) return { perDay: thisWeek.length / 7, wholeWeek: true };
  const days = Math.max(0, now - from) / DAY_MS;
  const matches = thisWeek.filter((matchedAt) => matchedAt >= from).length;
  const isLongEnough = days >= (from < made ? MIN_DAYS_TO_COUNT_BACK : MIN_DAYS_TO_COUNT);
  const counted = matches > 0 && isLongEnough ? matches / days : undefined;
  // A preview's estimate counts as much as a day of watching.
  const perDay = mark?.expected === undefined ? counted : (mark.expected + matches) / (1 + days);
  // The matches listed of this week are the least that there were in it.
  return { perDay: perDay === undefined ? undefined : Math.max(perDay, thisWeek.length / 7), wholeWeek: false };
}

/**
 * Since when every match of a watch is listed, also from before it was made; in ms by the network's clock, Infinity
 * where that is not known.
 */
function listedSince({ profile }: WatchViewParts, { siteId, rule }: StoredWatch, now: number): number {
  const { allSince } = questionRates(profile, siteId);
  const isRelisted = questionListOf(rule) === 'new' && !rule.unanswered;
  return isRelisted && allSince !== undefined ? Math.max(allSince * 1000, now - WEEK_MS) : Infinity;
}
