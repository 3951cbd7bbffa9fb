import { decodeHTML } from 'entities';

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
