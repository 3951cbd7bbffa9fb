import type { Question } from '../../../../common/resources.ts';
import { recordQuestions } from './record-matches.ts';
import { watchedSince } from './marks.ts';
import type { PollContext, PollResult } from '../poll-context.ts';
import { knownAfter, knownFromOf, ruleKey } from './known-since.ts';
import { questionEvents, siteOf, watchesOf } from './new-questions.ts';
import { QUESTIONS_PER_PAGE } from './question-query.ts';
import { LIST_INTERVAL_MS } from './by-score.ts';

/** Maximum number of pages per poll. */
const MAX_PAGES = 10;

/**
 * Polls the questions with a bounty. Those found by a watch's first poll had theirs before, and are listed without
 * being announced.
 */
export async function pollByBounty(context: PollContext, siteId: string): Promise<PollResult> {
  const { profile, rules, network } = context;
  const watches = watchesOf(rules.watches, siteId, 'featured');
  if (watches.length === 0) return { broken: 0, more: false };
  const name = `featured:${siteId}`;
  const knownFrom = knownFromOf(profile.mark(name));
  const items: Question[] = [];
  let broken = 0;
  let hasMore = true;
  for (let number = 1; hasMore && number <= MAX_PAGES; number++) {
    const page = await network.featured({ site: siteId, page: number, pagesize: QUESTIONS_PER_PAGE }, context.sending);
    context.onPage(page);
    // Every question in this list has a bounty, whether or not its fields say so.
    items.push(...page.items.map((question) => ({ ...question, bounty_amount: question.bounty_amount ?? 1 })));
    broken += page.broken;
    hasMore = page.hasMore;
    if (page.backoffUntil !== undefined || context.mayTakeAnotherPage?.() === false) break;
  }
  const networkNow = context.networkNow();
  const keys = new Map(watches.map((watch) => [watch.id, ruleKey(watch)]));
  const since = new Map(watches.map((watch) => [watch.id, watchedSince(profile, watch.id, context) ?? Infinity]));
  recordQuestions(
    { history: profile, rules, now: context.now() },
    {
      siteId,
      look: 'featured',
      events: questionEvents(items, siteOf(siteId, watches), watches, 'featured', networkNow),
      networkNow,
      isNews: (event, watchId) =>
        event.createdAt >= Math.min(since.get(watchId)!, knownFrom.get(keys.get(watchId)!) ?? Infinity),
      // The newest come first, so unread ones are older than all that were read.
      marks: {
        [name]: knownAfter(
          knownFrom,
          keys.values(),
          hasMore
            ? items.reduce((oldest, { creation_date: asked }) => Math.min(oldest, asked.getTime()), networkNow)
            : 0,
        ),
      },
    },
  );
  return { broken, more: false, retryInMs: LIST_INTERVAL_MS };
}
