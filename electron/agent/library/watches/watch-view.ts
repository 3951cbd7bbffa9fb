import type { Watch, WatchCost, WatchRule } from '../../../../common/contract/contract.ts';
import { DAY_MS } from '../../../../common/durations.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import type { StoredMatch } from '../../../store/questions/questions.ts';
import type { StoredWatch } from '../../../store/settings.ts';
import type { StreamId } from '../../stream-id.ts';
import type { PlanScenario } from '../../scheduler/plan/plan-types.ts';
import { costTogether, watchCost, watchStream } from '../../sources/questions/cost.ts';
import { watchMark } from '../../sources/questions/marks.ts';
import { questionRates, type QuestionRates } from '../../sources/questions/question-query.ts';
import { questionListOf, watchName, type QuestionList } from '../../sources/questions/rule.ts';
import { shortenedScoreWindow } from '../../sources/questions/score-window.ts';

const WEEK_MS = 7 * DAY_MS;

/** Number of latest matches shown with a watch. */
const LATEST_SHOWN = 3;

/** Minimum time that a watch's list must cover to state its frequency, in days. */
const MIN_DAYS_TO_COUNT = 0.25;
/** Same for a watch whose list also covers time before its creation: an hour, in days. */
const MIN_DAYS_TO_COUNT_BACK = 1 / 24;

export interface WatchViewParts {
  profile: ProfileHistory;
  /** Returns server time, in ms since the epoch. */
  networkNow: () => number;
  /** Returns the polls per day that the plan assigns, or would assign, to a stream. */
  pollsPerDay: (stream: StreamId, asIf?: PlanScenario) => number;
  /** Whether the network refused the last request of a stream. */
  isRefused: (stream: StreamId) => boolean;
  /** Returns the rules of the other watches on a site. */
  othersOn: (siteId: string, besides: string | undefined) => WatchRule[];
}

/** Yields watches one by one as the window shows them: with matches, frequency and cost. */
export function* viewWatches(parts: WatchViewParts, watches: StoredWatch[]): Generator<Watch> {
  const { questions } = parts.profile;
  const thisWeek = new Map<string, number[]>(watches.map(({ id }) => [id, []]));
  for (const { watchIds, matchedAt } of questions.matchTimesSince(parts.networkNow() - WEEK_MS))
    for (const id of watchIds) thisWeek.get(id)?.push(matchedAt);
  const latest = questions.latestOfEachWatch(LATEST_SHOWN, new Set(thisWeek.keys()));
  const costs = new WatchCosts(parts);
  for (const watch of watches)
    yield {
      ...viewWatch(parts, watch, thisWeek.get(watch.id)!, latest.get(watch.id) ?? []),
      cost: costs.of(watch),
    };
}

/** Number of watches in one stream above which each gets an equal share of their combined cost. */
const MAX_WATCHES_TOLD_APART = 100;

/** Costs of watches, with the common part of each stream computed once. */
class WatchCosts {
  readonly #parts: WatchViewParts;
  readonly #streams = new Map<StreamId, { rules: WatchRule[]; rates: QuestionRates; polls: number; part?: number }>();

  constructor(parts: WatchViewParts) {
    this.#parts = parts;
  }

  of({ id, siteId, rule }: StoredWatch): WatchCost {
    const stream = watchStream(siteId, rule);
    const { rules, rates, polls, part } = this.#of(stream, siteId, questionListOf(rule));
    const others = part === undefined ? rules.filter((other) => other !== rule) : rules.slice(0, 3);
    if (part === undefined) {
      const without = this.#parts.pollsPerDay(stream, { without: id });
      return watchCost(rule, others, rates, { withIt: polls, without });
    }
    const sharedRules = others.filter((other) => other !== rule).slice(0, 2);
    return { requestsPerDay: part, sharedWith: rules.length - 1, sharedRules };
  }

  #of(stream: StreamId, siteId: string, list: QuestionList) {
    const known = this.#streams.get(stream);
    if (known) return known;
    const { profile, pollsPerDay, othersOn } = this.#parts;
    const rules = othersOn(siteId, undefined).filter((rule) => questionListOf(rule) === list);
    const [rates, polls] = [questionRates(profile, siteId), pollsPerDay(stream)];
    const together = () => costTogether(rules, list, [], rates, { withIt: polls, without: 0 }).requestsPerDay;
    const isCrowd = rules.length > MAX_WATCHES_TOLD_APART;
    const found = { rules, rates, polls, ...(isCrowd && { part: together() / rules.length }) };
    this.#streams.set(stream, found);
    return found;
  }
}

function viewWatch(
  parts: WatchViewParts,
  watch: StoredWatch,
  thisWeek: number[],
  latest: StoredMatch[],
): Omit<Watch, 'cost'> {
  const { profile, isRefused } = parts;
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
  };
}

/** Returns the frequency of a watch, and whether its list alone determines it because it covers the last seven days. */
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
  // The listed matches of this week are a lower limit.
  return { perDay: perDay === undefined ? undefined : Math.max(perDay, thisWeek.length / 7), wholeWeek: false };
}

/**
 * Returns the time since which every match of a watch is listed, including the time before its creation; in ms since
 * the epoch, server time, or Infinity if unknown.
 */
function listedSince({ profile }: WatchViewParts, { siteId, rule }: StoredWatch, now: number): number {
  const { allSince } = questionRates(profile, siteId);
  const isRelisted = questionListOf(rule) === 'new' && !rule.unanswered;
  return isRelisted && allSince !== undefined ? Math.max(allSince * 1000, now - WEEK_MS) : Infinity;
}
