import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';

/** Row by its column names. */
export type Row = Record<string, SQLOutputValue>;

const HIGHEST_ROWID = 2n ** 63n - 1n;

/** Maximum number of reads in one table after the first damage: each takes about a tenth of a millisecond. */
const MAX_PROBES = 2000;

interface RowidRange {
  from: bigint;
  to: bigint;
}

/**
 * Yields every readable row of a table. At a damaged page, reading continues from the other end, and then by bisection
 * in between, so that only rows on damaged pages are lost. Calls `onUnreadable` if there are any.
 */
export function* rowsAroundDamage(
  db: DatabaseSync,
  table: string,
  columns: readonly string[],
  onUnreadable: () => void,
): Generator<Row> {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const select = (order: string): StatementSync => {
    const statement = db.prepare(
      `SELECT rowid AS "rowid", ${list} FROM "${table}" NOT INDEXED
         WHERE rowid BETWEEN ? AND ? ORDER BY rowid ${order}`,
    );
    // A damaged number may exceed a double; it must not stop the reading.
    statement.setReadBigInts(true);
    return statement;
  };
  const [forwards, backwards] = [select('ASC'), select('DESC')];
  const left: RowidRange[] = [{ from: -HIGHEST_ROWID, to: HIGHEST_ROWID }];
  for (let probes = 0; left.length > 0; probes++) {
    const { from, to } = left.shift()!;
    const upTo = yield* readUntilDamage(forwards, { from, to });
    if (upTo === 'all') continue;
    onUnreadable();
    if (probes > MAX_PROBES) return;
    const begin = upTo === undefined ? from : upTo + 1n;
    const downTo = yield* readUntilDamage(backwards, { from: begin, to });
    if (downTo === 'all') continue;
    const end = downTo === undefined ? to : downTo - 1n;
    if (begin >= end) continue;
    const middle = (begin + end) / 2n;
    left.push({ from: begin, to: middle }, { from: middle + 1n, to: end });
  }
}

/** Reads up to the end or the first damaged page. Returns the last rowid read, or `all`. */
function* readUntilDamage(
  statement: StatementSync,
  { from, to }: RowidRange,
): Generator<Row, bigint | undefined | 'all'> {
  let last: bigint | undefined;
  try {
    for (const row of statement.iterate(from, to) as Iterable<Row>) {
      last = row['rowid'] as bigint;
      yield row;
    }
    return 'all';
  } catch {
    return last;
  }
}
