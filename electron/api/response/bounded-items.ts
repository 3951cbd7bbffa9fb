import { cutText } from '../../../common/cut-text.ts';

/** The network gives 100 items a page, but lists of sites without a limit (docs/api.md, "Paging"). */
const MAX_ITEMS = 1000;
/** Nested objects and lists of an item: a question with its owner and their badges is three deep. */
const MAX_DEPTH = 6;
const MAX_ENTRIES = 200;
/** Answers up to this length are kept whole, in characters. */
const MAX_WHOLE_LENGTH = 1024 * 1024;
/** In longer answers each text is cut: a hundred of them take as much as one such answer. */
const MAX_TEXT_LENGTH = 8000;

/**
 * The items of an answer, cut down to what an answer can hold, so that an odd one costs no memory while it is kept.
 * `length`: of the answer, in characters. `leftOut`: how many items too many there were.
 */
export function boundedItems(items: readonly unknown[], length: number): { items: unknown[]; leftOut: number } {
  const kept = items.slice(0, MAX_ITEMS);
  return {
    items: length <= MAX_WHOLE_LENGTH ? kept : kept.map((item) => bounded(item, MAX_DEPTH)),
    leftOut: items.length - kept.length,
  };
}

function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cutText(value, MAX_TEXT_LENGTH);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((entry) => bounded(entry, depth - 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ENTRIES)
      .map(([name, entry]) => [cutText(name, 100), bounded(entry, depth - 1)]),
  );
}
