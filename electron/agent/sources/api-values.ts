import { decodeHTML } from 'entities';
import { MINUTE_MS, DAY_MS } from '../../../common/durations.ts';

const MAX_EXCERPT = 240;
/** An excerpt is cut at the end of a word, unless this shortens it by more than this many characters. */
const MAX_CUT_WORD = 40;

/** Elements removed without leaving a space: they occur inside words and before punctuation. */
const INLINE_ELEMENTS = /<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|u)\b[^>]*>/gi;

/** Returns all text of an HTML fragment on one line. */
export const plainText = (html: string): string =>
  decodeHTML(
    html
      .replace(/<(style|script)\b[^]*?<\/\1>/gi, ' ')
      .replace(INLINE_ELEMENTS, '')
      .replace(/<[^>]*>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** Returns an HTML fragment as one line of plain text, at most 240 characters, cut at a word. */
export function excerpt(html: string): string {
  const plain = plainText(html);
  if (plain.length <= MAX_EXCERPT) return plain;
  const cut = plain.slice(0, MAX_EXCERPT);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_EXCERPT - MAX_CUT_WORD)).trimEnd()}…`;
}

/** The oldest network of this kind began in 2008. */
const EARLIEST_MS = Date.UTC(2008, 0);
/** Clocks and time zones may be wrong by a day; later dates are implausible. */
const LATEST_AHEAD_MS = DAY_MS;
/** Largest accepted difference between a `Date` header and the assumed time, in ms. */
const MAX_HEADER_ERROR_MS = 5 * MINUTE_MS;

/**
 * Returns `date` if it is plausible, otherwise `now`: an item dated before 2008 or more than a day ahead would stay
 * first or last forever. Both in ms since the epoch, `now` in server time.
 */
export const plausibleDate = (date: number, now: number): number =>
  date >= EARLIEST_MS && date <= now + LATEST_AHEAD_MS ? date : now;

/** Returns when a response was written: the reported time, or `now` if the two differ too much. */
export const answeredAt = (stated: number, now: number): number =>
  Math.abs(stated - now) <= MAX_HEADER_ERROR_MS ? stated : now;

/** Returns the host of an address, or undefined if it is invalid. */
export function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;
}
