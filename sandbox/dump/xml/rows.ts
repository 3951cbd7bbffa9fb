import { GREATER_THAN, isSpace, readAttributes, SLASH, type Columns, type RowValues } from './attributes.ts';

/** Takes the rows of a file, one `<row …/>` after the other. */
export interface RowReader {
  /** @param number which `<row>` of the file it is, counted from 1, broken ones included */
  row(values: RowValues, number: number): void;
  broken(why: string, number: number): void;
}

/** A tag longer than this is garbage; holding on to it would cost memory without end. */
const MAX_TAG_CHARACTERS = 16 * 1024 * 1024;
const ROW = '<row';

/** Sections that may hold any `<`, by how they begin and end. */
const SECTIONS = [
  { opening: '<!--', closing: '-->' },
  { opening: '<![CDATA[', closing: ']]>' },
] as const;

/**
 * Reads the rows of a dump's file. No `<` can stand inside a tag in XML, so a tag ends where the next one begins at the
 * latest, and whatever is wrong with a row, the one after it is found. About ten times as fast as a general XML parser,
 * against which the tests hold it.
 */
export class RowScanner {
  readonly #columns: Columns;
  readonly #reader: RowReader;
  /** What has come and is not yet used: always begins with `<`, once there was one. */
  #rest = '';
  #number = 0;
  /** What ends the section we are in. */
  #closing: (typeof SECTIONS)[number]['closing'] | undefined;

  /** @param columns the attributes wanted; others are passed over */
  constructor(columns: readonly string[], reader: RowReader) {
    this.#columns = new Map(columns.map((column, index) => [column, index]));
    this.#reader = reader;
  }

  /** Takes the next piece of the file, cut anywhere. */
  push(text: string): void {
    this.#rest = this.#rest === '' ? text : this.#rest + text;
    this.#scan(false);
  }

  /** Takes the end of the file. */
  end(): void {
    this.#scan(true);
    if (this.#closing !== undefined) this.#reader.broken('a comment does not end', this.#number + 1);
  }

  #scan(atEnd: boolean): void {
    const rest = this.#rest;
    let at = 0;
    for (;;) {
      if (this.#closing !== undefined) {
        const end = rest.indexOf(this.#closing, at);
        if (end < 0) {
          // The closing mark may be cut in two.
          at = Math.max(at, rest.length - 2);
          break;
        }
        at = end + this.#closing.length;
        this.#closing = undefined;
      }
      const start = rest.indexOf('<', at);
      if (start < 0) {
        at = rest.length;
        break;
      }
      const next = rest.indexOf('<', start + 1);
      if (next < 0 && !atEnd) {
        at = this.#isTooLong(rest.length - start) ? rest.length : start;
        break;
      }
      this.#read(rest.slice(start, next < 0 ? undefined : next));
      // A section's own end may stand after further `<`.
      at = this.#closing === undefined ? (next < 0 ? rest.length : next) : start + ROW.length;
      if (next < 0 && this.#closing === undefined) break;
    }
    this.#rest = rest.slice(at);
  }

  /** Reports a tag that is too long to wait for its end. */
  #isTooLong(characters: number): boolean {
    if (characters <= MAX_TAG_CHARACTERS) return false;
    this.#number += 1;
    this.#reader.broken('it does not end', this.#number);
    return true;
  }

  /** @param tag from its `<` up to the next one */
  #read(tag: string): void {
    const section = SECTIONS.find(({ opening }) => tag.startsWith(opening));
    if (section) {
      if (!tag.includes(section.closing, section.opening.length)) this.#closing = section.closing;
      return;
    }
    if (!tag.startsWith(ROW)) return;
    const after = tag.charCodeAt(ROW.length);
    if (!isSpace(after) && after !== SLASH && after !== GREATER_THAN) return;
    this.#number += 1;
    const values = readAttributes(tag, ROW.length, this.#columns);
    if (typeof values === 'string') this.#reader.broken(values, this.#number);
    else this.#reader.row(values, this.#number);
  }
}
