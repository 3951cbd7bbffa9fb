import { decodeHTML } from 'entities';

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
