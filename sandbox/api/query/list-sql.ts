import type { Bindings } from '../../world/database/statements.ts';
import { INDEXES, WEEK_SECONDS } from '../../world/database/indexes.ts';
import type { CompiledObject } from '../objects/compile.ts';
import type { Ordering } from './parameters.ts';
import type { Among, Route, RouteRequest, Selection } from './route.ts';

/**
 * Names for a vector's values. Their number is rounded up to a power of two, so that few different statements are
 * prepared. @param fill stands where there is no value
 */
function places(name: string, values: readonly (number | string)[], fill: number | string | null): Bindings {
  const count = values.length <= 1 ? values.length : 2 ** Math.ceil(Math.log2(values.length));
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, values[index] ?? fill]));
}

/** A vector as the inside of `IN (…)`. */
export function sqlList(name: string, values: readonly (number | string)[]): { list: string; bindings: Bindings } {
  const bindings = places(name, values, values.at(-1) ?? null);
  const list = Object.keys(bindings).map((place) => `:${place}`);
  return { list: list.join(', '), bindings };
}

/**
 * Rows with one of some values in a column.
 * @param values each but once
 * @param index that of the column, where it is not the table's key
 */
export const lookUp = (
  column: string,
  values: readonly (number | string)[],
  index?: string,
): { among: Among; index?: string; bindings: Bindings } => ({
  among: { column, values: 'json_each(:values)' },
  ...(index === undefined ? {} : { index }),
  bindings: { values: JSON.stringify(values) },
});

/** A list for each value of a vector, e.g. for each user, by a condition on a column. */
export function forEach(
  column: string,
  name: string,
  values: readonly (number | string)[],
): { any: string[]; bindings: Bindings } {
  const bindings = places(name, values, null);
  return { any: Object.keys(bindings).map((place) => `${column} = :${place}`), bindings };
}

/** Selects by the ids in the path. @param index that of the column, where it is not the table's key */
export const byIds =
  (column = '$.id', index?: string, ...where: readonly string[]) =>
  ({ ids }: Pick<RouteRequest, 'ids'>): Selection => ({ ...lookUp(column, ids, index), where });

/** Selects a list for each of the users that the path means, in a family of indexes. */
export const byUsers =
  (by: string, column = '$.owner_id', ...where: readonly string[]) =>
  ({ users }: Pick<RouteRequest, 'users'>): Selection => ({ by, where, ...forEach(column, 'user', users) });

/** The order of relevance, which a selection by words has as a column. */
export const RANK = '$.relevance';

/** The SQL of a list. It binds what the selection and the ordering bind, `bindings`, `:limit` and `:offset`. */
export interface ListSql {
  /** The columns of the rows of one page, in order. */
  readonly rows: string;
  /** How many there are on all pages, as `total`. */
  readonly total: string;
  readonly bindings: Bindings;
}

/** Reading more weeks one by one takes longer than passing over what is outside of them. */
const MAX_WEEKS = 64;

/** The weeks that a span of dates touches, as lists of their own, if the list's family has an index by weeks. */
function weeksOf({ by }: Selection, { sort, span }: Ordering, now: number) {
  const { from, to = now } = span;
  if (by === undefined || sort?.weeks === undefined || from === undefined || !INDEXES.has(`${by}_week`))
    return undefined;
  const [first, last] = [from, to].map((at) => Math.floor(at / WEEK_SECONDS)) as [number, number];
  if (last - first >= MAX_WEEKS) return undefined;
  const weeks = Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => first + index);
  return forEach(`$.created_at / ${WEEK_SECONDS}`, 'week', weeks);
}

const conditions = (where: readonly string[]) => (where.length > 0 ? `WHERE ${where.join(' AND ')}` : '');

/** Reads a list in the order of its index: no further than the page, whose rows are then looked up by their ids. */
function inOrder(
  object: CompiledObject,
  route: Route,
  selection: Selection & { by: string },
  ordering: Ordering,
  now: number,
): ListSql {
  const { by, any = [''], join = '', where = [] } = selection;
  const [table, alias, id] = selection.from ?? [...route.from, 'id'];
  const { sort, direction, span } = ordering;
  const columns = ordering.columns.map((column) => (column === '$.id' ? `$.${id}` : column));
  const weeks = weeksOf(selection, ordering, now);
  const index = weeks ? `${by}_week` : sort === undefined ? by : `${by}_${sort.index ?? sort.name}`;
  // Nothing is older than when it was last active, so that dates narrow this order, too.
  const active = sort?.sql === '$.last_activity_at' && span.from !== undefined ? [`${sort.sql} >= :fromdate`] : [];
  const branches = any.flatMap((one) => (weeks?.any ?? ['']).map((week) => [one, week].filter(Boolean)));
  const read = (what: string, branch: readonly string[]) =>
    `SELECT ${what} FROM ${table} AS ${alias} INDEXED BY ${index} ${join}
      ${conditions([...where, ...branch, ...ordering.where, ...active])}`.replaceAll('$', alias);
  const key = [`$.${id} AS id`, ...columns.map((column, at) => `${column} AS o${at}`)].join(', ');
  const orderBy = (of = '') => `ORDER BY ${columns.map((_, at) => `${of}o${at} ${direction}`).join(', ')}`;
  const [listed, row] = route.from;
  return {
    rows: `SELECT ${object.columns}
      FROM (${branches.map((branch) => read(key, branch)).join(' UNION ALL ')} ${orderBy()}
            LIMIT :limit OFFSET :offset) AS page
        CROSS JOIN ${listed} AS ${row} ON ${row}.site_id = :site AND ${row}.id = page.id
        ${object.joins} ${orderBy('page.')}`,
    total:
      selection.total !== undefined && ordering.where.length === 0
        ? `SELECT ${selection.total} AS total`
        : `SELECT sum(n) AS total
             FROM (${branches.map((branch) => read('count(*) AS n', branch)).join(' UNION ALL ')})`,
    bindings: weeks?.bindings ?? {},
  };
}

/** Finds what is few by nature, and sorts it. */
function sorted(object: CompiledObject, route: Route, selection: Selection, ordering: Ordering): ListSql {
  const [table] = selection.from ?? route.from;
  const alias = route.from[1];
  const { join = '', among, where = [] } = selection;
  const place = (sql: string) => sql.replaceAll('$', alias);
  const index = selection.index === undefined ? '' : `INDEXED BY ${selection.index}`;
  const source = `${among ? `${among.values} AS among CROSS JOIN ` : ''}${table} AS ${alias} ${index} ${join}`;
  const looked = among ? [`${among.column} = among.value`] : [];
  const condition = place(conditions([...looked, ...where, ...ordering.where]));
  const order = `ORDER BY ${ordering.columns.map((column) => `${place(column)} ${ordering.direction}`).join(', ')}`;
  return {
    // What further tables tell of a row is looked up for the page only: SQLite would do so for every row that it sorts.
    rows: `SELECT ${object.columns}
      FROM (SELECT ${alias}.* FROM ${source} ${condition} ${order}
            LIMIT :limit OFFSET :offset) AS ${alias}
        ${object.joins} ${order}`,
    total: `SELECT count(*) AS total FROM ${source} ${condition}`,
    bindings: {},
  };
}

/**
 * Returns statements that are the same for lists that differ in nothing but what is bound.
 * @param now epoch seconds
 */
export function listSql(
  object: CompiledObject,
  route: Route,
  selection: Selection,
  ordering: Ordering,
  now: number,
): ListSql {
  const { by, ranks } = selection;
  // What nobody looked for by words is relevant as far as it is liked.
  const columns = ordering.columns.map((column) => (column === RANK && !ranks ? '$.score' : column));
  return by === undefined
    ? sorted(object, route, selection, { ...ordering, columns })
    : inOrder(object, route, { ...selection, by }, { ...ordering, columns }, now);
}

/** Rows that were looked for beforehand, by SQL of a table with their ids as `value`. */
export const idsFrom = (values: string, bindings: Bindings = {}): { among: Among; bindings: Bindings } => ({
  among: { column: '$.id', values },
  bindings,
});

/** SQL of a number that is kept of the request's site. */
export const kept = (column: string): string => `(SELECT ${column} FROM sites WHERE id = :site)`;

/** A list of objects that no table has: its rows are JSON, in `$.value`. */
export const JSON_ROWS = { from: ['json_each(:rows)', 'j'], order: '$.key' } as const;
export const jsonRows = (rows: readonly unknown[]): { bindings: Bindings } => ({
  bindings: { rows: JSON.stringify(rows) },
});
