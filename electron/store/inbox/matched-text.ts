/** Characters that the index puts around a match; no text of a network holds them. */
export const MATCH_START = '\u0002';
const MATCH_END = '\u0003';
const MATCH_BOUNDARY = new RegExp(`([${MATCH_START}${MATCH_END}])`);

/** Columns of a search that hold title, excerpt and body with their matches marked. */
export const FOUND_COLUMNS = `, highlight(inbox_search, 0, '${MATCH_START}', '${MATCH_END}') AS found_title,
  highlight(inbox_search, 1, '${MATCH_START}', '${MATCH_END}') AS found_excerpt,
  snippet(inbox_search, 2, '${MATCH_START}', '${MATCH_END}', '…', 24) AS found_body`;

/** A range of a text, as in `slice`. */
export interface TextRange {
  from: number;
  to: number;
}

/** A text with the ranges that a search found. */
export interface MatchedText {
  text: string;
  ranges: TextRange[];
}

/** Takes a text with the index's marks; gives it without, and where they were. */
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
