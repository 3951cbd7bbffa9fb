import { z } from 'zod';
import type { Question } from '../../../../common/resources.ts';
import type { WatchRule } from '../../../../common/contract/contract.ts';
import type { QuestionEvent } from '../../../store/events.ts';
import type { ProfileHistory } from '../../../store/history.ts';
import type { StoredWatch } from '../../../store/settings.ts';
import { recordQuestions } from '../record/questions.ts';
import { newsSince } from '../../watches/marks.ts';
import { coveringTags } from '../../watches/rule.ts';
import type { PollContext, PollResult } from '../poll-context.ts';
import { knownAfter, knownFromOf, ruleKey } from './known-since.ts';
import { questionEvents, siteOf, watchesLooking } from './new-questions.ts';
import { overlap, questionsOnAPage } from '../../watches/question-query.ts';

/** How long after it was asked a question may reach the score of a watch, in seconds; shorter where a site has too many such. */
const longestWindow = 3 * 24 * 3600;
const shortestWindow = 6 * 3600;

/** No more pages than this in one look. */
const mostPages = 3;

/** Scores move slowly, and answers are cached: looking more often finds little. In ms. */
export const LIST_INTERVAL_MS = 10 * 60_000;

const Kept = z.object({
  baseline: z.unknown(),
  window: z.number(),
  /** Of the last look, in ms by the network's clock. */ lookedAt: z.number().optional(),
});

const markName = (siteId: string): string => `scored:${siteId}`;

/** Within how many hours after it was asked a question has to reach its score, where a site has too many such for three days. */
export function shortenedScoreWindow(profile: ProfileHistory, siteId: string): number | undefined {
  const kept = Kept.safeParse(profile.mark(markName(siteId)));
  return kept.success && kept.data.window < longestWindow ? kept.data.window / 3600 : undefined;
}

/**
 * Looks for questions that have reached the score of a watch since they were asked: those with the least score wanted
 * or more, the lowest first, because a score goes up by steps. One that reaches it is announced once.
 */
export async function pollByScore(context: PollContext, siteId: string): Promise<PollResult> {
  const { profile, rules, network } = context;
  const watches = watchesLooking(rules.watches, siteId, 'scored');
  if (watches.length === 0) return { broken: 0, more: false };
  const name = markName(siteId);
  const parsed = Kept.safeParse(profile.mark(name));
  const window = parsed.success ? parsed.data.window : longestWindow;
  const knownFrom = knownFromOf(parsed.success ? parsed.data.baseline : undefined);
  // Whole hours, so that the same look is the same request.
  const fromdate = Math.floor((context.networkNow() / 1000 - window) / 3600) * 3600;
  const tagged = coveringTags(watches.map((watch) => watch.rule));
  const minScore = Math.min(...watches.map((watch) => watch.rule.minScore ?? 1));
  const items: Question[] = [];
  let broken = 0;
  let pages = 0;
  let hasMore = true;
  while (hasMore && pages < mostPages) {
    pages += 1;
    const page = await network.scored(
      { site: siteId, minScore, fromdate, page: pages, pagesize: questionsOnAPage, ...(tagged && { tagged }) },
      context.sending,
    );
    context.onPage(page);
    items.push(...page.items);
    broken += page.broken;
    hasMore = page.hasMore;
    if (page.backoffUntil !== undefined || context.mayTakeAnotherPage?.() === false) break;
  }
  const networkNow = context.networkNow();
  const lookedAt = parsed.success ? parsed.data.lookedAt : undefined;
  const found = new Map(items.map((question) => [question.question_id, question]));
  /** Whether it has come to its score, rather than to its tags by an edit; one that was seen before is judged by the tags it had then. */
  const reached = ({ questionId }: QuestionEvent, { rule }: StoredWatch): boolean =>
    isAboutScores(rule) ||
    profile.questions.get(siteId, questionId) !== undefined ||
    !mayBeRetagged(found.get(questionId)!, rule.minScore ?? 1, lookedAt, networkNow);
  const since = new Map(watches.map((watch) => [watch.id, newsSince(profile, watch.id, networkNow) ?? Infinity]));
  const keys = new Map(watches.map((watch) => [watch.id, ruleKey(watch)]));
  const next =
    hasMore && pages === mostPages
      ? Math.max(shortestWindow, window / 2)
      : pages === 1 && !hasMore
        ? Math.min(longestWindow, window * 2)
        : window;
  recordQuestions(
    { history: profile, rules, now: context.now() },
    {
      siteId,
      look: 'scored',
      events: questionEvents(items, siteOf(siteId, watches), watches, 'scored'),
      networkNow,
      isNews: (event, watchId) =>
        event.createdAt >= Math.min(since.get(watchId)!, knownFrom.get(keys.get(watchId)!) ?? Infinity) &&
        reached(
          event,
          watches.find((watch) => watch.id === watchId)!,
        ),
      // What is left behind the pages read may have any date.
      marks: {
        [name]: {
          baseline: knownAfter(knownFrom, keys.values(), hasMore ? networkNow : fromdate * 1000),
          window: next,
          lookedAt: networkNow,
        },
      },
    },
  );
  return { broken, more: false, lookAgainIn: LIST_INTERVAL_MS };
}

/** True for a rule that an edit cannot come to fit. */
const isAboutScores = ({ anyTags, allTags, noTags, titleWords }: WatchRule): boolean =>
  [anyTags, allTags, noTags, titleWords].every((list) => list.length === 0);

/** A question may gain so many votes between any two looks. */
const atOnce = 2;

/**
 * True for a question that was edited since the last look and stands so far above the score that it cannot well have
 * come there since: at most at double its usual pace. The search is for tags, so it may have had its score for long, and
 * other tags: nothing in the answer tells, and an edit of the tags is no news.
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
    last_edit_date.getTime() < lookedAt - overlap * 1000
  )
    return false;
  return score - minScore > atOnce + 2 * score * ((networkNow - lookedAt) / (networkNow - asked));
}
