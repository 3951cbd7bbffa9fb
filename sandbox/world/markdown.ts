import { decodeHTML } from 'entities';

/** A placeholder for a piece of code, which must stay as it is; no body has such a character. */
const MARK = '\u0000';

const INLINE: readonly (readonly [RegExp, string])[] = [
  [/<(?:strong|b)>([^]*?)<\/(?:strong|b)>/gi, '**$1**'],
  [/<(?:em|i)>([^]*?)<\/(?:em|i)>/gi, '*$1*'],
  [/<a\s[^>]*?href="([^"]*)"[^>]*>([^]*?)<\/a>/gi, '[$2]($1)'],
  [/<br\s*\/?>\n?/gi, '  \n'],
];

const BLOCKS: readonly (readonly [RegExp, string])[] = [
  [/<hr\s*\/?>/gi, '\n\n---\n\n'],
  [/<\/?p>/gi, '\n\n'],
];

const lines = (text: string, first: string, rest: string) =>
  text.trim().split('\n').join(`\n${rest}`).replace(/^/, first);

/** The items of a list, each with its mark. */
const items = (list: string, mark: (index: number) => string) =>
  [...list.matchAll(/<li>([^]*?)<\/li>/gi)]
    .map(([, item = ''], index) => lines(item.replace(/<\/?p>/gi, '\n'), mark(index), '   '))
    .join('\n');

/**
 * The Markdown that a post of this HTML could have been written in, for posts that people here wrote in HTML. Tags that
 * Markdown has no sign for stay, as it allows.
 */
export function markdownOf(html: string): string {
  const kept: string[] = [];
  const keep = (piece: string) => `${MARK}${kept.push(piece) - 1}${MARK}`;
  let text = html
    .replace(/<pre[^>]*>(?:<code[^>]*>)?([^]*?)(?:<\/code>)?<\/pre>/gi, (_, code: string) => {
      const block = decodeHTML(code).replace(/\n$/, '');
      return `\n\n${keep(block.replace(/^(?=.)/gm, '    '))}\n\n`;
    })
    .replace(/<code>([^]*?)<\/code>/gi, (_, code: string) => keep(`\`${decodeHTML(code)}\``));
  for (const [pattern, written] of INLINE) text = text.replace(pattern, written);
  text = text
    .replace(
      /<h([1-6])>([^]*?)<\/h\1>/gi,
      (_, level: string, title: string) => `\n\n${'#'.repeat(Number(level))} ${title}\n\n`,
    )
    .replace(/<ul>([^]*?)<\/ul>/gi, (_, list: string) => `\n\n${items(list, () => ' - ')}\n\n`)
    .replace(/<ol>([^]*?)<\/ol>/gi, (_, list: string) => `\n\n${items(list, (index) => ` ${index + 1}. `)}\n\n`);
  for (const [pattern, written] of BLOCKS) text = text.replace(pattern, written);
  text = text
    .replace(/<blockquote>([^]*?)<\/blockquote>/gi, (_, quoted: string) => {
      const single = quoted.trim().replace(/\n{3,}/g, '\n\n');
      return `\n\n${lines(single, '> ', '> ')}\n\n`;
    })
    .replace(/\n{3,}/g, '\n\n');
  // Line ends only: a block of code begins with blanks.
  return decodeHTML(text.replace(/^\n+|\s+$/g, '')).replaceAll(
    new RegExp(`${MARK}(\\d+)${MARK}`, 'g'),
    (_, place: string) => kept[Number(place)] ?? '',
  );
}
