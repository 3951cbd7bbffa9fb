import { attributeText } from './xml-text.ts';

/** One `<row …/>`: the asked columns in their order, undefined where the row has none. */
export type RowValues = readonly (string | undefined)[];

export interface RowReader {
  /** @param number which `<row>` of the file it is, counted from 1, broken ones included */
  row(values: RowValues, number: number): void;
  broken(why: string, number: number): void;
}

export interface RowScanner {
  /** Takes the next piece of the file, cut anywhere. */
  push(text: string): void;
  /** Takes the end of the file. */
  end(): void;
}

/** A tag longer than this is garbage; holding on to it would cost memory without end. In characters. */
const LONGEST_TAG_CHARACTERS = 16 * 1024 * 1024;

const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9;
const SLASH = 47;
const GREATER_THAN = 62;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;

/**
 * Reads the rows of a dump's file. No `<` can stand inside a tag in XML, so a tag ends where the next one begins at the
 * latest, and whatever is wrong with a row, the one after it is found. About ten times as fast as a general XML parser,
 * against which the tests hold it.
 * @param columns the attributes wanted; others are passed over
 */
export function createRowScanner(columns: readonly string[], reader: RowReader): RowScanner {
  const places = new Map(columns.map((column, index) => [column, index]));
  /** What has come and is not yet used: always begins with `<`, once there was one. */
  let rest = '';
  let number = 0;
  /** What ends the comment or CDATA section we are in. */
  let closing: '-->' | ']]>' | undefined;

  function attributes(tag: string, start: number): RowValues | string {
    const values: (string | undefined)[] = Array.from({ length: columns.length });
    let at = start;
    for (;;) {
      const blanks = at;
      while (isSpace(tag.charCodeAt(at))) at += 1;
      const first = tag.charCodeAt(at);
      if (first === GREATER_THAN || (first === SLASH && tag.charCodeAt(at + 1) === GREATER_THAN)) return values;
      if (Number.isNaN(first)) return 'it does not end';
      if (at === blanks) return 'attributes run into each other';
      const sign = tag.indexOf('=', at);
      if (sign < 0) return 'an attribute has no value';
      let nameEnd = sign;
      while (nameEnd > at && isSpace(tag.charCodeAt(nameEnd - 1))) nameEnd -= 1;
      const name = tag.slice(at, nameEnd);
      if (nameEnd === at || /[\s"'/>&]/.test(name)) return 'an attribute has no value';
      let open = sign + 1;
      while (isSpace(tag.charCodeAt(open))) open += 1;
      const quote = tag.charCodeAt(open);
      if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) return `${name} has no quotes`;
      const close = tag.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", open + 1);
      if (close < 0) return `${name} has no closing quote`;
      const place = places.get(name);
      if (place !== undefined) {
        if (values[place] !== undefined) return `${name} comes twice`;
        const text = attributeText(tag.slice(open + 1, close));
        if (text === undefined) return `${name} holds "&" without a known reference`;
        values[place] = text;
      }
      at = close + 1;
    }
  }

  /** @param tag from its `<` up to the next one */
  function read(tag: string): void {
    if (tag.startsWith('<!--') || tag.startsWith('<![CDATA[')) {
      const end = tag.startsWith('<!--') ? '-->' : ']]>';
      if (!tag.includes(end, end === '-->' ? 4 : 9)) closing = end;
      return;
    }
    if (!tag.startsWith('<row')) return;
    const after = tag.charCodeAt(4);
    if (!isSpace(after) && after !== SLASH && after !== GREATER_THAN) return;
    number += 1;
    const values = attributes(tag, 4);
    if (typeof values === 'string') reader.broken(values, number);
    else reader.row(values, number);
  }

  function take(atEnd: boolean): void {
    let at = 0;
    for (;;) {
      if (closing !== undefined) {
        const end = rest.indexOf(closing, at);
        if (end < 0) {
          // The closing mark may be cut in two.
          at = Math.max(at, rest.length - 2);
          break;
        }
        at = end + closing.length;
        closing = undefined;
      }
      const start = rest.indexOf('<', at);
      if (start < 0) {
        at = rest.length;
        break;
      }
      const next = rest.indexOf('<', start + 1);
      if (next < 0 && !atEnd) {
        at = start;
        if (rest.length - at > LONGEST_TAG_CHARACTERS) {
          number += 1;
          reader.broken('it does not end', number);
          at = rest.length;
        }
        break;
      }
      const tag = rest.slice(start, next < 0 ? undefined : next);
      read(tag);
      // A comment's or CDATA section's own end may stand after further `<`.
      at = closing === undefined ? (next < 0 ? rest.length : next) : start + 4;
      if (next < 0 && closing === undefined) break;
    }
    rest = rest.slice(at);
  }

  return {
    push(text) {
      rest = rest === '' ? text : rest + text;
      take(false);
    },
    end() {
      take(true);
      if (closing === undefined) return;
      reader.broken('a comment does not end', number + 1);
    },
  };
}
