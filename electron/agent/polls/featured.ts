import type { Question } from '../../api/resources.ts';
import { recordQuestions } from '../record.ts';
import { newsSince } from '../watch-marks.ts';
import type { PollContext, PollResult } from './polls.ts';
import { baselineOf, ruleKey } from './question-baseline.ts';
import { questionEvents, siteOf, watchesLooking } from './questions.ts';
import { questionsOnAPage } from './question-form.ts';
import { betweenLooks } from './scored.ts';

/** No more pages than this in one look. */
const mostPages = 10;

/** Looks for questions that got a bounty. What has one at a watch's first look had it before and is listed only. */
export async function pollFeatured(context: PollContext, siteId: string): Promise<PollResult> {
  const { profile, rules, network } = context;
  const watches = watchesLooking(rules.watches, siteId, 'featured');
  if (watches.length === 0) return { broken: 0, more: false };
  const name = `featured:${siteId}`;
  const baseline = baselineOf(profile.mark(name));
  const items: Question[] = [];
  let broken = 0;
  for (let number = 1; number <= mostPages; number++) {
    const page = await network.featured({ site: siteId, page: number, pagesize: questionsOnAPage }, context.sending);
    context.seen(page);
    // What stands in this list has a bounty, whether or not its fields say so.
    items.push(...page.items.map((question) => ({ ...question, bounty_amount: question.bounty_amount ?? 1 })));
    broken += page.broken;
    if (!page.hasMore || page.backoffUntil !== undefined || context.mayGoOn?.() === false) break;
  }
  const networkNow = context.networkNow();
  const keys = new Map(watches.map((watch) => [watch.id, ruleKey(watch)]));
  const since = new Map(watches.map((watch) => [watch.id, newsSince(profile, watch.id, networkNow) ?? Infinity]));
  recordQuestions(
    { history: profile, rules, now: context.now() },
    {
      siteId,
      look: 'featured',
      events: questionEvents(items, siteOf(siteId, watches), watches, 'featured'),
      networkNow,
      isNews: (event, watchId) => baseline.has(keys.get(watchId) ?? '') || event.createdAt >= since.get(watchId)!,
      marks: { [name]: [...keys.values()] },
    },
  );
  return { broken, more: false, lookAgainIn: betweenLooks };
}
