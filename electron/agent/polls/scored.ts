import { z } from 'zod';
import type { Question } from '../../api/resources.ts';
import { recordQuestions } from '../record.ts';
import { newsSince } from '../watch-marks.ts';
import { coveringTags } from '../watches.ts';
import type { PollContext, PollResult } from './polls.ts';
import { baselineOf, ruleKey } from './question-baseline.ts';
import { questionEvents, siteOf, watchesLooking } from './questions.ts';
import { questionsOnAPage } from './question-form.ts';

/** How long after it was asked a question may reach the score of a watch, in seconds; shorter where a site has too many such. */
const longestWindow = 3 * 24 * 3600;
const shortestWindow = 6 * 3600;

/** No more pages than this in one look. */
const mostPages = 3;

/** Scores move slowly, and answers are cached: looking more often finds little. In ms. */
export const betweenLooks = 10 * 60_000;

const Kept = z.object({ baseline: z.array(z.string()), window: z.number() });

/**
 * Looks for questions that have reached the score of a watch since they were asked: those with the least score wanted
 * or more, the lowest first, because a score goes up by steps. One that reaches it is announced once.
 */
export async function pollScored(context: PollContext, siteId: string): Promise<PollResult> {
  const { profile, rules, network } = context;
  const watches = watchesLooking(rules.watches, siteId, 'scored');
  if (watches.length === 0) return { broken: 0, more: false };
  const name = `scored:${siteId}`;
  const parsed = Kept.safeParse(profile.mark(name));
  const window = parsed.success ? parsed.data.window : longestWindow;
  const baseline = baselineOf(parsed.success ? parsed.data.baseline : undefined);
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
    const page = await network.scored({ site: siteId, minScore, fromdate, page: pages, pagesize: questionsOnAPage, ...(tagged && { tagged }) }, context.sending);
    context.seen(page);
    items.push(...page.items);
    broken += page.broken;
    hasMore = page.hasMore;
    if (page.backoffUntil !== undefined || context.mayGoOn?.() === false) break;
  }
  const networkNow = context.networkNow();
  const since = new Map(watches.map((watch) => [watch.id, newsSince(profile, watch.id, networkNow) ?? Infinity]));
  const keys = new Map(watches.map((watch) => [watch.id, ruleKey(watch)]));
  const next = hasMore && pages === mostPages ? Math.max(shortestWindow, window / 2) : pages === 1 && !hasMore ? Math.min(longestWindow, window * 2) : window;
  recordQuestions(
    { history: profile, rules, now: context.now() },
    {
      siteId,
      look: 'scored',
      events: questionEvents(items, siteOf(siteId, watches), watches, 'scored'),
      networkNow,
      isNews: (event, watchId) => baseline.has(keys.get(watchId) ?? '') || event.createdAt >= since.get(watchId)!,
      marks: { [name]: { baseline: [...keys.values()], window: next } },
    },
  );
  return { broken, more: false, lookAgainIn: betweenLooks };
}
