import { z } from 'zod';
import { ANY_APP, type Caller, type Query } from './caller.ts';
import { ApiError, badParameter, noMethod } from './errors.ts';
import type { Network } from './network.ts';
import { compileObject, type JsonObject } from './objects/compile.ts';
import { readFilter } from './query/filters.ts';
import { listSql } from './query/list-sql.ts';
import { readIds, readOrdering, readPaging, readWords, single } from './query/parameters.ts';
import { routeOn, type Operation, type Route, type RouteRequest, type Selection } from './query/route.ts';
import { findSite, NO_SITE } from './query/site.ts';
import { compress, wrapperBeginning, type Beginning, type Wrapping } from './send.ts';
import { inOnePiece } from '../world/database/statements.ts';

/** A request to a known route from a caller who was let in. */
export interface Admitted extends Operation {
  readonly query: Query;
  readonly caller: Caller;
}

/** The beginning of the wrapper's text, and what its end and the headers depend on. */
export interface Answer {
  readonly beginning: Beginning;
  readonly wrapping: Wrapping;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Refuses a write by an application without a post on the network, where writing needs one (docs/api.md,
 * "Applications").
 */
function checkPost({ statements, behaviour }: Network, { clientId }: Caller): void {
  if (!behaviour.writesNeedPost || clientId === ANY_APP) return;
  const app = statements.get('SELECT has_post FROM apps WHERE client_id = :clientId', {
    clientId: clientId ?? '',
  });
  if (app?.['has_post'] !== 1)
    throw new ApiError(403, 'This application may not write: it has no post on the network that describes it');
}

function checkToken(network: Network, { route, template, caller }: Admitted): number {
  const needed = route.needs ?? (template.startsWith('/me') ? 'token' : undefined);
  if (!needed) return 0;
  if (!caller.token) throw new ApiError(401, 'This method requires an access_token');
  if (needed !== 'token' && !caller.token.scopes.includes(needed))
    throw new ApiError(403, `This method requires an access_token with the scope ${needed}`);
  if (needed === 'write_access') checkPost(network, caller);
  return caller.token.accountId;
}

function readRequest(network: Network, admitted: Admitted, sort: string | undefined): RouteRequest {
  const { route, template, segments, query, version, caller } = admitted;
  const { world, statements } = network;
  if (route.since !== undefined && version < route.since) throw noMethod();
  const accountId = checkToken(network, admitted);
  const named = single(query, 'site');
  if (route.site === 'refused' && named) throw badParameter('site', 'This method does not accept a site parameter');
  const takesSite = route.site === 'required' || (route.site === 'optional' && named !== undefined);
  const site = takesSite ? findSite(statements, named) : NO_SITE;
  let ids: number[] = [];
  const words: Record<string, string[]> = {};
  for (const [name, segment] of Object.entries(segments)) {
    if (name !== 'id' && name !== 'ids') words[name] = readWords(segment, name);
    else ids = readIds(segment);
    if (name === 'id' && ids.length > 1) throw noMethod();
  }
  const own = () =>
    statements
      .all('SELECT id FROM users WHERE site_id = :site AND account_id = :accountId', { site: site.id, accountId })
      .map((row) => Number(row['id']));
  const users = template.startsWith('/me') ? own() : ids;
  return {
    world,
    statements,
    caller,
    site,
    ids,
    words,
    users,
    accountId,
    own,
    template,
    version,
    self: network.self(),
    sort,
  };
}

/** Asks the route what it selects, after its action is done. */
function select(route: Route, request: RouteRequest, query: Query): Selection | undefined {
  try {
    const sent: Record<string, string | string[] | undefined> = {};
    for (const name in route.parameters) sent[name] = query[name] === '' ? undefined : query[name];
    const selection = route.select(request, sent);
    const made = route.action?.(request, sent);
    return selection && made ? { ...selection, bindings: { ...selection.bindings, ...made } } : selection;
  } catch (error) {
    if (error instanceof z.ZodError) throw badParameter(String(error.issues[0]?.path[0] ?? 'parameter'));
    throw error;
  }
}

/** True where the network makes something with the request, or tells of tokens: such an answer is not kept. */
const isFresh = (route: Route): boolean => route.action !== undefined || route.of.name === 'access_token';

/**
 * Answers a request to a route: everything common is read here, the route says what is meant, SQL does the rest.
 * @throws ApiError for every refusal
 */
export function answerRoute(network: Network, admitted: Admitted): Answer {
  const { route, query } = admitted;
  if (route.verb === 'GET') return answer(network, admitted);
  return inOnePiece(network.world.db, route.tries?.(query) ?? false, () => answer(network, admitted));
}

function answer(network: Network, admitted: Admitted): Answer {
  const { query, version, caller, template } = admitted;
  const { statements } = network;
  const route = routeOn(network.behaviour, admitted.route, template);
  const filter = readFilter(query['filter'], route.of.name, network.refusesForeignFilters);
  const now = network.world.clock.now();
  const ordering = readOrdering(query, route, now);
  const request = readRequest(network, { ...admitted, route }, ordering.sort?.name);
  const { page, pagesize } = readPaging(query, route, caller.clientId !== undefined);
  const selection = select(route, request, query);

  // Whose votes the answer may tell of (docs/api.md, "Authentication": private_info).
  const viewer = caller.token?.scopes.includes('private_info') ? caller.token.accountId : null;
  const named = { ...ordering.bindings, ...selection?.bindings, site: request.site.id, viewer };
  const wrapping = { route, filter, version };
  const headers: Record<string, string> = filter.foreign
    ? { 'x-sandbox-warning': 'This filter was minted elsewhere; the answer carries every field.' }
    : {};

  // What is looked for identifies the list, however the request was worded. A filter that was minted elsewhere may be
  // told from another by its name only.
  const minted = filter.foreign ? query['filter'] : filter.name;
  const { where, columns, direction } = ordering;
  const list = selection && [route.from[0], { ...selection, bindings: undefined }, where, columns, direction];
  const key = JSON.stringify([route.name, minted, version, page, pagesize, named, list]);
  const cache = isFresh(route) ? undefined : network.cache;
  const known = cache?.find(key);
  if (known) return { beginning: known, wrapping, headers };

  const object = compileObject(route.of, route.from[1], filter, version);
  const sql = selection && listSql(object, route, selection, ordering, now);
  const bindings = { ...named, ...sql?.bindings, now, limit: pagesize + 1, offset: (page - 1) * pagesize };
  const fields: JsonObject = {};
  if (filter.wrapper('items') || filter.wrapper('has_more')) {
    const rows = sql ? statements.rows(sql.rows, bindings) : [];
    fields['items'] = rows.slice(0, pagesize).map((row) => object.build(row, request.self));
    fields['has_more'] = rows.length > pagesize;
  }
  if (filter.wrapper('total') || version < 2)
    fields['total'] = Number((sql && statements.get(sql.total, bindings)?.['total']) ?? 0);
  const beginning = compress(wrapperBeginning(wrapping, fields, page, pagesize));
  cache?.keep(key, beginning);
  return { beginning, wrapping, headers };
}
