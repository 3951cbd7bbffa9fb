import type { CompiledObject } from '../objects/compile.ts';
import type { Query } from '../gate/query-string.ts';
import { readOrdering, sortName, type Ordering } from './parameters.ts';
import type { Route, Selection } from './route.ts';

/** The SQL of a list. It binds what the selection and the ordering bind, `:limit` and `:offset`. */
export interface ListSql {
  /** Names it among all there have been. */
  readonly number: number;
  /** The ids of one page, in order. */
  readonly ids: string;
  /** The columns of the rows of one page, in order. */
  readonly rows: string;
  /** How many there are on all pages, as `total`. */
  readonly total: string;
}

/** Where to find the ids of what is meant, in order: in the route's own table, or by a short cut. */
function idsOf(route: Route, { short }: Selection, query: Query, condition: string, orderBy: string): string {
  const isShort =
    short &&
    route.sorts &&
    !query['fromdate'] &&
    !query['todate'] &&
    Object.hasOwn(short.sorts, sortName(query, route.sorts));
  if (!isShort) {
    const [table, alias] = route.from;
    return `SELECT ${alias}.id AS id FROM ${table} AS ${alias} ${condition}
        ORDER BY ${orderBy} LIMIT :limit OFFSET :offset`;
  }
  const ordering = readOrdering(query, short);
  const [table, alias] = short.from;
  return `SELECT ${short.id} AS id FROM ${table} AS ${alias} WHERE ${[...short.where, ...ordering.where].join(' AND ')}
    ORDER BY ${ordering.orderBy} LIMIT :limit OFFSET :offset`;
}

/**
 * The rows of one page. What is dear to tell of a row is worked out for the page only: SQLite would do so for every row
 * before it sorts them.
 */
function rowsOf(object: CompiledObject, { from: [table, alias] }: Route, condition: string, order: string): string {
  const page = `${order} LIMIT :limit OFFSET :offset`;
  return object.isDear
    ? `SELECT ${object.columns}
        FROM (SELECT ${alias}.* FROM ${table} AS ${alias} ${condition} ${page}) AS ${alias} ${object.joins} ${order}`
    : `SELECT ${object.columns} FROM ${table} AS ${alias} ${object.joins} ${condition} ${page}`;
}

/** Lists that begin with the same conditions. To compare conditions one by one is quicker than to put them together. */
interface Shape {
  readonly next: Map<string, Shape>;
  sql?: ListSql;
}

interface Shapes {
  readonly root: Shape;
  count: number;
}

const kept = new WeakMap<CompiledObject, Shapes>();
/** How many shapes of one object are kept; a client that asks in more ways pays for having them put together. */
const MAX_SHAPES = 500;
let made = 0;

function step({ next }: Shape, condition: string): Shape {
  const known = next.get(condition);
  if (known) return known;
  const shape: Shape = { next: new Map() };
  next.set(condition, shape);
  return shape;
}

/**
 * @param query whose sort and dates `ordering` was read from
 * @returns the same for lists that differ in nothing but what is bound
 */
export function listSql(
  object: CompiledObject,
  route: Route,
  selection: Selection,
  ordering: Ordering,
  query: Query,
): ListSql {
  let shapes = kept.get(object);
  if (shapes === undefined || shapes.count >= MAX_SHAPES)
    kept.set(object, (shapes = { root: { next: new Map() }, count: 0 }));
  const [table, alias] = route.from;
  let shape = step(shapes.root, table);
  for (const condition of selection.where) shape = step(shape, condition);
  for (const condition of ordering.where) shape = step(shape, condition);
  shape = step(shape, ordering.orderBy);
  if (shape.sql) return shape.sql;
  const where = [...selection.where, ...ordering.where];
  const condition = where.length > 0 ? `WHERE ${where.join(' AND ')}` : '';
  shapes.count += 1;
  made += 1;
  return (shape.sql = {
    number: made,
    ids: idsOf(route, selection, query, condition, ordering.orderBy),
    rows: rowsOf(object, route, condition, `ORDER BY ${ordering.orderBy}`),
    total: `SELECT count(*) AS total FROM ${table} AS ${alias} ${condition}`,
  });
}
