import { MINUTE_MS } from '../../../../common/durations.ts';
import { NetworkError, type Page } from '../../../api/network.ts';
import type { Question } from '../../../../common/resources.ts';
import type { QuestionEvent, SiteRef } from '../../../store/events.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import type { StoredWatch } from '../../../store/settings.ts';
import { recordQuestions } from './record-matches.ts';
import { watchedSince } from './watch-list.ts';
import { questionListOf, matcherOf, questionFacts, type QuestionList } from './rule.ts';
import {
  chooseForm,
  learnedRates,
  questionRates,
  QuestionRates,
  sampledRate,
  searchKey,
  type QuestionForm,
  freshened,
  healed,
  MAX_OVERLAP_S,
  nextCursor,
  requestQuestions,
  QuestionCursor,
} from './cursor.ts';
import { answeredAt, plausibleDate, type Poll, type PollResult } from '../poll.ts';

/**
 * The folder `questions` finds what watches ask for. `rule.ts` says what matches, `cursor.ts` how it is
 * requested and how far a site was read. New questions come from here, questions that reach a score or a
 * bounty from `listed-questions.ts`; `record-matches.ts` records all of them.
 */

/** Converts questions to events, each with the watches that it matches and that use this list. `now` in server time. */
export function questionEvents(
  items: Question[],
  site: SiteRef,
  watches: StoredWatch[],
  list: QuestionList = 'new',
  now = Infinity,
): QuestionEvent[] {
  const matches = matcherOf(watchesOf(watches, site.id, list), site.id);
  return items.map((question) => ({
    site,
    questionId: question.question_id,
    title: question.title,
    tags: question.tags,
    link: question.link,
    createdAt: plausibleDate(question.creation_date.getTime(), now),
    ownerId: question.owner?.user_id,
    watchIds: matches({ ...question, ...questionFacts(question) }).map((watch) => watch.id),
  }));
}

/** Returns the site as named by its watches. */
export const siteOf = (siteId: string, watches: StoredWatch[]): SiteRef => ({
  id: siteId,
  name: watches.find((watch) => watch.siteId === siteId)?.siteName ?? siteId,
});

/** Returns the watches of a site that use one list of questions. */
export const watchesOf = (watches: StoredWatch[], siteId: string, list: QuestionList): StoredWatch[] =>
  watches.filter((watch) => watch.siteId === siteId && questionListOf(watch.rule) === list);

const cursorOf = (profile: ProfileHistory, siteId: string): QuestionCursor | undefined =>
  readMark(profile, `cursor:questions:${siteId}`, QuestionCursor);

/** Returns the cursor of a site's questions; one set by a wrong clock counts only up to the newest known question. */
function healedCursor(poll: Poll, siteId: string) {
  const { profile } = poll;
  return healed(cursorOf(profile, siteId), poll.vouchedNow() / 1000, () => {
    const latest = Math.max(poll.networkNow(), poll.now());
    const known = profile.questions.latest(siteId, SAMPLED_QUESTIONS).find(({ createdAt }) => createdAt <= latest);
    return known && Math.floor(known.createdAt / 1000);
  });
}

/** Number of the latest questions from which the share of questions with some tags is estimated. */
const SAMPLED_QUESTIONS = 300;

/** Chooses how to request a site's new questions if `ms` pass between two polls. */
function questionForm(profile: ProfileHistory, siteId: string, watches: StoredWatch[], ms: number): QuestionForm {
  const rules = watchesOf(watches, siteId, 'new').map((watch) => watch.rule);
  return chooseForm(rules, questionRates(profile, siteId), ms / 1000, {
    searching: cursorOf(profile, siteId)?.tags !== undefined,
    share(tags) {
      const latest = profile.questions.latest(siteId, SAMPLED_QUESTIONS);
      const wanted = new Set(tags);
      const tagged = latest.filter((question) => question.tags.some((tag) => wanted.has(tag)));
      return latest.length === 0 ? undefined : tagged.length / latest.length;
    },
  });
}

/** Maximum number of pages per poll; the next poll continues there. */
const MAX_PAGES = 10;

/** The pages that one poll read. */
interface ReadPages {
  items: Question[];
  /** Number of items omitted because they could not be read. */
  broken: number;
  /** Time of the last response, in ms since the epoch, server time. */
  readAt: number;
  /** The latest time certainly reached then, likewise. */
  until: number;
  cursor: QuestionCursor | undefined;
  /** Whether the network has more than was read. */
  hasMore: boolean;
  /** The error that ended the reading early. The pages before it are recorded, and the next poll continues there. */
  failure?: NetworkError;
}

/** Tolerance in ms: the network's servers differ by a few seconds. */
const TOLERATED_AHEAD_MS = MINUTE_MS;

/**
 * Returns the latest time certainly reached when a page arrived, in ms since the epoch, server time: confirmed by this
 * machine's clock or by a question asked then. If this machine's clock is behind, the questions show that.
 */
function certainUntil({ items }: Page<Question>, poll: Poll): number {
  const latest = poll.networkNow() + TOLERATED_AHEAD_MS;
  const asked = items.map((question) => question.creation_date.getTime());
  return Math.max(poll.vouchedNow(), ...asked.filter((at) => at <= latest));
}

/** Reads pages as long as they are full; only one on the first poll of a site. */
async function readPages(
  poll: Poll,
  siteId: string,
  from: QuestionCursor | undefined,
  { tags, onlyOne }: { tags: string[] | undefined; onlyOne: boolean },
): Promise<ReadPages> {
  const [readAt, until] = [poll.networkNow(), poll.vouchedNow()];
  const read: ReadPages = { items: [], broken: 0, readAt, until, cursor: from, hasMore: false };
  for (let pages = 1; ; pages++) {
    let page: Page<Question>;
    try {
      page = await requestQuestions(poll, siteId, read.cursor, tags);
    } catch (error) {
      if (pages === 1 || !(error instanceof NetworkError)) throw error;
      return { ...read, failure: error };
    }
    poll.sawPage(page);
    read.items.push(...page.items);
    read.broken += page.broken;
    read.hasMore = page.hasMore;
    if (page.networkTime !== undefined) read.readAt = answeredAt(page.networkTime, poll.networkNow());
    read.until = certainUntil(page, poll);
    // A response with an implausible time counts as written when it arrived.
    const dated = page.networkTime === undefined ? page : { ...page, networkTime: read.readAt };
    read.cursor = nextCursor(read.cursor, dated, poll.overlap, read.until / 1000);
    const isLast = onlyOne || !page.hasMore || pages >= MAX_PAGES || page.backoffUntil !== undefined;
    if (isLast || !poll.mayTakeAnotherPage()) return read;
  }
}

/** Reads the questions asked since the last poll and records them in one transaction. */
export async function pollNewQuestions(poll: Poll, siteId: string): Promise<PollResult> {
  const { profile, rules } = poll;
  const before = freshened(healedCursor(poll, siteId), poll.idleFor);
  const firstLook = before?.newest === undefined;
  const apart = Math.max(poll.idleFor, poll.interval ?? 0);
  const tags = firstLook ? undefined : questionForm(profile, siteId, rules.watches, apart).tags;
  const form = tags && searchKey(tags);
  const startAt = before?.tags === form ? before : before && { ...before, page: 1 };
  const read = await readPages(poll, siteId, startAt, { tags, onlyOne: firstLook });
  const { items, broken, readAt, until, failure } = read;
  // The last watch of the site was removed meanwhile: this poll must not be stored, or a later watch would start from
  // it.
  if (!poll.isStillWatched(siteId)) return { broken, more: false };
  const rates = questionRates(profile, siteId);
  const events = questionEvents(items, siteOf(siteId, rules.watches), rules.watches, 'new', readAt);
  const since = new Map(rules.watches.map((watch) => [watch.id, watchedSince(poll, watch.id)]));
  const made = watchesOf(rules.watches, siteId, 'new').flatMap(({ id }) => since.get(id) ?? []);
  const next: QuestionCursor = {
    ...((firstLook && backTo(read, made)) || read.cursor || { behind: false, page: 1 }),
    tags: form,
  };
  const readUntil = Math.min(readAt, until) / 1000;
  const ratesNow = () =>
    firstLook ? firstRates(items, readUntil) : learnedRates(rates, tags, countSince(items, rates.readUntil), readUntil);
  // These were asked before, but the same search did not find them then.
  const retagged = new Set(tags && before?.tags === form ? editedIntoSight(items, rates.readUntil) : []);
  recordQuestions(poll, {
    siteId,
    list: 'new',
    events,
    networkNow: readAt,
    isNews(event, watchId) {
      if (retagged.has(event.questionId) && profile.questions.get(siteId, event.questionId) === undefined) return false;
      const from = since.get(watchId);
      return from === undefined ? !firstLook : event.createdAt >= from;
    },
    movingMarks: {
      [`cursor:questions:${siteId}`]: next,
      ...((firstLook || !next.behind) && { [`rates:questions:${siteId}`]: ratesNow() }),
    },
  });
  if (failure !== undefined) throw failure;
  return { broken, more: next.behind, ...(tags && { searched: true }) };
}

/**
 * Returns the cursor for questions between the creation of a watch and the first poll's newest hundred, which may not
 * reach back that far if it comes long after; undefined if there are none.
 */
function backTo({ cursor, items, hasMore, readAt }: ReadPages, made: readonly number[]): QuestionCursor | undefined {
  if (cursor?.newest === undefined || !hasMore || made.length === 0) return undefined;
  const position = Math.floor(Math.max(Math.min(...made) / 1000, readAt / 1000 - MAX_OVERLAP_S));
  const oldest = Math.min(...items.map((question) => question.creation_date.getTime() / 1000));
  const began = Math.floor(readAt / 1000);
  return oldest <= position ? undefined : { newest: cursor.newest, behind: true, position, page: 1, began };
}

/**
 * Maximum age of a cached response, in seconds: a question asked longer before a poll was in its response, if it had
 * the tags.
 */
const MOSTLY_LISTED_AFTER_S = 120;

/**
 * Returns the ids of questions that were asked before the last poll and edited since. If they are new, the search finds
 * them because of the edit.
 */
const editedIntoSight = (items: Question[], readUntil = -Infinity): number[] =>
  items
    .filter(({ creation_date: asked, last_edit_date: edited }) => {
      const listed = (readUntil - MOSTLY_LISTED_AFTER_S) * 1000;
      return edited !== undefined && asked.getTime() < listed && edited.getTime() >= listed;
    })
    .map((question) => question.question_id);

function countSince(items: Question[], seconds = Infinity): number {
  const newer = items.filter((question) => question.creation_date.getTime() / 1000 > seconds);
  return new Set(newer.map((question) => question.question_id)).size;
}

/** Returns a site's rate of questions, from the newest hundred that its first poll reads. */
function firstRates(items: Question[], readAt: number): QuestionRates {
  const oldest = Math.min(...items.map((question) => question.creation_date.getTime() / 1000));
  const seconds = readAt - oldest;
  return {
    ...(items.length > 1 && seconds > 0 ? { all: sampledRate(items.length - 1, seconds), allSince: oldest } : {}),
    readUntil: readAt,
  };
}
