import { htmlSafe } from '../world/text-of-html.ts';

/** HTML that is known to be safe; only {@link html} and the sanitizer make it. */
export class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Piece = Markup | string | number | readonly Markup[] | undefined | false;

const sourceOf = (piece: Piece): string => {
  if (piece instanceof Markup) return piece.source;
  if (piece === undefined || piece === false) return '';
  if (typeof piece === 'object') return piece.map((part) => part.source).join('');
  return htmlSafe(String(piece));
};

/** Template for HTML in which everything put in is escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(strings.reduce((source, text, index) => source + sourceOf(pieces[index - 1]) + text));
}
