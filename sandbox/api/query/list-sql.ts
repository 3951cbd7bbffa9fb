import type { Bindings } from '../../world/database/statements.ts';
import { INDEXES } from '../../world/database/indexes.ts';
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

/** The SQL of a list. It binds what the selection and the ordering bind, `:limit` and `:offset`. */
export interface ListSql {
  /** The columns of the rows of one page, in order. */
  readonly rows: string;
  /** How many there are on all pages, as `total`. */
  readonly total: string;
  /** For a span of dates: where `few` finds one of few, `rows` reads these by their dates and sorts them. */
  readonly span?: { readonly few: string; readonly rows: string };
}

/**
 * So many of a span of dates are sorted at once; among more, those of a page are soon found in their order, and among
 * fewer where that order goes by dates, too.
 */
const MAX_SORTED = { usual: 20_000, byDates: 2000 } as const;

const conditions = (where: readonly string[]) => (where.length > 0 ? `WHERE ${where.join(' AND ')}` : '');

/** Reads a list in the order of its index: no further than the page, whose rows are then looked up by their ids. */
function inOrder(
  object: CompiledObject,
  route: Route,
  selection: Selection & { by: string },
  ordering: Ordering,
): ListSql {
  const { by, any = [''], join = '', where = [], test } = selection;
  const [table, alias, id] = selection.from ?? [...route.from, 'id'];
  const { sort, direction, span } = ordering;
  const columns = ordering.columns.map((column) => (column === '$.id' ? `$.${id}` : column));
  const index = sort === undefined ? by : `${by}_${sort.index ?? sort.name}`;
  const byDate = `${by}_creation`;
  const most = sort?.least === undefined ? MAX_SORTED.usual : MAX_SORTED.byDates;
  // Dates narrow an order, too, in which nothing stands below what is as old.
  const least = sort?.least !== undefined && span.from !== undefined ? [`${sort.sql} >= ${sort.least}`] : [];
  const read = (what: string, within: string, branch: string, more: readonly string[] = []) =>
    `SELECT ${what} FROM ${table} AS ${alias} INDEXED BY ${within} ${join}
      ${conditions([...where, ...(branch ? [branch] : []), ...ordering.where, ...more])}`.replaceAll('$', alias);
  const tested = test ? [test.read] : [];
  const readAll = (what: string, within = index, more: readonly string[] = tested) =>
    any.map((branch) => read(what, within, branch, more)).join(' UNION ALL ');
  const key = [`$.${id} AS id`, ...columns.map((column, at) => `${column} AS o${at}`)].join(', ');
  const orderBy = (of = '') => `ORDER BY ${columns.map((_, at) => `${of}o${at} ${direction}`).join(', ')}`;
  const [listed, row] = route.from;
  const rows = (source: string) => `SELECT ${object.columns}
    FROM (${source} ${orderBy()} LIMIT :limit OFFSET :offset) AS page
      CROSS JOIN ${listed} AS ${row} ON ${row}.site_id = :site AND ${row}.id = page.id
      ${object.joins} ${orderBy('page.')}`;
  return {
    rows: rows(readAll(key, index, [...least, ...tested])),
    total:
      selection.total !== undefined && ordering.where.length === 0
        ? `SELECT ${selection.total} AS total`
        : `SELECT sum(n) AS total FROM (${readAll('count(*) AS n', index, test ? [test.count] : [])})`,
    ...(test === undefined &&
      span.from !== undefined &&
      index !== byDate &&
      INDEXES.has(byDate) && {
        span: {
          few: `SELECT count(*) <= ${most} AS few FROM (${readAll('1', byDate, [])} LIMIT ${most + 1})`,
          rows: rows(readAll(key, byDate)),
        },
      }),
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
  };
}

/** Returns statements that are the same for lists that differ in nothing but what is bound. */
export function listSql(object: CompiledObject, route: Route, selection: Selection, ordering: Ordering): ListSql {
  const { by, ranks } = selection;
  // What nobody looked for by words is relevant as far as it is liked.
  const columns = ordering.columns.map((column) => (column === RANK && !ranks ? '$.score' : column));
  return by === undefined
    ? sorted(object, route, selection, { ...ordering, columns })
    : inOrder(object, route, { ...selection, by }, { ...ordering, columns });
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
