import type { Question } from '../../../../common/resources.ts';
import type { WatchRule } from '../../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../../common/durations.ts';
import type { QuestionEvent } from '../../../store/events.ts';
import type { StoredWatch } from '../../../store/settings.ts';
import { watchedSince } from './marks.ts';
import { OVERLAP_S, QUESTIONS_PER_PAGE } from './question-query.ts';
import { coveringTags } from './rule.ts';
import { lastScoreLook, MAX_SCORE_WINDOW_S, scoreLookMark } from './score-window.ts';
import type { PollContext, PollResult } from '../poll-context.ts';
import { recordQuestions } from './record-matches.ts';
import { knownAfter, knownFromOf, ruleKey } from './known-since.ts';
import { questionEvents, siteOf, watchesOf } from './new-questions.ts';

/** Minimum window in seconds, however many questions a site has. */
const MIN_WINDOW_S = 6 * 3600;

/** Maximum number of pages per poll. */
const MAX_PAGES = 3;

/**
 * Minimum interval between polls of a list, in ms. Scores change slowly and responses are cached, so more polls would
 * find little.
 */
export const LIST_INTERVAL_MS = 10 * MINUTE_MS;

/** The pages of one poll. */
interface ScoreList {
  items: Question[];
  broken: number;
  pages: number;
  hasMore: boolean;
}

/**
 * Polls the questions that have reached the score of a watch since they were asked. The lowest scores come first,
 * because a score rises in steps. Each question that reaches its score is announced once.
 */
export async function pollByScore(context: PollContext, siteId: string): Promise<PollResult> {
  const { profile, rules } = context;
  const watches = watchesOf(rules.watches, siteId, 'scored');
  if (watches.length === 0) return { broken: 0, more: false };
  const last = lastScoreLook(profile, siteId);
  const window = last?.window ?? MAX_SCORE_WINDOW_S;
  const knownFrom = knownFromOf(last?.baseline);
  // In whole hours, so that polls within an hour send the same request.
  const fromdate = Math.floor((context.networkNow() / 1000 - window) / 3600) * 3600;
  const list = await readList(context, siteId, watches, fromdate);
  const networkNow = context.networkNow();
  const questions = new Map(list.items.map((question) => [question.question_id, question]));
  /**
   * Whether it reached its score, rather than gained its tags by an edit. If it was stored before, the tags it had then
   * decide.
   */
  const hasReachedScore = ({ questionId }: QuestionEvent, { rule }: StoredWatch): boolean =>
    isAboutScores(rule) ||
    profile.questions.get(siteId, questionId) !== undefined ||
    !mayBeRetagged(questions.get(questionId)!, rule.minScore ?? 1, last?.lookedAt, networkNow);
  const since = new Map(watches.map((watch) => [watch.id, watchedSince(profile, watch.id, context) ?? Infinity]));
  const keys = new Map(watches.map((watch) => [watch.id, ruleKey(watch)]));
  const watchOf = (id: string): StoredWatch => watches.find((watch) => watch.id === id)!;
  recordQuestions(
    { history: profile, rules, now: context.now() },
    {
      siteId,
      look: 'scored',
      events: questionEvents(list.items, siteOf(siteId, watches), watches, 'scored', networkNow),
      networkNow,
      isNews: (event, watchId) =>
        event.createdAt >= Math.min(since.get(watchId)!, knownFrom.get(keys.get(watchId)!) ?? Infinity) &&
        hasReachedScore(event, watchOf(watchId)),
      marks: {
        [scoreLookMark(siteId)]: {
          // Questions on unread pages may have any date.
          baseline: knownAfter(knownFrom, keys.values(), list.hasMore ? networkNow : fromdate * 1000),
          window: nextWindow(window, list),
          lookedAt: networkNow,
        },
      },
    },
  );
  return { broken: list.broken, more: false, retryInMs: LIST_INTERVAL_MS };
}

async function readList(
  { network, sending, onPage, mayTakeAnotherPage }: PollContext,
  siteId: string,
  watches: StoredWatch[],
  fromdate: number,
): Promise<ScoreList> {
  const tagged = coveringTags(watches.map((watch) => watch.rule));
  const minScore = Math.min(...watches.map((watch) => watch.rule.minScore ?? 1));
  const list: ScoreList = { items: [], broken: 0, pages: 0, hasMore: true };
  while (list.hasMore && list.pages < MAX_PAGES) {
    list.pages += 1;
    const query = { site: siteId, minScore, fromdate, page: list.pages, pagesize: QUESTIONS_PER_PAGE };
    const page = await network.scored({ ...query, ...(tagged && { tagged }) }, sending);
    onPage(page);
    list.items.push(...page.items);
    list.broken += page.broken;
    list.hasMore = page.hasMore;
    if (page.backoffUntil !== undefined || mayTakeAnotherPage?.() === false) break;
  }
  return list;
}

/** Returns the next window in seconds: half if its questions fill all pages, twice if they fill less than one. */
function nextWindow(window: number, { hasMore, pages }: ScoreList): number {
  if (hasMore && pages === MAX_PAGES) return Math.max(MIN_WINDOW_S, window / 2);
  return pages === 1 && !hasMore ? Math.min(MAX_SCORE_WINDOW_S, window * 2) : window;
}

/** Whether a rule has no condition that an edit could affect. */
const isAboutScores = ({ anyTags, allTags, noTags, titleWords }: WatchRule): boolean =>
  [anyTags, allTags, noTags, titleWords].every((list) => list.length === 0);

/** How many votes a question may gain between any two polls. */
const VOTES_AT_ONCE = 2;

/**
 * Whether the poll may have found a question because its tags were edited, not because it reached its score. The search
 * is by tags, so a question with other tags may have had its score for long; an edit of tags is not announced, and the
 * response does not show which fields were edited. That is assumed if the question was edited since the last poll and
 * its score is too high to have been reached since then, even at twice its usual rate.
 */
function mayBeRetagged(
  { creation_date, last_edit_date, score = 0 }: Question,
  minScore: number,
  lookedAt: number | undefined,
  networkNow: number,
): boolean {
  const asked = creation_date.getTime();
  if (
    lookedAt === undefined ||
    asked >= lookedAt ||
    last_edit_date === undefined ||
    last_edit_date.getTime() < lookedAt - OVERLAP_S * 1000
  )
    return false;
  return score - minScore > VOTES_AT_ONCE + 2 * score * ((networkNow - lookedAt) / (networkNow - asked));
}
