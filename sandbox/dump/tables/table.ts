import { insertInto } from '../../world/database/statements.ts';
import type { DatabaseSync } from 'node:sqlite';
import type { DumpPart } from '../dump.ts';
import type { RowValues } from '../rows.ts';

/** Licence of a text that names none: the network's of before 2018. */
const OLD_LICENSE = 'CC BY-SA 3.0';

/** A row that cannot be used; the message says why. */
export class RowError extends Error {
  override readonly name = 'RowError';
}

const digit = (text: string, at: number) => {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : Number.NaN;
};
const two = (text: string, at: number) => digit(text, at) * 10 + digit(text, at + 1);

/** Whether a month of a year has such a day. */
const isDay = (year: number, month: number, day: number) =>
  day >= 1 && (day <= 28 || new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day);

/**
 * @param text as dumps have times: `2018-02-06T20:19:50.957`, UTC without saying so; a day alone is its beginning
 * @returns epoch seconds, the fraction dropped; NaN for anything else, and for times that there never are
 */
function epochSeconds(text: string): number {
  if (text[4] !== '-' || text[7] !== '-') return Number.NaN;
  const isWhole = text.length > 10;
  if (isWhole && (text[10] !== 'T' || text[13] !== ':' || text[16] !== ':')) return Number.NaN;
  const year = two(text, 0) * 100 + two(text, 2);
  const month = two(text, 5);
  const day = two(text, 8);
  const [hours, minutes, seconds] = isWhole ? [two(text, 11), two(text, 14), two(text, 17)] : [0, 0, 0];
  const isTime =
    year >= 1000 && month >= 1 && month <= 12 && isDay(year, month, day) && hours < 24 && minutes < 60 && seconds < 60;
  return isTime ? Date.UTC(year, month - 1, day, hours, minutes, seconds) / 1000 : Number.NaN;
}

/** The API's whole numbers have 32 bits (docs/api.md, "Vectors"). */
const MAX_INTEGER = 2 ** 31 - 1;

/** Reads the text of a cell, which is undefined where the row has none. @throws RowError with the column's name */
type Reads<Value> = (name: string, text: string | undefined) => Value;

/** Returns what throws where the row has no value. */
const needed =
  <Value>(read: Reads<Value | null>): Reads<Value> =>
  (name, text) => {
    const value = read(name, text);
    if (value === null) throw new RowError(`it has no ${name}`);
    return value;
  };

/** A whole number; null where the row has none. */
export const whole: Reads<number | null> = (name, text) => {
  if (text === undefined || text === '') return null;
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw new RowError(`${name} is no whole number`);
  if (Math.abs(value) > MAX_INTEGER) throw new RowError(`${name} is too large a number`);
  return value;
};

/** Epoch seconds; null where the row has none. */
export const time: Reads<number | null> = (name, text) => {
  if (text === undefined || text === '') return null;
  const value = epochSeconds(text);
  if (Number.isNaN(value)) throw new RowError(`${name} is no time`);
  return value;
};

/** Null for an empty text, too. */
export const wordsOrNull: Reads<string | null> = (_name, text) => text || null;

export const neededWhole = needed(whole);
export const neededTime = needed(time);
export const neededText = needed(wordsOrNull);
export const wholeOr0: Reads<number> = (name, text) => whole(name, text) ?? 0;
export const textOrNull: Reads<string | null> = (_name, text) => text ?? null;
export const license: Reads<string> = (_name, text) => text || OLD_LICENSE;

/** @returns 1 for `True`, as dumps have it */
export const flag = (text: string | undefined): 0 | 1 => (text?.toLowerCase() === 'true' || text === '1' ? 1 : 0);
export const flagIn: Reads<0 | 1> = (_name, text) => flag(text);

/** Tags in either notation, `<a><b>` or `|a|b|`. */
export const tagNames = (text: string | undefined): string[] => (text ?? '').split(/[<>|]+/).filter(Boolean);

/** The kinds of the posts that were read, a byte each. */
export class PostTypes {
  #types = new Uint8Array(1024);
  #last = Number.MIN_SAFE_INTEGER;
  /** Whether each came after those with smaller ids. */
  areInOrder = true;

  set(id: number, type: number): void {
    this.areInOrder &&= id > this.#last;
    this.#last = id;
    if (id < 0) return;
    if (id >= this.#types.length) {
      const grown = new Uint8Array(Math.max(id + 1, this.#types.length * 2));
      grown.set(this.#types);
      this.#types = grown;
    }
    this.#types[id] = type;
  }

  /** Returns 1 or 2; null for a post that is not there or none of the API. */
  get(id: number): 1 | 2 | null {
    const type = this.#types[id];
    return type === 1 || type === 2 ? type : null;
  }
}

/** Where a table's rows go. */
export interface Target {
  readonly db: DatabaseSync;
  readonly siteId: number;
  /** Ids of the site's tags by name; files that come later find what earlier ones put there. */
  readonly tags: Map<string, number>;
  readonly postTypes: PostTypes;
  /** Parts that are wanted. */
  readonly only: readonly DumpPart[];
}

/** One file of a dump. */
export interface DumpTable {
  readonly file: string;
  /** Parts that its rows are. */
  readonly parts: readonly DumpPart[];
  /** The columns it takes; a file of another age may lack some and have others. */
  readonly columns: readonly string[];
  /** Returns a function that takes a row and throws `RowError` for one that cannot be used. */
  into(target: Target): (values: RowValues) => void;
}

/** Columns of a table of the world, each with the dump's column that it is read from, and how. */
export type Cells = Readonly<Record<string, readonly [column: string, read: Reads<number | string | null>]>>;

export const columnsOf = (cells: Cells): string[] => Object.values(cells).map(([column]) => column);

/** Returns a function that reads the cells of a row, in their order. @throws RowError */
export function cellsReader(cells: Cells): (values: RowValues) => (number | string | null)[] {
  const all = Object.values(cells);
  return (values) => all.map(([column, read], index) => read(column, values[index]));
}

/** SQL that writes cells into a table, and further columns after them. */
export const insertCells = (table: string, cells: Cells, ...more: readonly string[]): string =>
  insertInto(table, ['site_id', ...Object.keys(cells), ...more].join(' '));

/** Creates a table whose rows go into one of the world as they are. @param done called for each that is written */
export const plainTable = (
  file: string,
  part: DumpPart,
  table: string,
  cells: Cells,
  done?: (target: Target, values: RowValues) => void,
): DumpTable => ({
  file,
  parts: [part],
  columns: columnsOf(cells),
  into(target) {
    const insert = target.db.prepare(insertCells(table, cells));
    const read = cellsReader(cells);
    return (values) => {
      insert.run(target.siteId, ...read(values));
      done?.(target, values);
    };
  },
});
