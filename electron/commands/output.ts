import stringWidth from 'string-width';
import { plainLine, plainLines } from '../../common/safe-text.ts';

/** Where a command writes. */
export interface Terminal {
  write(text: string): void;
  /** Whether people read it, rather than another program. */
  isTerminal: boolean;
  /** Width in columns. */
  columns: number;
}

/** Result of a command: data, and its form for people, as a table or as text. */
export interface Result {
  data: object;
  heads?: string[];
  rows?: string[][];
  text?: string;
  exitCode?: number;
}

const GAP = '  ';

/** Shortens a text to a number of columns. */
function fit(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let cut = '';
  for (const sign of text) {
    if (stringWidth(cut + sign) >= columns) break;
    cut += sign;
  }
  return `${cut}…`;
}

/** Formats rows as aligned columns within a width, of which the last one is shortened. Pure. */
export function table(rows: readonly (readonly string[])[], columns: number): string {
  const widths = rows[0]?.map((_, index) => Math.max(...rows.map((row) => stringWidth(row[index] ?? '')))) ?? [];
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0);
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) =>
        index === row.length - 1
          ? fit(cell, Math.max(columns - before, 10))
          : cell + ' '.repeat(widths[index]! - stringWidth(cell)),
      )
      .join(GAP);
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

/** Returns a result as it is printed: a JSON object, a table in a terminal, or lines with tabs in a pipe. Pure. */
export function formatted(
  { data, heads = [], rows, text }: Result,
  json: boolean,
  { isTerminal, columns }: Pick<Terminal, 'isTerminal' | 'columns'>,
): string {
  if (json) return JSON.stringify(data);
  const cells = rows?.map((row) => row.map((cell) => plainLine(cell).trim())) ?? [];
  const lines = isTerminal && cells.length > 0 ? table([heads, ...cells], columns) : cells.map((row) => row.join('\t'));
  return [plainLines(text ?? ''), lines]
    .flat()
    .filter((part) => part !== '')
    .join('\n');
}
