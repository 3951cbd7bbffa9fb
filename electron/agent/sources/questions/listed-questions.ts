import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MINUTE_MS } from '../../../../common/durations.ts';
import type { Question } from '../../../../common/resources.ts';
import type { Page } from '../../../api/network.ts';
import type { QuestionEvent } from '../../../store/events.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import type { StoredWatch } from '../../../store/settings.ts';
import { NOTHING_TO_POLL, type Poll, type PollResult } from '../poll.ts';
import { watchedSince } from './watch-list.ts';
import { questionEvents, siteOf, watchesOf } from './new-questions.ts';
import { OVERLAP_S, QUESTIONS_PER_PAGE } from './cursor.ts';
import { recordQuestions } from './record-matches.ts';
import { coveringTags, isOnlyAboutFacts, type QuestionList } from './rule.ts';

/** Minimum window of a poll by score, in seconds, however many questions a site has. */
const MIN_SCORE_WINDOW_S = 6 * 3600;

/** Maximum age at which a question may reach the score of a watch, in seconds; the window is shorter on a busy site. */
export const MAX_SCORE_WINDOW_S = 3 * 24 * 3600;

/** Maximum number of pages per poll. */
const MAX_PAGES = { scored: 3, featured: 10 };

/**
 * Minimum interval between polls of a list, in ms. Scores change slowly and responses are cached, so more polls would
 * find little.
 */
export const LIST_INTERVAL_MS = 10 * MINUTE_MS;

/** The pages of one poll. */
interface Listing {
  items: Question[];
  broken: number;
  pages: number;
  hasMore: boolean;
}

/**
 * Polls the questions that have reached the score of a watch since they were asked. The lowest scores come first,
 * because a score rises in steps. Each question that reaches its score is announced once.
 */
export async function pollByScore(poll: Poll, siteId: string): Promise<PollResult> {
  const { profile } = poll;
  const watches = watchesOf(poll.rules.watches, siteId, 'scored');
  if (watches.length === 0) return NOTHING_TO_POLL;
  const last = lastScorePoll(profile, siteId);
  const window = last?.window ?? MAX_SCORE_WINDOW_S;
  // In whole hours, so that polls within an hour send the same request.
  const fromdate = Math.floor((poll.networkNow() / 1000 - window) / 3600) * 3600;
  const tagged = coveringTags(watches.map((watch) => watch.rule));
  const minScore = Math.min(...watches.map((watch) => watch.rule.minScore ?? 1));
  const query = { site: siteId, minScore, fromdate, pagesize: QUESTIONS_PER_PAGE, ...(tagged && { tagged }) };
  const list = await readList(poll, MAX_PAGES.scored, (page) => poll.network.scored({ ...query, page }, poll.sending));
  const networkNow = poll.networkNow();
  const questions = new Map(list.items.map((question) => [question.question_id, question]));
  recordList(poll, siteId, 'scored', list, {
    knownFrom: last?.baseline,
    // Questions on unread pages may have any date.
    completeSince: list.hasMore ? networkNow : fromdate * 1000,
    // Whether it reached its score, rather than gained its tags by an edit. If it was stored before, the tags it had
    // then decide.
    hasBegunToMatch: ({ questionId }, { rule }) =>
      isOnlyAboutFacts(rule) ||
      profile.questions.get(siteId, questionId) !== undefined ||
      !mayBeRetagged(questions.get(questionId)!, rule.minScore ?? 1, last?.lookedAt, networkNow),
    marks: (baseline) => ({
      [scoreMark(siteId)]: { baseline, window: nextWindow(window, list), lookedAt: networkNow },
    }),
  });
  return { broken: list.broken, more: false, retryInMs: LIST_INTERVAL_MS };
}

/**
 * Polls the questions with a bounty. Those found by a watch's first poll had theirs before, and are listed without
 * being announced.
 */
export async function pollByBounty(poll: Poll, siteId: string): Promise<PollResult> {
  if (watchesOf(poll.rules.watches, siteId, 'featured').length === 0) return NOTHING_TO_POLL;
  const query = { site: siteId, pagesize: QUESTIONS_PER_PAGE };
  const read = (page: number) => poll.network.featured({ ...query, page }, poll.sending);
  const list = await readList(poll, MAX_PAGES.featured, read);
  // Every question in this list has a bounty, whether or not its fields say so.
  list.items = list.items.map((question) => ({ ...question, bounty_amount: question.bounty_amount ?? 1 }));
  const name = `featured:${siteId}`;
  const dates = list.items.map((question) => question.creation_date.getTime());
  recordList(poll, siteId, 'featured', list, {
    knownFrom: poll.profile.mark(name),
    // The newest come first, so unread ones are older than all that were read.
    completeSince: list.hasMore ? Math.min(poll.networkNow(), ...dates) : 0,
    hasBegunToMatch: () => true,
    marks: (baseline) => ({ [name]: baseline }),
  });
  return { broken: list.broken, more: false, retryInMs: LIST_INTERVAL_MS };
}

/** Reads the pages of a list until its end, or until the poll may take no more. */
async function readList(poll: Poll, maxPages: number, read: (page: number) => Promise<Page<Question>>) {
  const list: Listing = { items: [], broken: 0, pages: 0, hasMore: true };
  while (list.hasMore && list.pages < maxPages) {
    list.pages += 1;
    const page = await read(list.pages);
    poll.sawPage(page);
    list.items.push(...page.items);
    list.broken += page.broken;
    list.hasMore = page.hasMore;
    if (page.backoffUntil !== undefined || !poll.mayTakeAnotherPage()) break;
  }
  return list;
}

/** State of a list beside its questions. */
interface ListState {
  /** The stored `KnownFrom`. */
  knownFrom: unknown;
  /** Creation date since which the list was read completely; in ms, server time. */
  completeSince: number;
  /** Whether a question matches because of its new state, not because it was edited. */
  hasBegunToMatch: (event: QuestionEvent, watch: StoredWatch) => boolean;
  /** Returns the marks to store, with the next `KnownFrom`. */
  marks: (knownFrom: Record<string, number>) => Record<string, unknown>;
}

/** Records the questions of a list: those are news that a watch has waited for, or that began to match since. */
function recordList(
  poll: Poll,
  siteId: string,
  list: Exclude<QuestionList, 'new'>,
  { items }: Listing,
  state: ListState,
): void {
  const networkNow = poll.networkNow();
  const before = knownFromOf(state.knownFrom);
  const watches = new Map(
    watchesOf(poll.rules.watches, siteId, list).map((watch) => {
      const key = watchKey(watch);
      const since = watchedSince(poll, watch.id) ?? Infinity;
      return [watch.id, { watch, key, since: Math.min(since, before.get(key) ?? Infinity) }];
    }),
  );
  const all = [...watches.values()];
  const rules = all.map(({ watch }) => watch);
  recordQuestions(poll, {
    siteId,
    list,
    events: questionEvents(items, siteOf(siteId, rules), rules, list, networkNow),
    networkNow,
    isNews(event, watchId) {
      const { watch, since } = watches.get(watchId)!;
      return event.createdAt >= since && state.hasBegunToMatch(event, watch);
    },
    // A watch's own date never gets later.
    marks: state.marks(
      Object.fromEntries(all.map(({ key }) => [key, Math.min(before.get(key) ?? Infinity, state.completeSince)])),
    ),
  });
}

/**
 * For each watch, the creation date since which its list was read completely. A question asked after this date that
 * appears in the list later began to match in between. Keyed by `watchKey`, in ms, server time.
 */
type KnownFrom = Map<string, number>;

/** Reads a stored mark. */
const knownFromOf = (stored: unknown): KnownFrom =>
  new Map(Object.entries(stored ?? {}).filter(([, from]) => typeof from === 'number'));

/**
 * Returns a key for a watch with its current rule. A changed rule gets a new key, so that the results of its first poll
 * are not announced.
 */
const watchKey = (watch: StoredWatch): string =>
  `${watch.id}:${createHash('sha256').update(JSON.stringify(watch.rule)).digest('base64url').slice(0, 12)}`;

/** Stored state of a site's polls by score. */
const StoredScorePoll = z.object({
  baseline: z.unknown(),
  /** Window of the next poll, in seconds. */
  window: z.number(),
  /** Time of the last poll, in ms since the epoch, server time. */
  lookedAt: z.number().optional(),
});

const scoreMark = (siteId: string): string => `scored:${siteId}`;

/** Returns the stored state of a site's polls by score, or undefined before the first. */
const lastScorePoll = (profile: ProfileHistory, siteId: string) =>
  readMark(profile, scoreMark(siteId), StoredScorePoll);

/**
 * Returns the hours within which a question must reach its score if a busy site has shortened them, or undefined for
 * the full three days.
 */
export function shortenedScoreWindow(profile: ProfileHistory, siteId: string): number | undefined {
  const window = lastScorePoll(profile, siteId)?.window ?? MAX_SCORE_WINDOW_S;
  return window < MAX_SCORE_WINDOW_S ? window / 3600 : undefined;
}

/** Returns the next window in seconds: half if its questions fill all pages, twice if they fill less than one. */
function nextWindow(window: number, { hasMore, pages }: Listing): number {
  if (hasMore && pages === MAX_PAGES.scored) return Math.max(MIN_SCORE_WINDOW_S, window / 2);
  return pages === 1 && !hasMore ? Math.min(MAX_SCORE_WINDOW_S, window * 2) : window;
}

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
  const edited = last_edit_date?.getTime() ?? -Infinity;
  if (lookedAt === undefined || asked >= lookedAt || edited < lookedAt - OVERLAP_S * 1000) return false;
  return score - minScore > VOTES_AT_ONCE + 2 * score * ((networkNow - lookedAt) / (networkNow - asked));
}
