import { ApiError, badParameter, noMethod } from '../gate/errors.ts';
import type { Query } from '../gate/query-string.ts';
import type { Route, Sort } from './route.ts';
import type { Bindings } from '../../world/database/statements.ts';

/** The latest date the API knows: the end of the year 9999. */
const LAST_DATE = 253_402_300_799;
/** Anonymous callers get no further (docs/api.md, "Paging"). */
const LAST_ANONYMOUS_PAGE = 25;
const MAX_PAGESIZE = 100;
const DEFAULT_PAGESIZE = 30;

/** @returns the one value of a parameter; empty counts as not sent */
export function single(query: Query, name: string): string | undefined {
  const value = query[name];
  if (Array.isArray(value)) throw badParameter(name);
  return value === '' ? undefined : value;
}

function integer(query: Query, name: string, least: number, most: number): number | undefined {
  const value = single(query, name);
  if (value === undefined) return undefined;
  const number = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most)) throw badParameter(name);
  return number;
}

export interface Paging {
  page: number;
  pagesize: number;
}

/** @param identified whether a key or token was sent */
export function readPaging(query: Query, route: Pick<Route, 'unboundedPagesize'>, identified: boolean): Paging {
  const page = integer(query, 'page', 1, 2 ** 31 - 1) ?? 1;
  const pagesize =
    integer(query, 'pagesize', 0, route.unboundedPagesize ? 2 ** 31 - 1 : MAX_PAGESIZE) ?? DEFAULT_PAGESIZE;
  if (page > LAST_ANONYMOUS_PAGE && !identified)
    throw new ApiError(403, 'page above 25 requires access token or app key');
  return { page, pagesize };
}

/** Conditions and order in SQL over the alias of the route's table. */
export interface Ordering {
  where: string[];
  bindings: Bindings;
  orderBy: string;
}

function readBound(query: Query, name: 'min' | 'max', sort: Sort | undefined): string | number | undefined {
  if (!sort || sort.bound === 'none') {
    if (single(query, name) !== undefined) throw badParameter(name);
    return undefined;
  }
  if (sort.bound === 'string') return single(query, name);
  if (sort.bound === 'word') {
    const word = single(query, name)?.toLowerCase();
    if (word === undefined) return undefined;
    const place = sort.words?.indexOf(word) ?? -1;
    if (place < 0) throw badParameter(name);
    return place;
  }
  return sort.bound === 'date' ? integer(query, name, 0, LAST_DATE) : integer(query, name, -(2 ** 31), 2 ** 31 - 1);
}

/** The sort that is asked for by name; the route's first one unless said otherwise. */
export const sortName = (query: Query, sorts: Readonly<Record<string, Sort>>): string =>
  single(query, 'sort')?.toLowerCase() ?? Object.keys(sorts)[0] ?? '';

const orders = new Map<string, string>();

/** The columns to order by, with the table's alias for `$`; there are few different ones, so they are kept. */
function orderSql(sort: string | undefined, tie: string, alias: string, order: string): string {
  const name = `${alias} ${order} ${sort ?? ''} ${tie}`;
  let found = orders.get(name);
  if (found === undefined) {
    const columns = [...(sort === undefined ? [] : [sort]), ...tie.split(',').map((column) => column.trim())];
    found = columns.map((column) => `${column.replaceAll('$', alias)} ${order}`).join(', ');
    orders.set(name, found);
  }
  return found;
}

/** Reads `sort`, `order`, `min`, `max`, `fromdate`, `todate`; all bounds are inclusive (docs/api.md, "Dates"). */
export function readOrdering(
  query: Query,
  route: Pick<Route, 'sorts' | 'tie' | 'created' | 'from' | 'keepsOrder'>,
): Ordering {
  const where: string[] = [];
  const bindings: Bindings = {};
  const place = (sql: string) => sql.replaceAll('$', route.from[1]);

  const order = single(query, 'order')?.toLowerCase() ?? 'desc';
  if (order !== 'asc' && order !== 'desc') throw badParameter('order');

  let sort: Sort | undefined;
  if (route.sorts) {
    const name = sortName(query, route.sorts);
    sort = Object.hasOwn(route.sorts, name) ? route.sorts[name] : undefined;
    if (!sort) throw badParameter('sort');
    if (sort.where) where.push(place(sort.where));
    for (const [bound, sign] of [
      ['min', '>='],
      ['max', '<='],
    ] as const) {
      const value = readBound(query, bound, sort);
      if (value === undefined) continue;
      where.push(`${place(sort.sql)} ${sign} :${bound}`);
      bindings[bound] = value;
    }
  }
  for (const [bound, sign] of [
    ['fromdate', '>='],
    ['todate', '<='],
  ] as const) {
    const value = integer(query, bound, 0, LAST_DATE);
    if (value === undefined || !route.created) continue;
    where.push(`${place(route.created)} ${sign} :${bound}`);
    bindings[bound] = value;
  }
  return {
    where,
    bindings,
    orderBy: route.keepsOrder ? place(route.tie) : orderSql(sort?.sql, route.tie, route.from[1], order),
  };
}

const MAX_IDS = 100;
/** Tokens and filters come in vectors of up to 20, everything else of up to 100 (docs/api.md, "Vectors"). */
const mostWords = (name: string) => (name === 'accessTokens' || name === 'filters' ? 20 : MAX_IDS);

/**
 * @param segment a vector of integers in the path, separated by `;`
 * @throws ApiError 404 where it is no number at all, 400 `ids` where there are too many or one is out of range
 */
export function readIds(segment: string): number[] {
  const parts = segment.split(';').filter((part) => part !== '');
  if (parts.length === 0 || !parts.every((part) => /^-?\d+$/.test(part))) throw noMethod();
  const ids = parts.map(Number);
  if (ids.length > MAX_IDS || ids.some((id) => Math.abs(id) > 2 ** 31 - 1)) throw badParameter('ids');
  // In order, since vectors are the same in any (docs/api.md, "Throttling").
  return [...new Set(ids)].toSorted((one, other) => one - other);
}

/** @param name the vector's name in the path, which the error carries */
export function readWords(segment: string, name: string): string[] {
  const parts = segment.split(';').filter((part) => part !== '');
  if (parts.length === 0 || parts.length > mostWords(name)) throw badParameter(name);
  return [...new Set(parts)].toSorted();
}
