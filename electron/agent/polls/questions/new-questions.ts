import { z } from 'zod';
import { NetworkError } from '../../../api/errors.ts';
import type { Network, Page, Sending } from '../../../api/network.ts';
import type { Question } from '../../../../common/resources.ts';
import type { QuestionEvent, SiteRef } from '../../../store/events.ts';
import type { ProfileHistory } from '../../../store/history.ts';
import type { StoredWatch } from '../../../store/settings.ts';
import { readMark } from '../../domain/read-mark.ts';
import { recordQuestions } from '../record/questions.ts';
import { watchedSince } from '../../watches/marks.ts';
import { questionListOf, matching, questionFacts, type QuestionList } from '../../watches/rule.ts';
import {
  chooseForm,
  learnedRates,
  OVERLAP_S,
  questionRates,
  QuestionRates,
  QUESTIONS_PER_PAGE,
  sampledRate,
  searchKey,
  type QuestionForm,
} from '../../watches/question-query.ts';
import type { PollContext, PollResult } from '../poll-context.ts';

/** How far a site's questions are read. Dates are epoch seconds by the network's clock, never this machine's. */
export const QuestionCursor = z.object({
  /** The newest creation date read so far; undefined on a site that had no question yet. */
  newest: z.number().optional(),
  /** Everything created before is read, questions that show up late included; the next reading begins here. */
  settled: z.number().optional(),
  /** The last page was full, so the next request continues there instead of overlapping. */
  behind: z.boolean(),
  /** While behind: the creation date to go on from. */
  position: z.number().optional(),
  /** While behind: the page to go on with, where one second filled a whole page. */
  page: z.number(),
  /** While behind: when this reading began, which may be several polls ago. */
  began: z.number().optional(),
  /**
   * The tags that were searched for; absent where all questions were asked for. `page` counts the pages of that request
   * only.
   */
  tags: z.string().optional(),
});
export type QuestionCursor = z.output<typeof QuestionCursor>;

/**
 * Sends one request. Without a cursor it asks for the newest 100 questions, which are history. With a cursor it asks
 * for the oldest first from there on, so that after a full page the next request goes on without a gap.
 */
export function pollQuestions(
  network: Network,
  siteId: string,
  cursor: QuestionCursor | undefined,
  sending: Sending,
  tags?: string[],
  overlap = OVERLAP_S,
): Promise<Page<Question>> {
  const pagesize = QUESTIONS_PER_PAGE;
  if (cursor?.newest === undefined) return network.questions({ site: siteId, order: 'desc', pagesize }, sending);
  const from = positionOf(cursor.newest, cursor);
  // On a busy site the overlap is shorter, so the request begins nearer to the newest question.
  const fromdate = cursor.behind ? from : Math.max(from, Math.min(cursor.newest, from + OVERLAP_S - overlap));
  const query = { site: siteId, order: 'asc', fromdate, pagesize, page: cursor.page } as const;
  return tags ? network.search({ ...query, tagged: tags }, sending) : network.questions(query, sending);
}

/** The date at which a reading begins: a little before the newest question, or later where none came for long. */
const beginning = (newest: number, { settled }: QuestionCursor): number => settled ?? newest - OVERLAP_S;

/** The date from which the next request asks. */
const positionOf = (newest: number, cursor: QuestionCursor): number =>
  cursor.behind ? (cursor.position ?? newest) : beginning(newest, cursor);

/** A question that was asked longer before a reading began than this cannot show up late any more. */
const SETTLED_AFTER_S = 600;

/** The cursor after this answer. `overlap`: how far back to look for questions that show up late, in seconds. */
export function nextCursor(
  cursor: QuestionCursor | undefined,
  page: Page<Question>,
  overlap = OVERLAP_S,
): QuestionCursor {
  const dates = page.items.map((question) => Math.floor(question.creation_date.getTime() / 1000));
  const now = page.networkTime === undefined ? undefined : Math.floor(page.networkTime / 1000);
  // A site without questions: what comes from now on, by the network's clock, is new.
  if (cursor?.newest === undefined)
    return { newest: dates.length > 0 ? Math.max(...dates) : now, behind: false, page: 1 };
  const newest = Math.max(cursor.newest, ...dates);
  const begun = beginning(cursor.newest, cursor);
  // Where every page overlaps the one before, every page is a reading of its own.
  const began = cursor.behind && cursor.position !== cursor.settled ? cursor.began : now;
  if (page.hasMore) {
    const from = positionOf(cursor.newest, cursor);
    const position = Math.max(from, ...dates);
    // On a busy site, where pages overflow every time, each page looks back a little: to read them all again would fill
    // more.
    const settled = Math.min(position, (now ?? position) - overlap);
    if (overlap < OVERLAP_S && settled > from)
      return { newest, behind: true, position: settled, page: 1, settled, began: now };
    // Going on from the last date of the page; only a second that fills a page by itself needs the next page.
    return { newest, behind: true, position, page: position > from ? 1 : cursor.page + 1, settled: begun, began };
  }
  // A question may show up late among those read in this reading, so the next begins before this one began.
  const unknown = cursor.behind ? begun : undefined;
  const settled =
    began === undefined ? unknown : Math.max(begun, Math.min(newest, began) - OVERLAP_S, began - SETTLED_AFTER_S);
  return { newest, behind: false, page: 1, settled };
}

/** How far back Askbell reads after it was off for long. */
export const MAX_OVERLAP_S = 7 * 24 * 3600;

/** Moves a cursor that is older than a week forward to a week ago; `idle` is the time since the last poll, in ms. */
export function freshened(cursor: QuestionCursor | undefined, idle: number): QuestionCursor | undefined {
  const skipped = Math.floor(idle / 1000) - MAX_OVERLAP_S;
  if (cursor?.newest === undefined || skipped <= 0) return cursor;
  return { newest: cursor.newest + skipped, behind: false, page: 1 };
}

/** Questions to events, each with the watches that it matches and that look for questions this way. */
export function questionEvents(
  items: Question[],
  site: SiteRef,
  watches: StoredWatch[],
  look: QuestionList = 'new',
): QuestionEvent[] {
  const looking = watches.filter((watch) => questionListOf(watch.rule) === look);
  return items.map((question) => ({
    site,
    questionId: question.question_id,
    title: question.title,
    tags: question.tags,
    link: question.link,
    createdAt: question.creation_date.getTime(),
    ownerId: question.owner?.user_id,
    watchIds: matching(looking, site.id, { ...question, ...questionFacts(question) }).map((watch) => watch.id),
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

/** The share of questions with some tags is estimated from so many of the latest questions. */
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
  cursor: QuestionCursor | undefined;
  /** What ended the reading early. The pages before it are recorded, and the next poll goes on from there. */
  failure?: NetworkError;
}

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
  const read: ReadPages = { items: [], broken: 0, readAt: context.networkNow(), cursor: from };
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
    read.readAt = page.networkTime ?? read.readAt;
    read.cursor = nextCursor(read.cursor, page, context.overlap);
    if (onlyOne || !page.hasMore || endsWith(context, page, pages)) return read;
  }
}

/** Reads the questions asked since the last poll and records them in one transaction. */
export async function pollNewQuestions(context: PollContext, siteId: string): Promise<PollResult> {
  const { profile, rules } = context;
  const before = freshened(cursorOf(profile, siteId), context.idleFor);
  const firstLook = before?.newest === undefined;
  const { tags } = firstLook
    ? { tags: undefined }
    : questionForm(profile, siteId, rules.watches, Math.max(context.idleFor, context.interval ?? 0));
  const form = tags && searchKey(tags);
  const startAt = before?.tags === form ? before : before && { ...before, page: 1 };
  const { items, broken, readAt, cursor, failure } = await readPages(context, siteId, startAt, {
    tags,
    onlyOne: firstLook,
  });
  // The last watch of the site was removed meanwhile: nothing of this look may remain, or a later watch would start
  // from it.
  if (!context.isStillWatched(siteId)) return { broken, more: false };
  const next: QuestionCursor = { ...(cursor ?? { behind: false, page: 1 }), tags: form };
  const rates = questionRates(profile, siteId);
  const events = questionEvents(items, siteOf(siteId, rules.watches), rules.watches);
  const since = new Map(rules.watches.map((watch) => [watch.id, watchedSince(profile, watch.id, readAt)]));
  const ratesNow = () =>
    firstLook
      ? firstRates(items, readAt / 1000)
      : learnedRates(rates, tags, countSince(items, rates.readUntil), readAt / 1000);
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
      marks: {
        [`cursor:questions:${siteId}`]: next,
        ...(!next.behind && { [`rates:questions:${siteId}`]: ratesNow() }),
      },
    },
  );
  if (failure !== undefined) throw failure;
  return { broken, more: next.behind, ...(tags && { searched: true }) };
}

/** Cached answers may be so old: a question asked longer before a poll was in its answer, if it had the tags. */
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
