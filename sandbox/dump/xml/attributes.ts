import { attributeText } from './xml-text.ts';

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
