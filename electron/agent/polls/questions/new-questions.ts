import { MINUTE_MS } from '../../../../common/durations.ts';
import { NetworkError } from '../../../api/errors.ts';
import type { Page } from '../../../api/network.ts';
import type { Question } from '../../../../common/resources.ts';
import type { QuestionEvent, SiteRef } from '../../../store/events.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import type { StoredWatch } from '../../../store/settings.ts';
import { answeredAt, plausibleDate } from '../../domain/plausible-date.ts';
import { readMark } from '../../domain/read-mark.ts';
import { recordQuestions } from '../record/questions.ts';
import { watchedSince } from '../../watches/marks.ts';
import { questionListOf, matcherOf, questionFacts, type QuestionList } from '../../watches/rule.ts';
import {
  chooseForm,
  learnedRates,
  questionRates,
  QuestionRates,
  sampledRate,
  searchKey,
  type QuestionForm,
} from '../../watches/question-query.ts';
import type { PollContext, PollResult } from '../poll-context.ts';
import { freshened, healed, MAX_OVERLAP_S, nextCursor, pollQuestions, QuestionCursor } from './question-cursor.ts';

/**
 * Questions to events, each with the watches that it matches and that look for questions this way. `now` by the
 * network's clock.
 */
export function questionEvents(
  items: Question[],
  site: SiteRef,
  watches: StoredWatch[],
  look: QuestionList = 'new',
  now = Infinity,
): QuestionEvent[] {
  const matches = matcherOf(watchesOf(watches, site.id, look), site.id);
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

/** The site as watches name it. */
export const siteOf = (siteId: string, watches: StoredWatch[]): SiteRef => ({
  id: siteId,
  name: watches.find((watch) => watch.siteId === siteId)?.siteName ?? siteId,
});

/** The watches of a site that look for questions in one way. */
export const watchesOf = (watches: StoredWatch[], siteId: string, look: QuestionList): StoredWatch[] =>
  watches.filter((watch) => watch.siteId === siteId && questionListOf(watch.rule) === look);

const cursorOf = (history: ProfileHistory, siteId: string): QuestionCursor | undefined =>
  readMark(history, `cursor:questions:${siteId}`, QuestionCursor);

/** How far a site's questions are read; a mark from a wrong clock counts only as far as questions are known. */
function healedCursor({ profile, networkNow, now, vouchedNow }: PollContext, siteId: string) {
  return healed(cursorOf(profile, siteId), vouchedNow() / 1000, () => {
    const latest = Math.max(networkNow(), now());
    const known = profile.questions.latest(siteId, SAMPLED_QUESTIONS).find(({ createdAt }) => createdAt <= latest);
    return known && Math.floor(known.createdAt / 1000);
  });
}

/** From how many of the latest questions the share of questions with some tags is estimated. */
const SAMPLED_QUESTIONS = 300;

/** How to ask for a site's new questions where `ms` lie between two polls. */
function questionForm(history: ProfileHistory, siteId: string, watches: StoredWatch[], ms: number): QuestionForm {
  const rules = watchesOf(watches, siteId, 'new').map((watch) => watch.rule);
  return chooseForm(rules, questionRates(history, siteId), ms / 1000, {
    searching: cursorOf(history, siteId)?.tags !== undefined,
    share(tags) {
      const latest = history.questions.latest(siteId, SAMPLED_QUESTIONS);
      const wanted = new Set(tags);
      return latest.length === 0
        ? undefined
        : latest.filter((question) => question.tags.some((tag) => wanted.has(tag))).length / latest.length;
    },
  });
}

/** The most pages that one poll reads; the next poll reads on. */
const MAX_PAGES = 10;

/** The pages that one poll read. */
interface ReadPages {
  items: Question[];
  /** How many items could not be read and were left out. */
  broken: number;
  /** When the network answered last, in ms since the epoch by its own clock. */
  readAt: number;
  /** The latest time that it certainly was then, likewise. */
  until: number;
  cursor: QuestionCursor | undefined;
  /** The network has more than was read. */
  hasMore: boolean;
  /** What ended the reading early. The pages before it are recorded, and the next poll goes on from there. */
  failure?: NetworkError;
}

/** The network's machines differ by a few seconds. */
const TOLERATED_AHEAD_MS = MINUTE_MS;

/**
 * The latest time that it certainly was when a page came, in ms since the epoch by the network's clock: this machine's
 * clock bears it out, or a question was asked then. If this machine's clock is behind, the questions show that.
 */
const certainUntil = ({ items }: Page<Question>, { networkNow, vouchedNow }: PollContext): number => {
  const latest = networkNow() + TOLERATED_AHEAD_MS;
  return items.reduce((until, { creation_date: asked }) => {
    const at = asked.getTime();
    return at <= latest ? Math.max(until, at) : until;
  }, vouchedNow());
};

/** Whether a poll ends with this page although the network has more. */
const endsWith = (context: PollContext, page: Page<Question>, pages: number): boolean =>
  pages >= MAX_PAGES || page.backoffUntil !== undefined || context.mayTakeAnotherPage?.() === false;

/** Reads pages as long as they are full; only one on the first poll of a site. */
async function readPages(
  context: PollContext,
  siteId: string,
  from: QuestionCursor | undefined,
  { tags, onlyOne }: { tags: string[] | undefined; onlyOne: boolean },
): Promise<ReadPages> {
  const read: ReadPages = {
    items: [],
    broken: 0,
    readAt: context.networkNow(),
    until: context.vouchedNow(),
    cursor: from,
    hasMore: false,
  };
  for (let pages = 1; ; pages++) {
    let page: Page<Question>;
    try {
      page = await pollQuestions(context.network, siteId, read.cursor, context.sending, tags, context.overlap);
    } catch (error) {
      if (pages === 1 || !(error instanceof NetworkError)) throw error;
      return { ...read, failure: error };
    }
    context.onPage(page);
    read.items.push(...page.items);
    read.broken += page.broken;
    read.hasMore = page.hasMore;
    if (page.networkTime !== undefined) read.readAt = answeredAt(page.networkTime, context.networkNow());
    read.until = certainUntil(page, context);
    // An answer with a time that is not believed counts as written when it came.
    const dated = page.networkTime === undefined ? page : { ...page, networkTime: read.readAt };
    read.cursor = nextCursor(read.cursor, dated, context.overlap, read.until / 1000);
    if (onlyOne || !page.hasMore || endsWith(context, page, pages)) return read;
  }
}

/** Reads the questions asked since the last poll and records them in one transaction. */
export async function pollNewQuestions(context: PollContext, siteId: string): Promise<PollResult> {
  const { profile, rules } = context;
  const before = freshened(healedCursor(context, siteId), context.idleFor);
  const firstLook = before?.newest === undefined;
  const { tags } = firstLook
    ? { tags: undefined }
    : questionForm(profile, siteId, rules.watches, Math.max(context.idleFor, context.interval ?? 0));
  const form = tags && searchKey(tags);
  const startAt = before?.tags === form ? before : before && { ...before, page: 1 };
  const read = await readPages(context, siteId, startAt, { tags, onlyOne: firstLook });
  const { items, broken, readAt, until, failure } = read;
  // The last watch of the site was removed meanwhile: nothing of this poll may be stored, or a later watch would start
  // from it.
  if (!context.isStillWatched(siteId)) return { broken, more: false };
  const rates = questionRates(profile, siteId);
  const events = questionEvents(items, siteOf(siteId, rules.watches), rules.watches, 'new', readAt);
  const since = new Map(rules.watches.map((watch) => [watch.id, watchedSince(profile, watch.id, context)]));
  const made = watchesOf(rules.watches, siteId, 'new').flatMap(({ id }) => since.get(id) ?? []);
  const next: QuestionCursor = {
    ...((firstLook && backTo(read, made)) || read.cursor || { behind: false, page: 1 }),
    tags: form,
  };
  const ratesNow = () =>
    firstLook
      ? firstRates(items, Math.min(readAt, until) / 1000)
      : learnedRates(rates, tags, countSince(items, rates.readUntil), Math.min(readAt, until) / 1000);
  // These were asked before, but the same search did not find them then.
  const retagged = new Set(tags && before?.tags === form ? editedIntoSight(items, rates.readUntil) : []);
  recordQuestions(
    { history: profile, rules, now: context.now() },
    {
      siteId,
      look: 'new',
      events,
      networkNow: readAt,
      isNews(event, watchId) {
        if (retagged.has(event.questionId) && profile.questions.get(siteId, event.questionId) === undefined)
          return false;
        const from = since.get(watchId);
        return from === undefined ? !firstLook : event.createdAt >= from;
      },
      movingMarks: {
        [`cursor:questions:${siteId}`]: next,
        ...((firstLook || !next.behind) && { [`rates:questions:${siteId}`]: ratesNow() }),
      },
    },
  );
  if (failure !== undefined) throw failure;
  return { broken, more: next.behind, ...(tags && { searched: true }) };
}

/**
 * If the first poll of a site comes long after a watch was made, the newest hundred questions may not reach back to the
 * making: the questions in between are read next. Gives undefined where there are none.
 */
function backTo({ cursor, items, hasMore, readAt }: ReadPages, made: readonly number[]): QuestionCursor | undefined {
  if (cursor?.newest === undefined || !hasMore || made.length === 0) return undefined;
  const position = Math.floor(Math.max(Math.min(...made) / 1000, readAt / 1000 - MAX_OVERLAP_S));
  const oldest = Math.min(...items.map((question) => question.creation_date.getTime() / 1000));
  const began = Math.floor(readAt / 1000);
  return oldest <= position ? undefined : { newest: cursor.newest, behind: true, position, page: 1, began };
}

/** How old a cached answer may be: a question asked longer before a poll was in its answer, if it had the tags. */
const MOSTLY_LISTED_AFTER_S = 120;

/**
 * The ids of questions that were asked before the last poll and edited since. If they were not seen then, the search
 * finds them because of the edit.
 */
const editedIntoSight = (items: Question[], readUntil = -Infinity): number[] =>
  items
    .filter(({ creation_date: asked, last_edit_date: edited }) => {
      const listed = (readUntil - MOSTLY_LISTED_AFTER_S) * 1000;
      return edited !== undefined && asked.getTime() < listed && edited.getTime() >= listed;
    })
    .map((question) => question.question_id);

const countSince = (items: Question[], seconds: number | undefined): number =>
  new Set(
    items
      .filter((question) => question.creation_date.getTime() / 1000 > (seconds ?? Infinity))
      .map((question) => question.question_id),
  ).size;

/** How busy a site is, from the newest hundred questions that its first poll reads. */
function firstRates(items: Question[], readAt: number): QuestionRates {
  const oldest = Math.min(...items.map((question) => question.creation_date.getTime() / 1000));
  const seconds = readAt - oldest;
  return {
    ...(items.length > 1 && seconds > 0 ? { all: sampledRate(items.length - 1, seconds), allSince: oldest } : {}),
    readUntil: readAt,
  };
}
