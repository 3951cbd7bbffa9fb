import { z } from 'zod';
import type { Page } from '../../../api/network.ts';
import type { Question } from '../../../../common/resources.ts';
import type { Poll } from '../poll.ts';
import type { WatchRule } from '../../../../common/contract/contract.ts';
import { readMark, type ProfileHistory } from '../../../store/profile-history.ts';
import { coveringTags } from './rule.ts';

/** Maximum page size (docs/api.md, "Paging"). */
export const QUESTIONS_PER_PAGE = 100;

/**
 * Overlap of polls, in seconds. Cached answers show questions late, so each poll reads the last few minutes again; ids
 * identify known questions.
 */
export const OVERLAP_S = 300;

/** Number of questions in a number of seconds, older ones weighted less. */
const Rate = z.object({ n: z.number(), seconds: z.number() });
type Rate = z.output<typeof Rate>;

/** Rates of the two ways to request a site's new questions. */
export const QuestionRates = z.object({
  all: Rate.optional(),
  search: Rate.extend({ tags: z.string() }).optional(),
  /** Time up to which reading is complete, in epoch seconds, server time. */
  readUntil: z.number().optional(),
  /**
   * Time since which all questions of the site have been read, not only those of a search; in epoch seconds, server
   * time.
   */
  allSince: z.number().optional(),
});
export type QuestionRates = z.output<typeof QuestionRates>;

/** Request for a site's new questions. `tags`: a search for any of them; absent: all new questions. */
export interface QuestionForm {
  tags?: string[] | undefined;
  /** Number of pages that one poll will probably need. */
  pages: number;
}

/** Time after which a count weighs 1/e, in seconds, because sites change by the day of the week. */
const RATE_MEMORY_S = 4 * 24 * 3600;

/** Returns a rate after one complete poll that found `n` questions of the last `seconds`. */
export function learned(rate: Rate | undefined, n: number, seconds: number): Rate | undefined {
  if (!(seconds > 0)) return rate;
  const fade = Math.exp(-seconds / RATE_MEMORY_S);
  return { n: (rate?.n ?? 0) * fade + n, seconds: (rate?.seconds ?? 0) * fade + seconds };
}

/** Minimum overlap, in seconds, because questions are not always listed in the exact order of their dates. */
const MIN_OVERLAP_S = 8;

/**
 * Returns a poll's overlap with the previous one, in seconds: as much as the new questions leave room for on its page.
 * Otherwise the polls of a busy site would read the same questions again and again.
 */
export function overlapFor(questionsPerDay: number | undefined, seconds: number): number {
  if (!questionsPerDay) return OVERLAP_S;
  const pageLasts = (0.8 * QUESTIONS_PER_PAGE * 86_400) / questionsPerDay;
  return Math.round(Math.min(OVERLAP_S, Math.max(MIN_OVERLAP_S, pageLasts - seconds)));
}

/**
 * Returns the rate of a first poll's questions, which may be those of months. At most `RATE_MEMORY_S` of that time
 * counts, or a site that has become busy would seem quiet for long.
 */
export function sampledRate(n: number, seconds: number): Rate {
  const part = Math.min(1, RATE_MEMORY_S / seconds);
  return { n: n * part, seconds: seconds * part };
}

/** Returns questions per day. */
export const perDay = (rate: Rate | undefined): number | undefined =>
  rate && rate.seconds > 0 ? (rate.n / rate.seconds) * 86_400 : undefined;

/**
 * Returns the number of pages for the questions of the last `seconds` and of the overlap; one if the rate is unknown.
 */
function pagesFor(questionsPerDay: number | undefined, seconds: number): number {
  const covered = Math.max(0, seconds) + overlapFor(questionsPerDay, seconds);
  return Math.max(1, Math.ceil(((questionsPerDay ?? 0) * covered) / 86_400 / QUESTIONS_PER_PAGE));
}

export const searchKey = (tags: string[]): string => tags.join(';');

/**
 * Hysteresis of the form: a search is kept as long as it would save pages with polls this many times as far apart, so
 * that forms do not alternate.
 */
const SWITCHING_FACTOR = 2;
/** Share of all questions above which a search is given up. */
const MAX_SEARCH_SHARE = 0.75;

/** Further input for choosing a form. */
export interface FormFacts {
  /** Whether the last poll was a search. It stays one unless requesting all questions clearly costs no more. */
  searching?: boolean;
  /**
   * Returns the share of the latest questions with any of some tags, which is the expected result of a search never
   * sent.
   */
  share?: (tags: string[]) => number | undefined;
}

/**
 * Returns the cheaper request for a site's questions of the last `seconds`: all of them, which are matched locally, or
 * a search for the tags that cover every rule. If both cost the same it is all of them, because that also shows
 * questions that no watch matches yet.
 */
export function chooseForm(
  rules: WatchRule[],
  rates: QuestionRates,
  seconds: number,
  { searching = false, share }: FormFacts = {},
): QuestionForm {
  const all = perDay(rates.all);
  const apart = seconds * (searching ? SWITCHING_FACTOR : 1);
  const asAll = { pages: pagesFor(all, seconds) };
  const tags = pagesFor(all, apart) > 1 ? coveringTags(rules) : undefined;
  if (!tags) return asAll;
  const found = rates.search?.tags === searchKey(tags) ? perDay(rates.search) : (all ?? 0) * (share?.(tags) ?? 0);
  const less =
    pagesFor(found, apart) < pagesFor(all, apart) && !(searching && (found ?? 0) > MAX_SEARCH_SHARE * (all ?? 0));
  return less ? { tags, pages: pagesFor(found, seconds) } : asAll;
}

/**
 * Returns the rates after a poll that read everything up to `readUntil`, with `n` questions since the last complete
 * one.
 */
export function learnedRates(
  rates: QuestionRates,
  tags: string[] | undefined,
  n: number,
  readUntil: number,
): QuestionRates {
  const seconds = rates.readUntil === undefined ? 0 : readUntil - rates.readUntil;
  const allSince = rates.allSince ?? rates.readUntil ?? readUntil;
  if (!tags) return { ...rates, all: learned(rates.all, n, seconds), readUntil, allSince };
  const key = searchKey(tags);
  const rate = learned(rates.search?.tags === key ? rates.search : undefined, n, seconds);
  return { ...rates, search: rate && { ...rate, tags: key }, readUntil, allSince: undefined };
}

/** Returns the stored rates of a site. */
export const questionRates = (history: ProfileHistory, siteId: string): QuestionRates =>
  readMark(history, `rates:questions:${siteId}`, QuestionRates) ?? {};

/** How far a site's questions have been read. Dates are epoch seconds in server time, never local time. */
export const QuestionCursor = z.object({
  /** The newest creation date read so far; undefined on a site without questions. */
  newest: z.number().optional(),
  /** All questions created before were read, including those that appear late; the next reading starts here. */
  settled: z.number().optional(),
  /** Whether the last page was full, so that the next request continues there instead of overlapping. */
  behind: z.boolean(),
  /** While behind: the creation date to continue from. */
  position: z.number().optional(),
  /** While behind: the page to continue with, if one second filled a whole page. */
  page: z.number(),
  /** While behind: when this reading began, which may be several polls ago. */
  began: z.number().optional(),
  /**
   * The tags of the search; undefined if all questions were requested. `page` counts the pages of that request only.
   */
  tags: z.string().optional(),
});
export type QuestionCursor = z.output<typeof QuestionCursor>;

/**
 * Sends one request. Without a cursor it requests the newest 100 questions, which are history. With a cursor it
 * requests the oldest first from there on, so that after a full page the next request continues without a gap.
 */
export function requestQuestions(
  { network, sending, overlap = OVERLAP_S }: Poll,
  siteId: string,
  cursor: QuestionCursor | undefined,
  tags: string[] | undefined,
): Promise<Page<Question>> {
  const pagesize = QUESTIONS_PER_PAGE;
  if (cursor?.newest === undefined) return network.questions({ site: siteId, order: 'desc', pagesize }, sending);
  const from = positionOf(cursor.newest, cursor);
  // On a busy site the overlap is shorter, so the request starts nearer to the newest question.
  const fromdate = cursor.behind ? from : Math.max(from, Math.min(cursor.newest, from + OVERLAP_S - overlap));
  const query = { site: siteId, order: 'asc', fromdate, pagesize, page: cursor.page } as const;
  return tags ? network.search({ ...query, tagged: tags }, sending) : network.questions(query, sending);
}

/**
 * Returns the date at which a reading starts: a little before the newest question, or later if there was none for long.
 */
const beginning = (newest: number, { settled }: QuestionCursor): number => settled ?? newest - OVERLAP_S;

/** Returns the date from which the next request starts. */
const positionOf = (newest: number, cursor: QuestionCursor): number =>
  cursor.behind ? (cursor.position ?? newest) : beginning(newest, cursor);

/** How long before the start of a reading a question must have been asked to be certain not to appear late any more. */
const SETTLED_AFTER_S = 600;

/** Tolerance in seconds: the network's servers differ by a few, and responses report whole ones. */
const TOLERATED_S = 60;

/**
 * Returns the cursor after this response.
 * @param overlap how far to look back for questions that appear late, in seconds
 * @param until time confirmed by this machine's clock, in epoch seconds; no later date moves the cursor
 */
export function nextCursor(
  cursor: QuestionCursor | undefined,
  page: Page<Question>,
  overlap = OVERLAP_S,
  until = Infinity,
): QuestionCursor {
  const dates = page.items
    .map((question) => Math.floor(question.creation_date.getTime() / 1000))
    .filter((date) => date <= until + TOLERATED_S);
  const now = page.networkTime === undefined ? undefined : Math.floor(Math.min(page.networkTime / 1000, until));
  // On a site without questions, all from now on (server time) are new.
  if (cursor?.newest === undefined)
    return { newest: dates.length > 0 ? Math.max(...dates) : now, behind: false, page: 1 };
  const newest = Math.max(cursor.newest, ...dates);
  const begun = beginning(cursor.newest, cursor);
  // If every page overlaps the one before, every page is a reading of its own.
  const began = cursor.behind && cursor.position !== cursor.settled ? cursor.began : now;
  if (page.hasMore) {
    const from = positionOf(cursor.newest, cursor);
    const position = Math.max(from, ...dates);
    // On a busy site, where every page is full, each page looks back only a little: the whole overlap would fill more
    // pages.
    const settled = Math.min(position, (now ?? position) - overlap);
    if (overlap < OVERLAP_S && settled > from)
      return { newest, behind: true, position: settled, page: 1, settled, began: now };
    // Continues from the last date of the page; only a second that fills a page by itself needs the next page.
    return { newest, behind: true, position, page: position > from ? 1 : cursor.page + 1, settled: begun, began };
  }
  // A question may appear late among those of this reading, so the next starts before this one began.
  const unknown = cursor.behind ? begun : undefined;
  const settled =
    began === undefined ? unknown : Math.max(begun, Math.min(newest, began) - OVERLAP_S, began - SETTLED_AFTER_S);
  return { newest, behind: false, page: 1, settled };
}

/** How far back Askbell reads after it was not running for long, in seconds. */
export const MAX_OVERLAP_S = 7 * 24 * 3600;

/** Moves a cursor that is older than a week forward to a week ago; `idle` is the time since the last poll, in ms. */
export function freshened(cursor: QuestionCursor | undefined, idle: number): QuestionCursor | undefined {
  const skipped = Math.floor(idle / 1000) - MAX_OVERLAP_S;
  if (cursor?.newest === undefined || skipped <= 0) return cursor;
  return { newest: cursor.newest + skipped, behind: false, page: 1 };
}

/**
 * Corrects a cursor in the future: a wrong clock set it, and all questions until then would be skipped. Returns it to
 * the newest known question. `until`: time confirmed by this machine's clock, in epoch seconds like `newestKnown`.
 */
export function healed(
  cursor: QuestionCursor | undefined,
  until: number,
  newestKnown: () => number | undefined,
): QuestionCursor | undefined {
  if (cursor?.newest === undefined) return cursor;
  const { newest, settled = 0, position = 0, began = 0 } = cursor;
  const mark = Math.max(newest, settled, position, began);
  if (mark <= until + TOLERATED_S) return cursor;
  const known = newestKnown();
  const latest = Math.max(until, known ?? -Infinity) + TOLERATED_S;
  if (mark <= latest) return cursor;
  return { newest: newest <= latest ? newest : (known ?? Math.floor(until)), behind: false, page: 1 };
}
