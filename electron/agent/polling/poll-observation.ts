import type { Page } from '../../api/network.ts';
import type { Question } from '../../../common/resources.ts';
import type { StoredWatch } from '../../store/settings.ts';
import type { PollFindings } from '../forecast/rate-learner.ts';
import type { Forecast } from '../forecast/stream.ts';
import { questionFacts } from '../watches/rule.ts';
import { amountBetween } from '../forecast/hourly-rates.ts';
import { matching } from '../watches/rule.ts';

/** When an item of any kind happened, in ms since the epoch; undefined where it does not say. */
function dateOf(item: unknown): number | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { creation_date: created, on_date: on } = item as { creation_date?: unknown; on_date?: unknown };
  const date = created ?? on;
  return date instanceof Date ? date.getTime() : undefined;
}

const isQuestion = (item: unknown): item is Question =>
  typeof item === 'object' && item !== null && 'question_id' in item && 'tags' in item;

/** Questions show up in answers so much later than they were asked, in ms, at most: answers are cached. */
const latest = 600_000;

/** The questions that the polls of a stream showed since the start, by their numbers; the last thousands of them. */
export function createShownQuestions() {
  const ids = new Set<number>();
  /** All that is younger was shown, in ms since the epoch. */
  let since = Infinity;
  return {
    /** Whether a question was surely not shown before; before the first poll since the start nothing is sure. */
    isNew: (id: number, date: number): boolean => date >= since && !ids.has(id),
    add(shown: Iterable<number>, from: number): void {
      for (const id of shown) ids.add(id);
      since = Math.min(since, from);
      for (const id of ids) {
        if (ids.size <= 5000) break;
        ids.delete(id);
      }
    },
  };
}

export type ShownQuestions = ReturnType<typeof createShownQuestions>;

/**
 * Watches the pages of one poll go by, to learn from their dates. `knownUntil`: everything up to then was known before,
 * save for what shows late; undefined on the first look. `watches`: those that the stream serves. `shown`: what its
 * earlier polls showed.
 */
export function createPollObservation(
  siteId: string,
  watches: StoredWatch[],
  knownUntil: number | undefined,
  shown: ShownQuestions = createShownQuestions(),
) {
  const dates: number[] = [];
  const seen = new Set<number>();
  const matches = new Map<string, number[]>(watches.map((watch) => [watch.id, []]));
  let oldest = Infinity;
  let newest = -Infinity;
  let matched = 0;
  let pages = 0;
  return {
    page({ items }: Page<unknown>): void {
      pages++;
      for (const item of items) {
        const date = dateOf(item);
        if (date === undefined) continue;
        oldest = Math.min(oldest, date);
        newest = Math.max(newest, date);
        // What shows late happened in the stretch that the poll tells of, as far as counting goes.
        const late =
          knownUntil !== undefined &&
          date <= knownUntil &&
          date > knownUntil - latest &&
          isQuestion(item) &&
          shown.isNew(item.question_id, date);
        const counted = late ? knownUntil + 1 : date;
        const isKnown = knownUntil !== undefined && counted <= knownUntil;
        if (isQuestion(item)) {
          if (seen.has(item.question_id)) continue;
          seen.add(item.question_id);
          if (isKnown) continue;
          for (const watch of matching(watches, siteId, { ...item, ...questionFacts(item) })) {
            matches.get(watch.id)?.push(counted);
            matched++;
          }
        }
        if (!isKnown) dates.push(counted);
      }
    },
    /** Pages that went by. */
    pages: (): number => pages,
    /** What was found, to be learned from; what was shown counts as seen from then on. `more`: the newest page was full, so that nothing is known after its last item. */
    found(now: number, more: boolean): PollFindings {
      shown.add(seen, oldest);
      const until = more && newest > -Infinity ? Math.min(now, newest) : now;
      return {
        dates,
        until,
        ...(oldest < Infinity && { since: Math.min(oldest, until) }),
        ...(watches.length > 0 && { matches }),
      };
    },
    /** What probably waits behind a full page, beyond what usually comes: as dense as the page was. */
    waiting(now: number, prospect: Forecast): { value: number; items: number } {
      const from = Math.max(knownUntil ?? oldest, oldest);
      if (!(newest > -Infinity) || dates.length === 0) return { value: 0, items: 0 };
      const rate = dates.length / Math.max(newest - from, 1000);
      const items = Math.max(1, rate * Math.max(0, now - newest));
      const usual = prospect.items ? amountBetween(prospect.items, newest, now) : 0;
      const beyond = Math.max(0, items - usual);
      const each =
        prospect.items && prospect.items.cumulative[24]! > 0
          ? prospect.value.cumulative[24]! / prospect.items.cumulative[24]!
          : 1;
      return { items: beyond, value: beyond * Math.min(each, matched / dates.length) };
    },
  };
}
