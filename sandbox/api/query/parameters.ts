import { z } from 'zod';
import { ApiError, badParameter, noMethod } from '../errors.ts';
import type { Query } from '../caller.ts';
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

/** Conditions and order in SQL, with `$` for the alias of the table that is read. */
export interface Ordering {
  readonly where: readonly string[];
  readonly bindings: Bindings;
  /** The sort by name, where there is a choice. */
  readonly sort: (Sort & { readonly name: string }) | undefined;
  /** Columns of the order, one after the other. */
  readonly columns: readonly string[];
  /** Empty where the columns say it themselves. */
  readonly direction: 'ASC' | 'DESC' | '';
  /** When what is listed was made, in epoch seconds, as far as that is bounded. */
  readonly span: { readonly from?: number; readonly to?: number };
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

const DAY_SECONDS = 86_400;

function readSort(query: Query, { sorts }: Pick<Route, 'sorts'>): Ordering['sort'] {
  if (!sorts) return undefined;
  const name = sortName(query, sorts);
  const sort = Object.hasOwn(sorts, name) ? sorts[name] : undefined;
  if (!sort) throw badParameter('sort');
  return { ...sort, name };
}

/** When the things listed were made: `fromdate` and `todate`, and the sorts that look back some days only. */
function readSpan(query: Query, sort: Sort | undefined, now: number): Ordering['span'] {
  const dates = [integer(query, 'fromdate', 0, LAST_DATE), integer(query, 'todate', 0, LAST_DATE)] as const;
  const since = sort?.lastDays === undefined ? undefined : now - sort.lastDays * DAY_SECONDS;
  const from = since === undefined ? dates[0] : Math.max(since, dates[0] ?? since);
  return { ...(from === undefined ? {} : { from }), ...(dates[1] === undefined ? {} : { to: dates[1] }) };
}

/**
 * Reads `sort`, `order`, `min`, `max`, `fromdate`, `todate`; all bounds are inclusive (docs/api.md, "Dates").
 * @param now epoch seconds
 */
export function readOrdering(
  query: Query,
  route: Pick<Route, 'sorts' | 'tie' | 'created' | 'order'>,
  now: number,
): Ordering {
  const order = single(query, 'order')?.toLowerCase() ?? 'desc';
  if (order !== 'asc' && order !== 'desc') throw badParameter('order');
  const sort = readSort(query, route);
  const bounds: [column: string, sign: string, name: string, value: string | number | undefined][] = [];
  if (sort)
    bounds.push(
      [sort.sql, '>=', 'min', readBound(query, 'min', sort)],
      [sort.sql, '<=', 'max', readBound(query, 'max', sort)],
    );
  const span = readSpan(query, sort, now);
  if (route.created !== undefined)
    bounds.push([route.created, '>=', 'fromdate', span.from], [route.created, '<=', 'todate', span.to]);
  const set = bounds.filter(([, , , value]) => value !== undefined);
  return {
    where: set.map(([column, sign, name]) => `${column} ${sign} :${name}`),
    bindings: Object.fromEntries(set.map(([, , name, value]) => [name, value ?? null])),
    sort,
    columns: [
      ...new Set([
        ...(sort ? [sort.sql] : []),
        ...(route.order === undefined ? (route.tie ?? '$.id').split(',').map((c) => c.trim()) : [route.order]),
      ]),
    ],
    direction: route.order !== undefined ? '' : order === 'asc' ? 'ASC' : 'DESC',
    span: route.created === undefined ? {} : span,
  };
}

const MAX_IDS = 100;
/** Tokens and filters come in vectors of up to 20, everything else of up to 100 (docs/api.md, "Vectors"). */
export const mostWords = (name: string) => (name === 'accessTokens' || name === 'filters' ? 20 : MAX_IDS);

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

/** A yes or no as clients send it. */
export const YesOrNo = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0']))
  .transform((sent) => sent === 'true' || sent === '1');

/** A whole number within what the API calls an integer. */
export const Whole = z
  .string()
  .regex(/^-?\d{1,10}$/)
  .transform(Number)
  .pipe(z.int32());

/** A date in epoch seconds. */
export const EpochSeconds = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number)
  .pipe(z.number().max(253_402_300_799));

/** Text to look for; a NUL would end the query of the full text. */
export const SearchText = z
  .string()
  .max(1000)
  .transform((text) => text.replaceAll('\0', ' '));

/** Words separated by `;`. */
export const List = z.string().transform((sent) =>
  sent
    .split(';')
    .map((word) => word.trim())
    .filter(Boolean),
);
