import { z } from 'zod';
import { compileObject, type JsonObject } from '../objects/compile.ts';
import { ApiError, badParameter } from './errors.ts';
import { readFilter } from './filters.ts';
import type { Caller } from './caller.ts';
import type { Network } from './network.ts';
import { readIds, readOrdering, readPaging, readWords, single, type Query } from './parameters.ts';
import type { Standing } from './quota.ts';
import type { Route, RouteRequest, Selection } from './route.ts';
import { findSite, noSite } from './site.ts';

/** A request to a known route from a caller who was let in. */
export interface Admitted {
  readonly route: Route;
  /** The path template that matched, e.g. `/users/{ids}/reputation`. */
  readonly template: string;
  /** The vector in the path, decoded. */
  readonly segment: string | undefined;
  readonly query: Query;
  /** E.g. 2.2. */
  readonly version: number;
  readonly caller: Caller;
  readonly standing: Standing;
}

/** The wrapper and whatever headers the answer needs beside it. */
export interface Answer {
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
}

const vectorName = (template: string) => /\{(\w+)\}/.exec(template)?.[1];

function checkToken(route: Route, template: string, caller: Caller): number {
  const needed = route.needs ?? (template.startsWith('/me') ? 'token' : undefined);
  if (!needed) return 0;
  if (!caller.token) throw new ApiError(401, 'This method requires an access_token');
  if (needed !== 'token' && !caller.token.scopes.includes(needed))
    throw new ApiError(403, `This method requires an access_token with the scope ${needed}`);
  return caller.token.accountId;
}

function readRequest(network: Network, { route, template, segment, query, caller }: Admitted): RouteRequest {
  const { world, statements } = network;
  const accountId = checkToken(route, template, caller);
  const named = single(query, 'site');
  if (route.site === 'refused' && named) throw badParameter('site', 'This method does not accept a site parameter');
  const site = route.site === 'required' ? findSite(statements, named) : noSite;
  const vector = vectorName(template);
  const isIds = vector === 'id' || vector === 'ids';
  const ids = segment !== undefined && isIds ? readIds(segment) : [];
  if (vector === 'id' && ids.length > 1) throw new ApiError(404, 'no method found with this name');
  const words = segment !== undefined && vector && !isIds ? readWords(segment, vector) : [];
  const own = () =>
    statements
      .all('SELECT id FROM users WHERE site_id = :site AND account_id = :accountId', { site: site.id, accountId })
      .map((row) => Number(row['id']));
  const users = template.startsWith('/me') ? own() : ids;
  return { world, statements, caller, site, ids, words, users, accountId, self: network.self() };
}

function select(route: Route, request: RouteRequest, query: Query): Selection | undefined {
  try {
    const sent = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value === '' ? undefined : value]));
    return route.select(request, sent);
  } catch (error) {
    if (error instanceof z.ZodError) throw badParameter(String(error.issues[0]?.path[0] ?? 'parameter'));
    throw error;
  }
}

/**
 * Answers a request to a route: everything common is read here, the route says what is meant, SQL does the rest.
 * @throws ApiError for every refusal
 */
export function answerRoute(network: Network, admitted: Admitted): Answer {
  const { route, query, version, caller, standing } = admitted;
  const { statements } = network;
  const filter = readFilter(query['filter']);
  const request = readRequest(network, admitted);
  const { page, pagesize } = readPaging(query, route, caller.clientId !== undefined);
  const ordering = readOrdering(query, route);
  const selection = select(route, request, query);
  route.deed?.(request);

  const [table, alias] = route.from;
  const object = compileObject(route.of, alias, filter, version);
  const where = [...(selection?.where ?? []), ...ordering.where];
  const condition = where.length > 0 ? `WHERE ${where.join(' AND ')}` : '';
  const bindings = {
    ...ordering.bindings,
    ...selection?.bindings,
    site: request.site.id,
    now: network.world.clock.now(),
  };

  const body: JsonObject = {};
  if (filter.wrapper('items') || filter.wrapper('has_more')) {
    const rows = selection
      ? statements.all(
          `SELECT ${object.columns} FROM ${table} AS ${alias} ${object.joins} ${condition}
             ORDER BY ${ordering.orderBy} LIMIT :limit OFFSET :offset`,
          { ...bindings, limit: pagesize + 1, offset: (page - 1) * pagesize },
        )
      : [];
    if (filter.wrapper('items')) body['items'] = rows.slice(0, pagesize).map((row) => object.build(row, request.self));
    if (filter.wrapper('has_more')) body['has_more'] = rows.length > pagesize;
  }
  const echoes = route.echoesPage === true && filter.wrapper('items');
  if (echoes || filter.wrapper('page')) body['page'] = page;
  if (echoes || filter.wrapper('page_size')) body['page_size'] = pagesize;
  if (filter.wrapper('total')) {
    const counted = selection ? statements.get(`SELECT count(*) AS total FROM ${table} AS ${alias} ${condition}`, bindings) : undefined;
    body['total'] = Number(counted?.['total'] ?? 0);
  }
  if (filter.wrapper('type')) body['type'] = route.of.name;
  const backoff = network.backoff.issue(route.name, caller);
  if (backoff !== undefined && filter.wrapper('backoff')) body['backoff'] = backoff;
  if (filter.wrapper('quota_max')) body['quota_max'] = standing.max;
  if (filter.wrapper('quota_remaining')) body['quota_remaining'] = standing.remaining;
  return {
    body,
    headers: filter.foreign
      ? { 'x-sandbox-warning': 'This filter was minted elsewhere; the answer carries every field.' }
      : {},
  };
}
