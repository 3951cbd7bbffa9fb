const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Stands in for a character that no text can hold: NUL, half of a pair, or beyond Unicode. */
const REPLACEMENT_CHARACTER = '\ufffd';

function character(code: number): string {
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
    ? REPLACEMENT_CHARACTER
    : String.fromCodePoint(code);
}

/**
 * The text that an XML attribute's source stands for: references resolved, line breaks and tabs written as such become
 * blanks (XML 1.0, section 3.3.3). Control characters by number, which XML forbids and dumps have, are let through.
 * @returns undefined where `&` begins no known reference
 */
export function attributeText(source: string): string | undefined {
  if (!/[&\t\n\r]/.test(source)) return source;
  let known = true;
  const text = source
    .replace(/\r\n|[\t\n\r]/g, ' ')
    .replace(
      /&(?:#(\d{1,10})|#x([\da-fA-F]{1,8})|([a-z]{2,4}));|&/g,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (decimal !== undefined) return character(Number(decimal));
        if (hex !== undefined) return character(Number.parseInt(hex, 16));
        const plain = name === undefined ? undefined : NAMED_ENTITIES[name];
        if (plain === undefined) known = false;
        return plain ?? whole;
      },
    );
  return known ? text : undefined;
}

/** The wanted values of a row in the order of the columns, undefined where the row has none. */
export type RowValues = readonly (string | undefined)[];

/** The wanted attributes, each with its column. */
export type Columns = ReadonlyMap<string, number>;

export const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;
export const SLASH = 47;
export const GREATER_THAN = 62;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;

const NOT_IN_NAME = /[\s"'/>&]/;

function afterSpaces(tag: string, start: number): number {
  let at = start;
  while (isSpace(tag.charCodeAt(at))) at += 1;
  return at;
}

/** @returns the name that ends before `sign`, or undefined where there is none */
function nameBefore(tag: string, start: number, sign: number): string | undefined {
  let end = sign;
  while (end > start && isSpace(tag.charCodeAt(end - 1))) end -= 1;
  const name = tag.slice(start, end);
  return name === '' || NOT_IN_NAME.test(name) ? undefined : name;
}

/**
 * Reads the attributes of a tag; those that nobody wants are passed over.
 * @param start where the tag's name has ended
 * @returns the values, or what is wrong with the tag
 */
export function readAttributes(tag: string, start: number, columns: Columns): RowValues | string {
  const values: (string | undefined)[] = Array.from({ length: columns.size });
  for (let end = start; ;) {
    const at = afterSpaces(tag, end);
    const first = tag.charCodeAt(at);
    if (first === GREATER_THAN || (first === SLASH && tag.charCodeAt(at + 1) === GREATER_THAN)) return values;
    if (Number.isNaN(first)) return 'it does not end';
    if (at === end) return 'attributes run into each other';
    const sign = tag.indexOf('=', at);
    const name = sign < 0 ? undefined : nameBefore(tag, at, sign);
    if (name === undefined) return 'an attribute has no value';
    const open = afterSpaces(tag, sign + 1);
    const quote = tag.charCodeAt(open);
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) return `${name} has no quotes`;
    const close = tag.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", open + 1);
    if (close < 0) return `${name} has no closing quote`;
    const column = columns.get(name);
    if (column !== undefined) {
      if (values[column] !== undefined) return `${name} comes twice`;
      const text = attributeText(tag.slice(open + 1, close));
      if (text === undefined) return `${name} holds "&" without a known reference`;
      values[column] = text;
    }
    end = close + 1;
  }
}

/** Takes the rows of a file, one `<row …/>` after the other. */
export interface RowReader {
  /** @param number which `<row>` of the file it is, counted from 1, broken ones included */
  row(values: RowValues, number: number): void;
  broken(why: string, number: number): void;
}

/** A tag longer than this is garbage; holding on to it would cost memory without end. */
const MAX_TAG_BYTES = 16 * 1024 * 1024;
const ROW = '<row';
const LESS_THAN = 60;

/** Sections that may hold any `<`, by how they begin and end. */
const SECTIONS = [
  { opening: '<!--', closing: '-->' },
  { opening: '<![CDATA[', closing: ']]>' },
] as const;

/**
 * Reads the rows of a dump's file. No `<` can stand inside a tag in XML, so a tag ends where the next one begins at the
 * latest, and whatever is wrong with a row, the one after it is found. In UTF-8 no other character has its byte, so the
 * bytes are cut there before they are decoded. About ten times as fast as a general XML parser, against which the tests
 * hold it.
 */
export class RowScanner {
  readonly #columns: Columns;
  readonly #reader: RowReader;
  /** Bytes that have come since the last `<`, itself included. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #position: number;
  #number: number;
  /** End of the current section. */
  #closing: (typeof SECTIONS)[number]['closing'] | undefined;

  /**
   * @param columns the attributes wanted; others are passed over
   * @param from where reading goes on, as another scanner had it
   */
  constructor(columns: readonly string[], reader: RowReader, from = { position: 0, number: 0 }) {
    this.#columns = new Map(columns.map((column, index) => [column, index]));
    this.#reader = reader;
    this.#position = from.position;
    this.#number = from.number;
  }

  /** Byte of the file up to which all tags have been read; undefined within a comment. */
  get position(): number | undefined {
    return this.#closing === undefined ? this.#position : undefined;
  }

  /** Rows that have been read, broken ones included. */
  get number(): number {
    return this.#number;
  }

  /** Takes the next piece of the file, cut anywhere; it may be written over afterwards. */
  push(piece: Buffer): void {
    const last = piece.lastIndexOf(LESS_THAN);
    if (last >= 0) {
      this.#hold(piece.subarray(0, last));
      this.#scan();
    }
    this.#hold(Buffer.from(piece.subarray(Math.max(0, last))));
    if (this.#heldBytes <= MAX_TAG_BYTES) return;
    if (this.#closing === undefined) this.#fail('it does not end');
    this.#scan();
  }

  /** Takes the end of the file. */
  end(): void {
    this.#scan();
    if (this.#closing !== undefined) this.#reader.broken('a comment does not end', this.#number + 1);
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
  }

  #fail(why: string): void {
    this.#number += 1;
    this.#reader.broken(why, this.#number);
    this.#position += this.#heldBytes;
    this.#held = [];
    this.#heldBytes = 0;
  }

  /** Reads what is held, whose last tag is whole. */
  #scan(): void {
    const text = Buffer.concat(this.#held).toString();
    this.#position += this.#heldBytes;
    this.#held = [];
    this.#heldBytes = 0;
    for (let at = 0; ;) {
      if (this.#closing !== undefined) {
        const end = text.indexOf(this.#closing, at);
        if (end < 0) return;
        at = end + this.#closing.length;
        this.#closing = undefined;
      }
      const start = text.indexOf('<', at);
      if (start < 0) return;
      const next = text.indexOf('<', start + 1);
      this.#read(text.slice(start, next < 0 ? undefined : next));
      // A section's own end may stand after further `<`.
      if (this.#closing !== undefined) at = start + ROW.length;
      else if (next < 0) return;
      else at = next;
    }
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
