import type { Answers, Asked } from './ask-all.ts';
import type { Difference } from './compare.ts';

const COLUMNS = ['finding', 'operation', 'field', 'here', 'specification', 'public'] as const;
const MAX_CELL_LETTERS = 44;

/** The table of differences, one a line, the breaking ones first. */
export function table(differences: readonly Difference[]): string {
  const breakingFirst = differences.toSorted((a, b) => Number(b.finding === 'breaks') - Number(a.finding === 'breaks'));
  const rows = [
    [...COLUMNS],
    ...breakingFirst.map((difference) => COLUMNS.map((column) => shortened(difference[column]))),
  ];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const shortened = (cell: string): string =>
  cell.length > MAX_CELL_LETTERS ? `${cell.slice(0, MAX_CELL_LETTERS - 1)}…` : cell;

/** One operation, as progress. */
export function progress({ method, leftOut, error, captured, items }: Asked): string {
  if (leftOut !== undefined) return `${method}: left out, ${leftOut}`;
  if (error) return `${method}: ${error.kind}. ${error.message}`;
  return `${method}: HTTP ${captured?.status ?? '?'}, ${items.length} items`;
}

/** What it all comes to. */
export function summary(
  { asked, requests, credentialsIn, stoppedBy }: Answers,
  differences: readonly Difference[],
): string {
  const breaking = differences.filter(({ finding }) => finding === 'breaks').length;
  const left = asked.filter(({ leftOut }) => leftOut !== undefined).length;
  return [
    `${asked.length - left} operations asked with ${requests} requests, ${left} left out.`,
    ...(credentialsIn === undefined ? [] : [`It reads who asks in the ${credentialsIn}.`]),
    ...(stoppedBy ? [`Stopped: ${stoppedBy.message}`] : []),
    breaking === 0 ? 'Nothing that Askbell relies on differs.' : `Differences that break something: ${breaking}.`,
  ].join('\n');
}
