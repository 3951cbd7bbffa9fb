import { decodeHTML } from 'entities';

const longest = 240;

/** Taken out without leaving a gap: they stand inside words and before punctuation. */
const inline = /<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|u)\b[^>]*>/gi;

/** Takes an HTML fragment, gives all of its text on one line. */
export const plainText = (html: string): string =>
  decodeHTML(
    html
      .replace(/<(style|script)\b[^]*?<\/\1>/gi, ' ')
      .replace(inline, '')
      .replace(/<[^>]*>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** Takes an HTML fragment, gives one line of plain text of at most 240 characters, cut at a word. */
export function excerpt(html: string): string {
  const plain = plainText(html);
  if (plain.length <= longest) return plain;
  const cut = plain.slice(0, longest);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest - 40)).trimEnd()}…`;
}
