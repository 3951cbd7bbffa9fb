import { z } from 'zod';
import { ANY_APP, type Caller, type Query } from './caller.ts';
import { ApiError, badParameter, noMethod } from './errors.ts';
import { ownUsers, readList, requestOf, type List } from './lists/list.ts';
import type { Network } from './network.ts';
import { readFilter } from './query/filters.ts';
import { readIds, readOrdering, readPaging, readWords, single } from './query/parameters.ts';
import { neededBy, routeOn, type Operation, type Route } from './query/route.ts';
import { findSite, NO_SITE } from './query/paths.ts';
import type { Beginning, Wrapping } from './send.ts';
import { inOnePiece } from '../world/database/statements.ts';

/** A request to a known route from a caller who was let in. */
interface Admitted extends Operation {
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
  const app = statements.get('SELECT has_post FROM apps WHERE client_id = :clientId', { clientId: clientId ?? '' });
  if (app?.['has_post'] !== 1)
    throw new ApiError(403, 'This application may not write: it has no post on the network that describes it');
}

function checkToken(network: Network, { route, template, caller }: Admitted): number {
  const needed = neededBy(route, template);
  if (!needed) return 0;
  if (!caller.token) throw new ApiError(401, 'This method requires an access_token');
  if (needed !== 'token' && !caller.token.scopes.includes(needed))
    throw new ApiError(403, `This method requires an access_token with the scope ${needed}`);
  if (needed === 'write_access') checkPost(network, caller);
  return caller.token.accountId;
}

/** Reads everything that requests have in common. */
function readRequest(network: Network, admitted: Admitted, sort: string | undefined): List['request'] {
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
  const users = template.startsWith('/me') ? ownUsers(statements, site.id, accountId) : ids;
  const asker = (route.asksWho && caller.token?.accountId) ?? null;
  const [now, self] = [world.clock.now(), network.self()];
  return { now, asker, site, ids, words, users, accountId, template, version, self, sort };
}

/** The route's own parameters. */
function readParameters(route: Route, query: Query): Readonly<Record<string, unknown>> {
  try {
    const sent: Record<string, string | string[] | undefined> = {};
    for (const name in route.parameters) sent[name] = query[name] === '' ? undefined : query[name];
    return route.parse(sent);
  } catch (error) {
    if (error instanceof z.ZodError) throw badParameter(String(error.issues[0]?.path[0] ?? 'parameter'));
    throw error;
  }
}

/** Pages beyond this one take long. */
const MAX_LIGHT_PAGE = 100;

/**
 * Reads a request to a route: the list that it asks for, and what its answer is wrapped in.
 * @throws ApiError for what it cannot ask
 */
export function readQuestion(network: Network, admitted: Admitted) {
  const { query, version, caller, template } = admitted;
  const route = routeOn(network.behaviour, admitted.route, template);
  const filter = readFilter(query['filter'], route.of.name, network.refusesForeignFilters);
  const ordering = readOrdering(query, route, network.world.clock.now());
  const request = readRequest(network, { ...admitted, route }, ordering.sort?.name);
  const paging = readPaging(query, route, caller.clientId !== undefined);
  const parameters = readParameters(route, query);
  const viewer = caller.token?.scopes.includes('private_info') ? caller.token.accountId : null;
  const isHeavy = route.isHeavy === true || parameters['inname'] !== undefined || paging.page > MAX_LIGHT_PAGE;
  const asked = { verb: route.verb, template, filter: single(query, 'filter'), request, parameters };
  const list: List = { ...asked, ordering, paging, viewer, isHeavy };
  const wrapping: Wrapping = { route, filter, version };
  return { route, list, wrapping };
}
type Question = ReturnType<typeof readQuestion>;

/** Returns a key that is the same for the same list, however it was asked for; undefined where each has to be new. */
function keyOf({ route, list, wrapping: { filter } }: Question): string | undefined {
  // The network makes something with the request, or tells of tokens.
  if (route.action !== undefined || route.of.name === 'access_token') return undefined;
  // A filter that was minted elsewhere may be told from another by its name only.
  const minted = filter.foreign ? list.filter : filter.name;
  const { template, ordering, paging, parameters, viewer } = list;
  const { asker, site, words, users, accountId, version, sort } = list.request;
  const { where, bindings, columns, direction } = ordering;
  const order = [sort, where, bindings, columns, direction];
  return JSON.stringify([
    [template, minted, version, paging, order, parameters],
    [site.id, words, users, accountId, asker, viewer],
  ]);
}

/** Whether a route lists what is on the sites, and nothing that is an account's own, and writes nothing. */
const isOfSites = ({ action, needs, site }: Route): boolean =>
  action === undefined && (needs === undefined || needs === 'token') && site !== 'ignored';

/** How SQLite refuses to write to a file that is only read. */
const SQLITE_READONLY = 8;

/** Does in this thread what a question asks for, and reads its answer; a write is done in one piece, or not at all. */
export function answerHere({ world, statements, behaviour }: Network, { route, list }: Question): Beginning {
  const answer = () => {
    const made = route.action?.(requestOf(statements, list), list.parameters, world);
    return readList(statements, behaviour, made ? { ...list, made } : list);
  };
  if (route.verb === 'GET') return answer();
  try {
    return inOnePiece(world.db, route.tries?.(list.parameters) ?? false, answer);
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_READONLY)
      throw new ApiError(407, 'This copy of the network is only read');
    throw error;
  }
}

/**
 * Answers a request to a route. What is on the sites is read by the network's reader, in threads on a big network; what
 * is an account's own, and whatever writes, in this one. Rejects with an ApiError for every refusal.
 */
export async function answerRoute(network: Network, admitted: Admitted): Promise<Answer> {
  const question = readQuestion(network, admitted);
  const { route, list, wrapping } = question;
  const headers: Record<string, string> = wrapping.filter.foreign
    ? { 'x-sandbox-warning': 'This filter was minted elsewhere; the answer carries every field.' }
    : {};
  const { cache } = network;
  const key = cache && keyOf(question);
  const known = key === undefined ? undefined : cache?.find(key);
  if (known) return { beginning: known, wrapping, headers };
  const since = cache?.clearings ?? 0;
  const beginning = isOfSites(route) ? await network.reader.read(list) : answerHere(network, question);
  if (key !== undefined) cache?.keep(key, beginning, since);
  return { beginning, wrapping, headers };
}
