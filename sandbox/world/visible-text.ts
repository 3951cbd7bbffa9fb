import { decodeHTML } from 'entities';

const rest = String.raw`(?:\s(?:"[^"]*"|'[^']*'|[^'">])*|/)?>`;
/** Elements within a line: letters on both sides of their tags are one word. */
const within = new RegExp(
  `</?(?:a|abbr|b|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr)${rest}`,
  'gi',
);
const others = new RegExp(`<!--[^]*?-->|</?[a-z][a-z0-9]*${rest}`, 'gi');

/** The text of an HTML fragment as a person sees it, on one line: without tags, addresses and comments, entities resolved. */
export function seenText(html: string): string {
  const bare = html.includes('<') ? html.replace(within, '').replace(others, ' ') : html;
  return (bare.includes('&') ? decodeHTML(bare) : bare).replace(/\s+/g, ' ').trim();
}
