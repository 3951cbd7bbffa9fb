import { z } from 'zod';
import type { Network, Page, Sending } from '../../api/network.ts';
import type { Question } from '../../api/resources.ts';
import type { QuestionEvent, SiteRef } from '../../store/events.ts';
import type { StoredWatch } from '../../store/settings.ts';
import { matching } from '../watches.ts';

/** Where reading a site's questions stands. Dates are epoch seconds by the network's clock, never this machine's. */
export const QuestionCursor = z.object({
  /** The newest creation date read so far; undefined on a site that had no question yet. */
  newest: z.number().optional(),
  /** The last page was full: more is waiting, so the next poll continues instead of overlapping. */
  behind: z.boolean(),
  /** While behind: the page to go on with, where one second filled a whole page. */
  page: z.number(),
});
export type QuestionCursor = z.output<typeof QuestionCursor>;

/** Questions show up late in cached answers, so each poll looks this far back again; ids tell what was seen. */
export const overlap = 300;

/**
 * One request. Without a cursor: the newest 100, which are history. With one: oldest first from the cursor on, so that
 * a poll that overflows leaves no gap: the next one goes on where it stopped.
 */
export function pollQuestions(network: Network, siteId: string, cursor: QuestionCursor | undefined, sending: Sending): Promise<Page<Question>> {
  if (cursor?.newest === undefined) return network.questions({ site: siteId, order: 'desc', pagesize: 100 }, sending);
  const fromdate = cursor.behind ? cursor.newest : cursor.newest - overlap;
  return network.questions({ site: siteId, order: 'asc', fromdate, pagesize: 100, page: cursor.page }, sending);
}

/** Where the next poll goes on after this answer. */
export function nextCursor(cursor: QuestionCursor | undefined, page: Page<Question>): QuestionCursor {
  const dates = page.items.map((question) => Math.floor(question.creation_date.getTime() / 1000));
  if (cursor?.newest === undefined) {
    // A site without questions: what comes from now on, by the network's clock, is new.
    const now = page.networkTime === undefined ? undefined : Math.floor(page.networkTime / 1000);
    return { newest: dates.length > 0 ? Math.max(...dates) : now, behind: false, page: 1 };
  }
  const newest = Math.max(cursor.newest, ...dates);
  if (!page.hasMore) return { newest, behind: false, page: 1 };
  // Going on from the same date without overlap; only a second that fills a page by itself needs the next page.
  return { newest, behind: true, page: newest > cursor.newest || !cursor.behind ? 1 : cursor.page + 1 };
}

/** How far back Askbell reads after it was off for long. */
export const longestLookBack = 7 * 24 * 3600;

/** Moves a cursor that is older than a week forward to a week ago; `idle` is the time since the last poll, in ms. */
export function freshened(cursor: QuestionCursor | undefined, idle: number): QuestionCursor | undefined {
  const skipped = Math.floor(idle / 1000) - longestLookBack;
  if (cursor?.newest === undefined || skipped <= 0) return cursor;
  return { newest: cursor.newest + skipped, behind: false, page: 1 };
}

/** Questions to events, each with the watches it matches. */
export function questionEvents(items: Question[], site: SiteRef, watches: StoredWatch[]): QuestionEvent[] {
  return items.map((question) => ({
    site,
    questionId: question.question_id,
    title: question.title,
    tags: question.tags,
    link: question.link,
    createdAt: question.creation_date.getTime(),
    watchIds: matching(watches, site.id, question.tags).map((watch) => watch.id),
  }));
}
