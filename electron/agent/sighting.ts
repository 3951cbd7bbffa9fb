import type { Page } from '../api/network.ts';
import type { Question } from '../api/resources.ts';
import type { StoredWatch } from '../store/settings.ts';
import type { Found } from './learning.ts';
import type { Prospect } from './planner.ts';
import { questionFacts } from './polls/questions.ts';
import { amount } from './rates.ts';
import { matching } from './watches.ts';

/** When an item of any kind happened, in ms since the epoch; undefined where it does not say. */
function dateOf(item: unknown): number | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { creation_date: created, on_date: on } = item as { creation_date?: unknown; on_date?: unknown };
  const date = created ?? on;
  return date instanceof Date ? date.getTime() : undefined;
}

const isQuestion = (item: unknown): item is Question => typeof item === 'object' && item !== null && 'question_id' in item && 'tags' in item;

/**
 * Watches the pages of one poll go by, to learn from their dates. `knownUntil`: everything up to then was known before;
 * undefined on the first look. `watches`: those that the stream serves.
 */
export function createSighting(siteId: string, watches: StoredWatch[], knownUntil: number | undefined) {
  const dates: number[] = [];
  const seen = new Set<number>();
  const matches = new Map<string, number[]>(watches.map((watch) => [watch.id, []]));
  let oldest = Infinity;
  let newest = -Infinity;
  let matched = 0;
  return {
    page({ items }: Page<unknown>): void {
      for (const item of items) {
        const date = dateOf(item);
        if (date === undefined) continue;
        oldest = Math.min(oldest, date);
        newest = Math.max(newest, date);
        if (knownUntil !== undefined && date <= knownUntil) continue;
        if (isQuestion(item)) {
          if (seen.has(item.question_id)) continue;
          seen.add(item.question_id);
          for (const watch of matching(watches, siteId, { ...item, ...questionFacts(item) })) {
            matches.get(watch.id)?.push(date);
            matched++;
          }
        }
        dates.push(date);
      }
    },
    /** What was found. `more`: the newest page was full, so that nothing is known after its last item. */
    found(now: number, more: boolean): Found {
      const until = more && newest > -Infinity ? Math.min(now, newest) : now;
      return { dates, until, ...(oldest < Infinity && { since: Math.min(oldest, until) }), ...(watches.length > 0 && { matches }) };
    },
    /** What probably waits behind a full page, beyond what usually comes: as dense as the page was. */
    waiting(now: number, prospect: Prospect): { value: number; items: number } {
      const from = Math.max(knownUntil ?? oldest, oldest);
      if (!(newest > -Infinity) || dates.length === 0) return { value: 0, items: 0 };
      const rate = dates.length / Math.max(newest - from, 1000);
      const items = Math.max(1, rate * Math.max(0, now - newest));
      const usual = prospect.items ? amount(prospect.items, newest, now) : 0;
      const beyond = Math.max(0, items - usual);
      const each = prospect.items && prospect.items.upTo[24]! > 0 ? prospect.value.upTo[24]! / prospect.items.upTo[24]! : 1;
      return { items: beyond, value: beyond * Math.min(each, matched / dates.length) };
    },
  };
}

