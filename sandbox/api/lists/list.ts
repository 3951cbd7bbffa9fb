import { compileObject, type JsonObject } from '../objects/compile.ts';
import { readFilter } from '../query/filters.ts';
import { listSql, type ListSql } from '../query/list-sql.ts';
import type { Ordering, Paging } from '../query/parameters.ts';
import { routeOn, type Route, type RouteRequest } from '../query/route.ts';
import { allRoutes } from '../routes/index.ts';
import { compress, wrapperBeginning, type Beginning } from '../send.ts';
import type { NetworkBehaviour } from '../../behaviour.ts';
import type { Bindings, Statements } from '../../world/database/statements.ts';

/**
 * The room `api/lists` reads the lists of the API, in the serving thread or in others. This file says what a list is,
 * in plain data that can go to another thread, and reads it.
 */

/** A list that is asked for, everything sent already read and checked. */
export interface List {
  readonly verb: Route['verb'];
  /** The path template that matched. */
  readonly template: string;
  /** As it was sent. */
  readonly filter: string | undefined;
  readonly ordering: Ordering;
  readonly paging: Paging;
  readonly request: Omit<RouteRequest, 'statements' | 'own'>;
  /** The route's own parameters. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Bindings of the route's action. */
  readonly made?: Bindings;
  /** The account whose votes the answer may tell of (docs/api.md, "Authentication": private_info). */
  readonly viewer: number | null;
  /** Takes long on a big site. */
  readonly isHeavy: boolean;
}

const ROUTES = new Map(
  allRoutes.flatMap((route) => route.paths.map((template) => [`${route.verb} ${template}`, route] as const)),
);

/** The request that a route is asked with. */
export function requestOf(statements: Statements, { request }: Pick<List, 'request'>): RouteRequest {
  return { ...request, statements, own: () => ownUsers(statements, request.site.id, request.accountId) };
}

/** The users of an account on a site. */
export const ownUsers = (statements: Statements, site: number, accountId: number): number[] =>
  statements
    .all('SELECT id FROM users WHERE site_id = :site AND account_id = :accountId', { site, accountId })
    .map((row) => Number(row['id']));

/** Returns the SQL of a page; few rows of a span of dates have one of their own. */
const pageSql = (statements: Statements, { rows, span }: ListSql, bindings: Bindings): string =>
  span && statements.get(span.few, bindings)?.['few'] === 1 ? span.rows : rows;

/**
 * Reads a list and writes it as the beginning of an answer.
 * @throws ApiError where the route refuses it
 */
export function readList(statements: Statements, behaviour: NetworkBehaviour, list: List): Beginning {
  const { verb, template, ordering, viewer, parameters } = list;
  const { page, pagesize } = list.paging;
  const { version, now, self, site } = list.request;
  const defined = ROUTES.get(`${verb} ${template}`);
  if (defined === undefined) throw new Error(`There is no operation ${verb} ${template}.`);
  const route = routeOn(behaviour, defined, template);
  const filter = readFilter(list.filter, route.of.name, false);
  const meant = route.select(requestOf(statements, list), parameters);
  // Of nobody there is nothing, as under /me on a site where the account is not.
  const selection = meant?.any?.length === 0 ? undefined : meant;
  const object = compileObject(route.of, route.from[1], filter, version);
  const sql = selection && listSql(object, route, selection, ordering);
  const bindings: Bindings = {
    ...ordering.bindings,
    ...selection?.bindings,
    ...list.made,
    site: site.id,
    viewer,
    now,
    limit: pagesize + 1,
    offset: (page - 1) * pagesize,
  };
  const fields: JsonObject = {};
  if (filter.wrapper('items') || filter.wrapper('has_more')) {
    const rows = sql ? statements.rows(pageSql(statements, sql, bindings), bindings) : [];
    fields['items'] = rows.slice(0, pagesize).map((row) => object.build(row, self));
    fields['has_more'] = rows.length > pagesize;
  }
  if (filter.wrapper('total') || version < 2)
    fields['total'] = Number((sql && statements.get(sql.total, bindings)?.['total']) ?? 0);
  return compress(wrapperBeginning({ route, filter, version }, fields, page, pagesize));
}
