import { z } from 'zod';
import { compileObject, type CompiledObject, type JsonObject } from './objects/compile.ts';
import { ApiError, badParameter, noMethod } from './gate/errors.ts';
import type { Beginning } from './encoding/encode.ts';
import { endingFieldsOf, type EndingFields } from './wrapper-ending.ts';
import type { Filter } from './objects/filter.ts';
import { readFilter } from './query/filters.ts';
import { ANY_APP, type Caller } from './gate/caller.ts';
import { listSql, type ListSql } from './query/list-sql.ts';
import type { Network } from './network.ts';
import type { Query } from './gate/query-string.ts';
import { readIds, readOrdering, readPaging, readWords, single } from './query/parameters.ts';
import type { Operation, Route, RouteRequest, Selection } from './query/route.ts';
import type { Bindings } from '../world/database/statements.ts';
import { findSite, NO_SITE } from './query/site.ts';
import { routeOn } from './query/route-on.ts';

/** A request to a known route from a caller who was let in. */
export interface Admitted extends Operation {
  readonly query: Query;
  readonly caller: Caller;
}

/** The wrapper in two parts, and whatever headers the answer needs beside it. */
export interface Answer {
  /** The JSON text up to the part that differs with each answer; open at its end. */
  readonly beginning: Beginning;
  readonly endingFields: EndingFields;
  /** A key that is the same however the same thing is asked; undefined where it must not be answered from memory. */
  readonly key: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Fields of the wrapper that are the same for whoever asks. */
const CACHED_WRAPPER_FIELDS = ['items', 'has_more', 'page', 'page_size', 'total', 'type'];

const echoesPage = (route: Route, filter: Filter) => route.echoesPage === true && filter.wrapper('items');

function wrapper(route: Route, filter: Filter, fields: JsonObject, page: number, pagesize: number): JsonObject {
  const all: JsonObject = { ...fields, page, page_size: pagesize, type: route.of.name };
  const echoed = echoesPage(route, filter) ? ['page', 'page_size'] : [];
  return Object.fromEntries(
    CACHED_WRAPPER_FIELDS.filter((field) => filter.wrapper(field) || echoed.includes(field)).map((field) => [
      field,
      all[field] ?? 0,
    ]),
  );
}

/** The wrapper of version 1.1, which names its list after what is in it (docs/api.md, "Wrapper"). */
const oldWrapper = (route: Route, fields: JsonObject, page: number, pagesize: number): JsonObject => ({
  total: fields['total'] ?? 0,
  page,
  pagesize,
  [route.of.plural ?? `${route.of.name}s`]: fields['items'] ?? [],
});

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

function readRequest(network: Network, admitted: Admitted): RouteRequest {
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
  };
}

/** Asks the route what it selects, after its action is done. */
function select(route: Route, request: RouteRequest, query: Query): Selection | undefined {
  try {
    const sent: Record<string, string | string[] | undefined> = {};
    for (const name in route.parameters) sent[name] = query[name] === '' ? undefined : query[name];
    const selection = route.select(request, sent);
    route.action?.(request, sent);
    return selection;
  } catch (error) {
    if (error instanceof z.ZodError) throw badParameter(String(error.issues[0]?.path[0] ?? 'parameter'));
    throw error;
  }
}

/** A request with all that was read of it: what it selects, how it is sorted and paged, and what the answer carries. */
interface Question {
  network: Network;
  route: Route;
  request: RouteRequest;
  filter: Filter;
  version: number;
  object: CompiledObject;
  sql: ListSql | undefined;
  page: number;
  pagesize: number;
  /** What the statements bind: the selection's and the ordering's, the moment, the page. */
  bindings: Bindings;
}

/** True where the network makes something with the request, or tells of tokens: such an answer is not kept. */
const isFresh = (route: Route): boolean => route.action !== undefined || route.of.name === 'access_token';

/** The list as bytes that were made before, row by row; undefined where these rows are not kept ready. */
function joinReadyRows({ network, route, request, filter, version, object, sql, pagesize, bindings }: Question) {
  const { unsettled } = route.of;
  if (!sql || unsettled === undefined || version < 2 || filter.name !== 'default') return undefined;
  const [table, alias] = route.from;
  const ids = network.statements.numbers(sql.ids, bindings);
  const kind = { object, table, alias, unsettled, bindings, self: request.self };
  const tail = `],"has_more":${ids.length > pagesize}`;
  return network.ready.join(kind, request.site.id, ids.slice(0, pagesize), '{"items":[', tail);
}

/** The list as it was read before, if nothing was written since, or as it is read now. */
function readUnlessUnchanged(question: Question, key: string | undefined): Beginning {
  const { network, sql } = question;
  if (key === undefined || !sql || [sql.rows, sql.total].some((text) => text.includes(':now')))
    return readRows(question);
  const known = network.unchanged.find(key);
  if (known) return known;
  const read = readRows(question);
  network.unchanged.keep(key, read);
  return read;
}

/** The list as its rows are read now, in the wrapper of the request's version. */
function readRows({
  network,
  route,
  request,
  filter,
  version,
  object,
  sql,
  page,
  pagesize,
  bindings,
}: Question): Beginning {
  const { statements } = network;
  const fields: JsonObject = {};
  if (filter.wrapper('items') || filter.wrapper('has_more')) {
    const rows = sql ? statements.all(sql.rows, bindings) : [];
    fields['items'] = rows.slice(0, pagesize).map((row) => object.build(row, request.self));
    fields['has_more'] = rows.length > pagesize;
  }
  if (filter.wrapper('total') || version < 2) {
    fields['total'] = Number((sql && statements.get(sql.total, bindings)?.['total']) ?? 0);
  }
  const body =
    version < 2 && filter.wrapper('items')
      ? oldWrapper(route, fields, page, pagesize)
      : wrapper(route, filter, fields, page, pagesize);
  return { text: JSON.stringify(body).slice(0, -1) };
}

/**
 * Answers a request to a route: everything common is read here, the route says what is meant, SQL does the rest.
 * @throws ApiError for every refusal
 */
export function answerRoute(network: Network, admitted: Admitted): Answer {
  const { query, version, caller, template } = admitted;
  const route = routeOn(network.behaviour, admitted.route, template);
  const filter = readFilter(query['filter'], route.of.name, network.refusesForeignFilters);
  const request = readRequest(network, { ...admitted, route });
  const { page, pagesize } = readPaging(query, route, caller.clientId !== undefined);
  const ordering = readOrdering(query, route);
  const selection = select(route, request, query);

  const object = compileObject(route.of, route.from[1], filter, version);
  const sql = selection && listSql(object, route, selection, ordering, query);
  // Whose votes the answer may tell of (docs/api.md, "Authentication": private_info).
  const viewer = caller.token?.scopes.includes('private_info') ? caller.token.accountId : null;
  const named = { ...ordering.bindings, ...selection?.bindings, site: request.site.id, viewer };
  const endingFields = endingFieldsOf(
    filter,
    version,
    version < 2 || CACHED_WRAPPER_FIELDS.some((field) => filter.wrapper(field)) || echoesPage(route, filter),
  );
  const headers: Record<string, string> = filter.foreign
    ? { 'x-sandbox-warning': 'This filter was minted elsewhere; the answer carries every field.' }
    : {};

  // The statement and its bindings identify the list, however the request was worded.
  const list = sql?.number ?? `none ${route.of.name} ${filter.name} ${version}`;
  // Unknown filters may select different fields, so the filter's name is part of the key.
  const minted = filter.foreign ? ` ${String(query['filter'])}` : '';
  const key = isFresh(route) ? undefined : `${list} ${page} ${pagesize} ${JSON.stringify(named)}${minted}`;
  const known = key === undefined ? undefined : network.cache.find(key);
  if (known) return { beginning: known, endingFields, key, headers };

  const now = network.world.clock.now();
  const bindings = { ...named, now, limit: pagesize + 1, offset: (page - 1) * pagesize };
  const question = { network, route, request, filter, version, object, sql, page, pagesize, bindings };
  const beginning = joinReadyRows(question) ?? readUnlessUnchanged(question, key);
  if (key !== undefined) network.cache.keep(key, beginning);
  return { beginning, endingFields, key, headers };
}
