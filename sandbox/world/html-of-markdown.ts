import { htmlSafe } from './text-of-html.ts';

/**
 * HTML of the Markdown that clients write posts and comments in: paragraphs, code, links, lists, headings, emphasis and
 * quotes. HTML in it is shown as it was typed.
 */

/** A placeholder for a finished piece, which must stay as it is; no text that is sent has such a character. */
const MARK = '\u0000';

/** Bounded, so that no text takes long. */
const EMPHASIS: readonly (readonly [RegExp, string])[] = [
  [/\*\*(?=\S)(.{0,500}?\S)\*\*/gs, '<strong>$1</strong>'],
  [/\b__(?=\S)(.{0,500}?\S)__\b/gs, '<strong>$1</strong>'],
  [/\*(?=\S)(.{0,500}?\S)\*/gs, '<em>$1</em>'],
  [/\b_(?=\S)(.{0,500}?\S)_\b/gs, '<em>$1</em>'],
  [/(?<! ) {2,}\n/g, '<br>\n'],
];
const ADDRESS = String.raw`https?:\/\/[^\s()<>"'${MARK}]+`;
const LINK = new RegExp(String.raw`\[([^[\]]+)\]\((${ADDRESS})(?: +"[^"]*")?\)`, 'g');
/** Ends without the punctuation of its sentence. */
const BARE_ADDRESS = new RegExp(String.raw`<?(${ADDRESS}[^\s()<>"'${MARK}.,:;!?])>?`, 'g');

/** HTML of a text within a line, as a comment is: emphasis, code and links. */
export function inlineHtml(markdown: string): string {
  const kept: string[] = [];
  const keep = (html: string) => `${MARK}${kept.push(html) - 1}${MARK}`;
  const anchor = (address: string) => keep(`<a href="${htmlSafe(address)}" rel="nofollow noreferrer">`);
  const marked = markdown
    .replaceAll(MARK, '')
    .replace(/(?<!`)(`{1,4})(?!`) ?(.{1,2000}?) ?(?<!`)\1(?!`)/gs, (_, _ticks, code: string) =>
      keep(`<code>${htmlSafe(code)}</code>`),
    )
    .replace(/\\([\\`*_[\]<>#.!+-])/g, (_, sign: string) => keep(htmlSafe(sign)))
    .replace(LINK, (_, shown: string, address: string) => `${anchor(address)}${shown}${keep('</a>')}`)
    .replace(BARE_ADDRESS, (_, address: string) => `${anchor(address)}${keep(htmlSafe(address))}${keep('</a>')}`)
    .replace(/&(?!(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  const html = EMPHASIS.reduce((text, [pattern, written]) => text.replace(pattern, written), marked);
  return html.replaceAll(new RegExp(`${MARK}(\\d+)${MARK}`, 'g'), (_, place: string) => kept[Number(place)] ?? '');
}

/** A kind of block: the line that begins it, the lines that go on with it, and its HTML. */
interface Block {
  readonly starts: RegExp;
  readonly goesOn: RegExp;
  /** @param inner makes HTML of blocks within this one */
  html(lines: readonly string[], inner: (markdown: string) => string): string;
}

const NEVER = /(?!)/;
const without = (lines: readonly string[], beginning: RegExp) => lines.map((line) => line.replace(beginning, ''));

/** A list, whose items begin with a mark and go on with lines that are moved in. */
const list = (tag: 'ul' | 'ol', mark: string): Block => {
  const item = new RegExp(`^ {0,3}${mark} +`);
  return {
    starts: item,
    goesOn: new RegExp(`${item.source}|^\\s+\\S`),
    html(lines, inner) {
      const items: string[][] = [];
      const indent = (lines[0] ?? '').search(/\S/);
      for (const line of lines) {
        if (item.test(line) && line.search(/\S/) <= indent + 1) items.push([line.replace(item, '')]);
        else items.at(-1)?.push(line.replace(/^ {1,4}/, ''));
      }
      const shown = items.map((within) => {
        const html = inner(within.join('\n'));
        return `<li>${/^<p>(?:(?!<p>)[^])*<\/p>$/.test(html) ? html.slice(3, -4) : html}</li>`;
      });
      return `<${tag}>\n${shown.join('\n')}\n</${tag}>`;
    },
  };
};

const BLOCKS: readonly Block[] = [
  {
    starts: /^(?: {4}|\t)/,
    goesOn: /^(?: {4}|\t|\s*$)/,
    html: (lines) => {
      const code = without(lines, /^(?: {1,4}|\t)/).join('\n');
      return `<pre><code>${htmlSafe(code.trimEnd())}\n</code></pre>`;
    },
  },
  {
    starts: /^>/,
    goesOn: /^>/,
    html: (lines, inner) => `<blockquote>\n${inner(without(lines, /^> ?/).join('\n'))}\n</blockquote>`,
  },
  { starts: /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/, goesOn: NEVER, html: () => '<hr>' },
  {
    starts: /^#{1,6} +\S/,
    goesOn: NEVER,
    html: ([line = '']) => {
      const level = line.indexOf(' ');
      return `<h${level}>${inlineHtml(line.slice(level).replace(/ #+$/, '').trim())}</h${level}>`;
    },
  },
  list('ul', '[-*+]'),
  list('ol', String.raw`\d+\.`),
];
const PARAGRAPH: Block = {
  starts: /\S/,
  // Quotes, titles and lists need no empty line before them.
  goesOn: /^(?!>|#{1,6} +\S| {0,3}(?:[-*+]|1\.) +)\s*\S/,
  html: (lines) => `<p>${inlineHtml(lines.join('\n').replaceAll(/^ +/gm, '').trimEnd())}</p>`,
};

/** A block of code between fences, as one that is moved in. */
const withoutFences = (markdown: string) =>
  markdown.replace(
    /^```[^\n`]*\n([^]*?)^``` *$/gm,
    (_, code: string) => `\n${code.replace(/\n$/, '').replace(/^/gm, '    ')}\n`,
  );

/** Blocks within blocks further down are text. */
const MAX_DEPTH = 8;

/** HTML of a post's Markdown. */
export function htmlOfMarkdown(markdown: string, depth = 0): string {
  const lines = withoutFences(markdown.replaceAll(/\r\n?/g, '\n')).split('\n');
  const html: string[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const block = (depth < MAX_DEPTH && BLOCKS.find(({ starts }) => starts.test(line))) || PARAGRAPH;
    let end = at + 1;
    if (block.starts.test(line)) {
      while (end < lines.length && block.goesOn.test(lines[end] ?? '')) end += 1;
      html.push(block.html(lines.slice(at, end), (within) => htmlOfMarkdown(within, depth + 1)));
    }
    at = end;
  }
  return html.join('\n');
}
