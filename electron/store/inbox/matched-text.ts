/** Characters that the index inserts around a match; no text of a network contains them. */
export const MATCH_START = '\u0002';
const MATCH_END = '\u0003';
const MATCH_BOUNDARY = new RegExp(`([${MATCH_START}${MATCH_END}])`);

/** Columns of a search with title, excerpt and body, and their matches marked. */
export const FOUND_COLUMNS = `, highlight(inbox_search, 0, '${MATCH_START}', '${MATCH_END}') AS found_title,
  highlight(inbox_search, 1, '${MATCH_START}', '${MATCH_END}') AS found_excerpt,
  snippet(inbox_search, 2, '${MATCH_START}', '${MATCH_END}', '…', 24) AS found_body`;

/** Range of a text, as in `slice`. */
export interface TextRange {
  from: number;
  to: number;
}

/** Text with the ranges that a search found. */
export interface MatchedText {
  text: string;
  ranges: TextRange[];
}

/** Removes the index's match markers from a text and returns their positions. */
export function matchedText(text: string): MatchedText {
  const stretches: TextRange[] = [];
  let plain = '';
  let from = 0;
  for (const part of text.split(MATCH_BOUNDARY)) {
    if (part === MATCH_START) from = plain.length;
    else if (part === MATCH_END) stretches.push({ from, to: plain.length });
    else plain += part;
  }
  return { text: plain, ranges: stretches };
}
