import { decodeHTML } from 'entities';
import { htmlSafe } from '../world/text-of-html.ts';
import { Markup } from './markup.ts';

/** Elements that may stand in a post; they keep no attributes but a link's address. */
const ALLOWED_ELEMENTS = new Set(
  (
    'a b blockquote code dd del dl dt em h1 h2 h3 h4 h5 h6 i kbd li ol p pre s strong sub sup table tbody td th ' +
    'thead tr ul'
  ).split(' '),
);
const VOID_ELEMENTS = new Set(['br', 'hr']);
/** Elements whose content is not text for people. */
const DROPPED_ELEMENTS =
  /<(script|style|template|iframe|object|svg|math|textarea|title|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const TAG_OR_COMMENT = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;

function opening(name: string, attributes: string): string {
  if (name !== 'a') return `<${name}>`;
  const quoted = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes);
  const address = decodeHTML(quoted?.[1] ?? quoted?.[2] ?? '');
  return /^https?:\/\//i.test(address) ? `<a href="${htmlSafe(address)}" rel="nofollow noopener noreferrer">` : '<a>';
}

/**
 * The HTML of a post, built anew so that it can stand in a page whatever it was: text is decoded and escaped again,
 * and only known elements are written, each of them closed.
 */
export function postHtml(source: string): Markup {
  const input = source.replace(DROPPED_ELEMENTS, '');
  const open: string[] = [];
  let output = '';
  let last = 0;
  const text = (from: number, to: number) => {
    output += htmlSafe(decodeHTML(input.slice(from, to)));
  };
  for (const match of input.matchAll(TAG_OR_COMMENT)) {
    text(last, match.index);
    last = match.index + match[0].length;
    const name = match[2]?.toLowerCase() ?? '';
    if (VOID_ELEMENTS.has(name)) output += `<${name}>`;
    else if (!ALLOWED_ELEMENTS.has(name)) continue;
    else if (match[1] !== '/') {
      output += opening(name, match[3] ?? '');
      open.push(name);
    } else if (open.includes(name)) {
      let closed: string | undefined;
      while (closed !== name && (closed = open.pop()) !== undefined) output += `</${closed}>`;
    }
  }
  text(last, input.length);
  while (open.length > 0) output += `</${open.pop() ?? ''}>`;
  return new Markup(output);
}
