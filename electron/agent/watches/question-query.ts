import { z } from 'zod';
import type { WatchRule } from '../../../common/contract/contract.ts';
import { readMark } from '../domain/read-mark.ts';
import { coveringTags } from './rule.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';

/** The largest page (docs/api.md, "Paging"). */
export const QUESTIONS_PER_PAGE = 100;

/**
 * Questions show up late in cached answers, so each poll reads the last few minutes again; ids tell which questions
 * were seen before.
 */
export const OVERLAP_S = 300;

/** How many questions came in how many seconds, older ones counting less. */
const Rate = z.object({ n: z.number(), seconds: z.number() });
type Rate = z.output<typeof Rate>;

/** What the two ways of asking for a site's new questions have given so far. */
export const QuestionRates = z.object({
  all: Rate.optional(),
  search: Rate.extend({ tags: z.string() }).optional(),
  /** Until when reading is complete, in epoch seconds by the network's clock. */
  readUntil: z.number().optional(),
  /** Since when every question of the site has been read, not only what a search finds; epoch seconds likewise. */
  allSince: z.number().optional(),
});
export type QuestionRates = z.output<typeof QuestionRates>;

/** `tags`: a search for any of them; absent: all new questions of the site. */
export interface QuestionForm {
  tags?: string[] | undefined;
  /** Pages that one poll will probably need. */
  pages: number;
}

/** After this time a count weighs less than half (1/e), because sites change by the day of the week. */
const RATE_MEMORY_S = 4 * 24 * 3600;

/** A rate after one complete poll that found `n` questions of the last `seconds`. */
export function learned(rate: Rate | undefined, n: number, seconds: number): Rate | undefined {
  if (!(seconds > 0)) return rate;
  const fade = Math.exp(-seconds / RATE_MEMORY_S);
  return { n: (rate?.n ?? 0) * fade + n, seconds: (rate?.seconds ?? 0) * fade + seconds };
}

/** The overlap is at least this long, because questions are not always listed in the exact order of their dates. */
const MIN_OVERLAP_S = 8;

/**
 * How far a poll overlaps the one before, in seconds: as far as the questions that came in between leave room on its
 * page. Otherwise the polls of a busy site would read the same questions again and again.
 */
export function overlapFor(questionsPerDay: number | undefined, seconds: number): number {
  if (!questionsPerDay) return OVERLAP_S;
  const pageLasts = (0.8 * QUESTIONS_PER_PAGE * 86_400) / questionsPerDay;
  return Math.round(Math.min(OVERLAP_S, Math.max(MIN_OVERLAP_S, pageLasts - seconds)));
}

/**
 * The rate of the questions that a first poll reads, which may be those of months. At most `RATE_MEMORY_S` of that time
 * counts, or a site that has become busy would seem quiet for long.
 */
export function sampledRate(n: number, seconds: number): Rate {
  const part = Math.min(1, RATE_MEMORY_S / seconds);
  return { n: n * part, seconds: seconds * part };
}

/** Questions a day. */
export const perDay = (rate: Rate | undefined): number | undefined =>
  rate && rate.seconds > 0 ? (rate.n / rate.seconds) * 86_400 : undefined;

/** How many pages hold the questions of the last `seconds` and of the overlap; one where nothing is known yet. */
export function pagesFor(questionsPerDay: number | undefined, seconds: number): number {
  return Math.max(
    1,
    Math.ceil(
      ((questionsPerDay ?? 0) * (Math.max(0, seconds) + overlapFor(questionsPerDay, seconds))) /
        86_400 /
        QUESTIONS_PER_PAGE,
    ),
  );
}

export const searchKey = (tags: string[]): string => tags.join(';');

/**
 * How reluctantly the form changes: a search is kept as long as it would save pages with polls this many times as far
 * apart, so that forms do not alternate.
 */
const SWITCHING_FACTOR = 2;
/** Above which share of all questions a search is given up. */
const MAX_SEARCH_SHARE = 0.75;

/** What else the choice of a form depends on. */
export interface FormFacts {
  /** The last poll was a search. It stays one unless asking for all questions clearly costs no more. */
  searching?: boolean;
  /** The part of the latest questions that carry any of some tags: what a search that was never sent will find. */
  share?: (tags: string[]) => number | undefined;
}

/**
 * The cheaper way to ask for a site's questions of the last `seconds`: all of them, which are matched here, or a search
 * for the tags that cover every rule. Where both cost the same it is all of them, because that also shows what no watch
 * matches yet.
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

/** The rates after a poll that read everything up to `readUntil`, `n` questions since the last complete one. */
export function learnedRates(
  rates: QuestionRates,
  tags: string[] | undefined,
  n: number,
  readUntil: number,
): QuestionRates {
  const seconds = rates.readUntil === undefined ? 0 : readUntil - rates.readUntil;
  if (!tags)
    return {
      ...rates,
      all: learned(rates.all, n, seconds),
      readUntil,
      allSince: rates.allSince ?? rates.readUntil ?? readUntil,
    };
  const key = searchKey(tags);
  const rate = learned(rates.search?.tags === key ? rates.search : undefined, n, seconds);
  return { ...rates, search: rate && { ...rate, tags: key }, readUntil, allSince: undefined };
}

/** How busy a site is, as far as it is known. */
export const questionRates = (history: ProfileHistory, siteId: string): QuestionRates =>
  readMark(history, `rates:questions:${siteId}`, QuestionRates) ?? {};
