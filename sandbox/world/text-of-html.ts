import { decodeHTML, escapeText } from 'entities';

const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Plain text as text that can stand in HTML, attributes included (docs/api.md, "Filters"). */
export function htmlSafe(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character) : text;
}

const BETWEEN_WORDS = /[^\p{L}\p{N}+#]+/gu;

/** A text in small letters with one space around each of its words; `C#` and `c++` are words. */
export const wholeWords = (text: string): string => ` ${text.toLowerCase().replace(BETWEEN_WORDS, ' ').trim()} `;

const TAG_REST = String.raw`(?:\s(?:"[^"]*"|'[^']*'|[^'">])*|/)?>`;
/** Elements within a line: letters on both sides of their tags are one word. */
const INLINE_TAGS = new RegExp(
  '</?(?:a|abbr|b|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|' +
    's|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr)' +
    TAG_REST,
  'gi',
);
const OTHER_TAGS = new RegExp(`<!--[^]*?-->|</?[a-z][a-z0-9]*${TAG_REST}`, 'gi');

/**
 * The text of an HTML fragment as a person sees it, on one line: without tags, addresses and comments, entities
 * resolved.
 */
export function visibleText(html: string): string {
  const bare = html.includes('<') ? html.replace(INLINE_TAGS, '').replace(OTHER_TAGS, ' ') : html;
  return (bare.includes('&') ? decodeHTML(bare) : bare).replace(/\s+/g, ' ').trim();
}

/** A word or phrase that is looked for; unless it is `whole`, its last word may be the beginning of a longer one. */
export interface Sought {
  readonly text: string;
  readonly isWhole?: boolean;
}

/** Letters without their accents, in whatever form they were written. */
const bareLetters = (text: string) => (/[^\0-\x7f]/.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text);

/** Returns whether any of the texts holds one of some pieces, as SQLite's full text would find it. */
export function holds(texts: readonly string[], pieces: readonly Sought[]): boolean {
  const words = texts.map((text) => wholeWords(bareLetters(text)));
  return pieces.some(({ text, isWhole = false }) => {
    const piece = wholeWords(bareLetters(text));
    return words.some((all) => all.includes(isWhole ? piece : piece.slice(0, -1)));
  });
}

const EXCERPT_CHARACTERS = 200;

/** The text of an HTML fragment without its tags and entities, on one line. */
export function plainText(html: string): string {
  return decodeHTML(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The beginning of a fragment as HTML-safe text, cut between words. */
export function excerpt(html: string): string {
  const text = plainText(html);
  if (text.length <= EXCERPT_CHARACTERS) return escapeText(text);
  const cut = text.lastIndexOf(' ', EXCERPT_CHARACTERS);
  return `${escapeText(text.slice(0, cut > 0 ? cut : EXCERPT_CHARACTERS))}…`;
}

/**
 * A part of a fragment as HTML-safe text, around the first of some words, which are marked.
 * @param words as a JSON array; without them the part is the beginning
 */
export function passage(html: string, words: string | null): string {
  const text = visibleText(html);
  const sought = words === null ? [] : (JSON.parse(words) as string[]);
  const pattern = sought.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  const found = pattern === '' ? undefined : new RegExp(pattern, 'giu');
  const at = found === undefined ? 0 : Math.max(0, text.search(found));
  const from = at < EXCERPT_CHARACTERS ? 0 : text.lastIndexOf(' ', at - EXCERPT_CHARACTERS / 2) + 1;
  const to = text.length - from <= EXCERPT_CHARACTERS ? text.length : text.lastIndexOf(' ', from + EXCERPT_CHARACTERS);
  const part = text.slice(from, to > from ? to : from + EXCERPT_CHARACTERS);
  if (found === undefined) return htmlSafe(part);
  const marked = part.replace(found, (word) => `\u0000${word}\u0001`);
  return htmlSafe(marked).replaceAll('\u0000', '<span class="highlight">').replaceAll('\u0001', '</span>');
}

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
