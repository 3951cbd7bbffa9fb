import { z } from 'zod';
import type { Page } from '../../../api/network.ts';
import type { Question } from '../../../../common/resources.ts';
import type { Poll } from '../poll.ts';
import { OVERLAP_S, QUESTIONS_PER_PAGE } from './question-query.ts';

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
