import type { Bindings } from '../../world/database/statements.ts';
import type { CompiledObject } from '../objects/compile.ts';
import type { Ordering } from './parameters.ts';
import type { Route, Selection } from './route.ts';

/** A vector as the inside of `IN (…)`. The length is rounded up, so that few different statements are prepared. */
export function sqlList(name: string, values: readonly (number | string)[]): { list: string; bindings: Bindings } {
  const places = values.length <= 1 ? values.length : 2 ** Math.ceil(Math.log2(values.length));
  const bindings: Bindings = {};
  for (let index = 0; index < places; index += 1)
    bindings[`${name}${index}`] = values[Math.min(index, values.length - 1)] ?? null;
  return {
    list: Object.keys(bindings)
      .map((place) => `:${place}`)
      .join(', '),
    bindings,
  };
}

/** The SQL of a list. It binds what the selection and the ordering bind, `:limit` and `:offset`. */
export interface ListSql {
  /** The columns of the rows of one page, in order. */
  readonly rows: string;
  /** How many there are on all pages, as `total`. */
  readonly total: string;
}

/** Returns statements that are the same for lists that differ in nothing but what is bound. */
export function listSql(object: CompiledObject, route: Route, selection: Selection, ordering: Ordering): ListSql {
  const [table, alias] = route.from;
  const where = [...selection.where, ...ordering.where];
  const condition = where.length > 0 ? `WHERE ${where.join(' AND ')}` : '';
  const order = `ORDER BY ${ordering.orderBy}`;
  return {
    // What further tables tell of a row is looked up for the page only: SQLite would do so for every row that it sorts.
    rows: `SELECT ${object.columns}
      FROM (SELECT ${alias}.* FROM ${table} AS ${alias} ${condition} ${order} LIMIT :limit OFFSET :offset) AS ${alias}
        ${object.joins} ${order}`,
    total: `SELECT count(*) AS total FROM ${table} AS ${alias} ${condition}`,
  };
}
