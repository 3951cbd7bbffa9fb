import type { Watch, WatchCost, WatchRule } from '../../../../common/contract/contract.ts';
import { DAY_MS } from '../../../../common/durations.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import type { StoredWatch } from '../../../store/settings.ts';
import type { Scheduler } from '../../scheduler/scheduler.ts';
import type { StreamId } from '../../ids.ts';
import { watchMark } from '../../sources/questions/watch-list.ts';
import { questionRates, type QuestionRates, chooseForm } from '../../sources/questions/cursor.ts';
import { questionListOf, watchName, watchStream, type QuestionList } from '../../sources/questions/rule.ts';
import { shortenedScoreWindow } from '../../sources/questions/listed-questions.ts';
import type { WatchList } from '../../sources/questions/watch-list.ts';

const WEEK_MS = 7 * DAY_MS;

/** Number of latest matches shown with a watch. */
const LATEST_SHOWN = 3;

/** Minimum time that a watch's list must cover to state its frequency, in days. */
const MIN_DAYS_TO_COUNT = 0.25;
/** Same for a watch whose list also covers time before its creation: an hour, in days. */
const MIN_DAYS_TO_COUNT_BACK = 1 / 24;

/** An account whose watches are shown. Without a scheduler, nothing is planned. */
interface WatchingAccount {
  readonly profile: ProfileHistory;
  readonly watches: Pick<WatchList, 'othersOn'>;
  readonly scheduler: Pick<Scheduler, 'pollsPerDay' | 'isRefused'> | undefined;
}

/**
 * Yields watches one by one as the window shows them: with matches, frequency and cost. `now` in ms since the epoch,
 * server time.
 */
export function* viewWatches(account: WatchingAccount, watches: StoredWatch[], now: number): Generator<Watch> {
  const { profile, scheduler } = account;
  const thisWeek = new Map<string, number[]>(watches.map(({ id }) => [id, []]));
  for (const { watchIds, matchedAt } of profile.questions.matchTimesSince(now - WEEK_MS))
    for (const id of watchIds) thisWeek.get(id)?.push(matchedAt);
  const latest = profile.questions.latestOfEachWatch(LATEST_SHOWN, new Set(thisWeek.keys()));
  const costOf = watchCosts(account);
  for (const watch of watches) {
    const { id, siteId, siteName, rule, alert, muted } = watch;
    const matches = thisWeek.get(id)!;
    yield {
      id,
      site: { id: siteId, name: siteName },
      name: watchName(rule),
      rule,
      alert,
      muted,
      ...(scheduler?.isRefused(watchStream(siteId, rule)) === true && { refused: true }),
      latest: (latest.get(id) ?? []).map(({ questionId, title, link, matchedAt, unread }) => ({
        questionId,
        title,
        link,
        matchedAt: new Date(matchedAt),
        unread,
      })),
      ...(questionListOf(rule) === 'scored' && { reachedWithin: shortenedScoreWindow(profile, siteId) }),
      ...frequency(profile, watch, matches, now),
      thisWeek: matches.length,
      cost: costOf(watch),
    };
  }
}

/** Number of watches in one stream above which each gets an equal share of their combined cost. */
const MAX_WATCHES_TOLD_APART = 100;

/** Returns a function that computes the cost of a watch, with the common part of each stream computed once. */
function watchCosts({ profile, scheduler, watches }: WatchingAccount): (watch: StoredWatch) => WatchCost {
  const streams = new Map<StreamId, ReturnType<typeof sharedBy>>();
  const sharedBy = (stream: StreamId, siteId: string, list: QuestionList) => {
    const rules = watches.othersOn(siteId).filter((rule) => questionListOf(rule) === list);
    const [rates, polls] = [questionRates(profile, siteId), scheduler?.pollsPerDay(stream) ?? 0];
    const together = () => watchCost(rules, [], rates, { withIt: polls, without: 0 }).requestsPerDay;
    const isCrowd = rules.length > MAX_WATCHES_TOLD_APART;
    return { rules, rates, polls, part: isCrowd ? together() / rules.length : undefined };
  };
  return ({ id, siteId, rule }) => {
    const stream = watchStream(siteId, rule);
    const shared = streams.get(stream) ?? sharedBy(stream, siteId, questionListOf(rule));
    streams.set(stream, shared);
    const { rules, rates, polls, part } = shared;
    if (part !== undefined) {
      const first = rules.slice(0, MAX_SHARED_NAMED + 1).filter((other) => other !== rule);
      return { requestsPerDay: part, sharedWith: rules.length - 1, sharedRules: first.slice(0, MAX_SHARED_NAMED) };
    }
    const others = rules.filter((other) => other !== rule);
    return watchCost([rule], others, rates, {
      withIt: polls,
      without: scheduler?.pollsPerDay(stream, { without: id }) ?? 0,
    });
  };
}

/** Returns the frequency of a watch, and whether its list alone determines it because it covers the last seven days. */
function frequency(profile: ProfileHistory, watch: StoredWatch, thisWeek: number[], now: number) {
  const mark = watchMark(profile, watch.id);
  const made = Math.max(mark?.since ?? 0, now - WEEK_MS);
  const from = Math.min(made, listedSince(profile, watch, now));
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
function listedSince(profile: ProfileHistory, { siteId, rule }: StoredWatch, now: number): number {
  const { allSince } = questionRates(profile, siteId);
  const isRelisted = questionListOf(rule) === 'new' && !rule.unanswered;
  return isRelisted && allSince !== undefined ? Math.max(allSince * 1000, now - WEEK_MS) : Infinity;
}

const DAY_S = 86_400;

/** Maximum number of named watches that share a request; for the others, only their number is shown. */
const MAX_SHARED_NAMED = 2;

/**
 * Returns the combined cost per day of watches for the same list beside the others of their site: the requests of its
 * stream with them, less those without. A stream is polled by the square root of its worth, so a second watch costs
 * less than the first.
 * @param polls planned polls per day of the stream with the watches, and without them
 */
export function watchCost(
  rules: WatchRule[],
  others: WatchRule[],
  rates: QuestionRates,
  polls: { withIt: number; without: number },
): WatchCost {
  const list = questionListOf(rules[0]!);
  const sharing = others.filter((other) => questionListOf(other) === list);
  const taken = (all: WatchRule[], perDay: number): number =>
    all.length === 0 ? 0 : perDay * (list === 'new' ? chooseForm(all, rates, DAY_S / Math.max(1, perDay)).pages : 1);
  return {
    requestsPerDay: Math.max(0, taken([...sharing, ...rules], polls.withIt) - taken(sharing, polls.without)),
    sharedWith: sharing.length,
    sharedRules: sharing.slice(0, MAX_SHARED_NAMED),
  };
}
