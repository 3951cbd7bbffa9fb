import { RowScanner } from '../../../sandbox/dump/xml/rows.ts';

/** Rows of a text, and what could not be read of it, each with its number. */
export interface Scanned {
  rows: { number: number; values: (string | undefined)[] }[];
  broken: { number: number; why: string }[];
}

/** Scans a text that comes in pieces cut at the given places. */
export function scanRows(text: string, columns: string[], cuts: number[] = []): Scanned {
  const scanned: Scanned = { rows: [], broken: [] };
  const scanner = new RowScanner(columns, {
    row: (values, number) => void scanned.rows.push({ number, values: [...values] }),
    broken: (why, number) => void scanned.broken.push({ number, why }),
  });
  let from = 0;
  for (const cut of cuts.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b)) {
    scanner.push(text.slice(from, cut));
    from = cut;
  }
  scanner.push(text.slice(from));
  scanner.end();
  return scanned;
}
