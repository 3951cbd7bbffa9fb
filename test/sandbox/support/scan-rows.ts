import { RowScanner } from '../../../sandbox/dump/rows.ts';

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
  const bytes = Buffer.from(text);
  let from = 0;
  for (const cut of cuts.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b)) {
    scanner.push(bytes.subarray(from, cut));
    from = cut;
  }
  scanner.push(bytes.subarray(from));
  scanner.end();
  return scanned;
}
