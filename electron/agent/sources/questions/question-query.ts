import { z } from 'zod';
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
export function pagesFor(questionsPerDay: number | undefined, seconds: number): number {
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
