import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { loses, type Fault } from './gate/faults.ts';
import { routes } from './routes/index.ts';
import { answerRoute, type Answer } from './answer.ts';
import { identify, type Caller } from './gate/caller.ts';
import { wrapperEnding } from './wrapper-ending.ts';
import { ApiError, badParameter, noMethod, throttled, tooManyRequests } from './gate/errors.ts';
import type { FastLane } from './fast-lane.ts';
import type { Network } from './network.ts';
import { readQuery, type Query } from './gate/query-string.ts';
import { createPaths } from './query/paths.ts';
import type { QuotaState } from './gate/quota.ts';
import type { RequestRecord } from './gate/request-log.ts';
import type { Route } from './query/route.ts';
import { sendBroken } from './broken-answer.ts';
import { sendJson, writeAnswer, type Outgoing } from './encoding/send.ts';

/** The versions the specification names. */
const VERSIONS = ['1.1', '2.0', '2.1', '2.2', '2.3'];

const VERSION_PATTERN = `:version(^(?:${VERSIONS.map((version) => version.replace('.', '\\.')).join('|')})$)`;

const routerPath = (template: string) => `/${VERSION_PATTERN}${template.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** Clients that put a path and identifiers together leave a slash at its end where they have none. @param url of the API, with or without its query */
export const withoutSlash = (url: string) => url.replace(/^(\/\d+\.\d+\/[^?]+)\/(?=\?|$)/, '$1');

/** The path after the version, as faults and people name it. */
const afterVersion = (path: string) => path.replace(/^\/\d+\.\d+(?=\/|$)/, '') || '/';

/** Lets a caller in or not: burst, quota, key and token, in that order. Throws what is wrong; counts in any case. */
function admit(
  network: Network,
  ip: string,
  query: Query,
  headers: Record<string, string>,
): { caller: Caller; standing: QuotaState } {
  const banned = network.burst.note(ip);
  if (banned > 0) throw tooManyRequests(banned);
  const { caller, refusal } = identify(
    network.statements,
    ip,
    { key: query['key'], accessToken: query['access_token'] },
    network.world.clock.now(),
  );
  const standing = network.quota.take(caller);
  headers['x-ratelimit-max'] = String(standing.max);
  headers['x-ratelimit-current'] = String(standing.remaining);
  if (standing.exhaustedForSeconds !== undefined)
    throw tooManyRequests(standing.exhaustedForSeconds, caller.token ? 'this user and app' : 'this IP');
  if (refusal) throw refusal;
  return { caller, standing };
}

/** A quota that cannot be: less than nothing left, as has been seen of the public service. */
const wrongQuota = (standing: QuotaState): QuotaState => ({
  max: standing.max,
  remaining: -Math.max(1, standing.remaining),
});

/** A value of JSON as a form would have it. */
const formText = (value: unknown) => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));

/** What was sent in the query and, with POST, in the form or as JSON. */
function sentBy({ method, url, query: read, body }: FastifyRequest): Query {
  // Of an address that the router cannot read it has not read the query either.
  const query = (read ?? readQuery(url.split('?', 2)[1] ?? '')) as Query;
  if (method !== 'POST' || typeof body !== 'object' || body === null || Array.isArray(body)) return query;
  const form = Object.entries(body).map(([name, value]): [string, string | string[]] => [
    name,
    Array.isArray(value) ? value.map(formText) : formText(value),
  ]);
  return { ...query, ...Object.fromEntries(form) };
}

/** Names of functions, also within objects, as pages choose them for JSONP. */
const CALLBACK_NAME_PATTERN = /^[\w$]+(?:\.[\w$]+|\[\d+\])*$/;
const LONGEST_CALLBACK = 100;

/** The function to call with the answer, if one is named and can be one. */
function callbackOf(query: Query): string | undefined {
  const name = query['callback'];
  return typeof name === 'string' && name.length <= LONGEST_CALLBACK && CALLBACK_NAME_PATTERN.test(name)
    ? name
    : undefined;
}

interface Found {
  readonly route: Route;
  /** The path template that matched. */
  readonly template: string;
}

/** A request, whoever has read it. */
interface Asking {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly ip: string;
  /** The version and the vectors of the path by name. */
  readonly params: unknown;
}

/** Writes an answer, and remembers whatever can be answered in the fast lane from now on. */
function tell(
  network: Network,
  lane: FastLane,
  asking: Asking,
  accepts: string | undefined,
  query: Query,
  record: RequestRecord,
  response: Response,
  to: ServerResponse,
): void {
  const callback = callbackOf(query);
  writeAnswer(to, accepts, network.world.clock.now(), { ...response, callback });
  const { key, clientId, endingFields } = response;
  if (
    key !== undefined &&
    endingFields &&
    callback === undefined &&
    asking.method === 'GET' &&
    query['access_token'] === undefined
  )
    lane.remember(asking.url, { key, clientId, endingFields, headers: response.ownHeaders, record });
}

async function handle(
  network: Network,
  lane: FastLane,
  request: FastifyRequest,
  reply: FastifyReply,
  found: Found | ApiError,
): Promise<void> {
  const path = request.url.split('?', 1)[0] ?? '/';
  const query = sentBy(request);
  const record = network.requests.add({ at: network.world.clock.now(), method: request.method, path, query });
  const fault = network.faults.next(afterVersion(path));
  if (fault?.kind === 'delay') await delay(fault.ms ?? 1000, undefined, { ref: false });
  const response = respond(network, request, query, found, fault);
  record.status = response.status;
  if (fault && sendBroken(reply, fault, response.headers, response.beginning.text + response.ending)) {
    record.status = brokenStatus(fault, response.status);
    return;
  }
  reply.hijack();
  tell(network, lane, request, request.headers['accept-encoding'], query, record, response, reply.raw);
}

/**
 * Answers plain requests. Fastify would only find the route and read the query, which takes it as long as all the rest,
 * and need not even be loaded for them.
 * @returns what says whether a request is answered
 */
export function answerDirectly(
  network: Network,
  lane: FastLane,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const find = createPaths(
    routes.flatMap((route) =>
      route.verb === 'GET' ? route.paths.map((template) => [template, { route, template }] as const) : [],
    ),
  );
  return (request, to) => {
    if (request.method !== 'GET' || request.url === undefined || network.faults.planned()) return false;
    const { url, headers } = request;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const version = path.slice(1, path.indexOf('/', 1));
    const asked = VERSIONS.includes(version) ? find(withoutSlash(path).slice(version.length + 1)) : undefined;
    if (!asked) return false;
    const query = readQuery(mark < 0 ? '' : url.slice(mark + 1));
    const record = network.requests.add({ at: network.world.clock.now(), method: 'GET', path, query });
    const asking: Asking = {
      method: 'GET',
      url,
      ip: request.socket.remoteAddress ?? '',
      params: { version, ...asked.vectors },
    };
    const response = respond(network, asking, query, asked.target, undefined);
    record.status = response.status;
    tell(network, lane, asking, headers['accept-encoding'], query, record, response, to);
    return true;
  };
}

/** What the log says of an answer that a fault replaced. */
const brokenStatus = (fault: Fault, status: number) =>
  fault.kind === 'drop' ? 0 : fault.kind === 'html' ? (fault.status ?? 200) : fault.kind === 'garbage' ? 200 : status;

interface Response
  extends Pick<Outgoing, 'status' | 'headers' | 'beginning' | 'ending'>, Partial<Pick<Answer, 'key' | 'endingFields'>> {
  /** Those that do not differ from answer to answer. */
  readonly ownHeaders: Readonly<Record<string, string>>;
  readonly clientId: string | undefined;
}

function respond(
  network: Network,
  request: Asking,
  query: Query,
  found: Found | ApiError,
  fault: Fault | undefined,
): Response {
  const headers: Record<string, string> = {};
  let clientId: string | undefined;
  try {
    const { caller, standing } = admit(network, request.ip, query, headers);
    clientId = caller.clientId;
    if (fault?.kind === 'throttle') throw tooManyRequests(60);
    if (fault?.kind === 'status') throw new ApiError(fault.status ?? 500, 'simulated');
    if (found instanceof ApiError) throw found;
    if (network.backoff.violated(found.route.name, caller)) throw throttled('Violation of backoff parameter');
    if (query['callback'] && callbackOf(query) === undefined) throw badParameter('callback');
    const { version = '', ...segments } = request.params as Record<string, string>;
    const answer = answerRoute(network, { ...found, segments, query, version: Number(version), caller });
    const told = fault?.kind === 'wrong-quota' ? wrongQuota(standing) : standing;
    headers['x-ratelimit-current'] = String(told.remaining);
    // Nobody can keep to a pause that they were not told of.
    const backoff =
      answer.endingFields.backoff && !(fault && loses(fault))
        ? network.backoff.issue(found.route.name, caller)
        : undefined;
    const ending = wrapperEnding(answer.endingFields, told, backoff);
    return {
      status: 200,
      ...answer,
      headers: { ...headers, ...answer.headers },
      ownHeaders: answer.headers,
      ending,
      clientId,
    };
  } catch (error) {
    const refusal = error instanceof ApiError ? error : internal(network, request, error);
    const { status, body } = refusal.toResponse(network.errorStyle);
    return { status, headers, ownHeaders: {}, beginning: { text: '' }, ending: JSON.stringify(body), clientId };
  }
}

function internal(network: Network, request: Asking, error: unknown): ApiError {
  const path = afterVersion(request.url.split('?', 1)[0] ?? '/').replace(
    /(\/(?:access-tokens|apps)\/)[^/]+/,
    '$1[redacted]',
  );
  network.log(`${request.method} ${path} failed: ${error instanceof Error ? error.message : String(error)}`);
  return new ApiError(500, 'an internal error occurred');
}

/** What is not under a version (a browser asking for a picture, say) is no API request and costs no quota. */
const isApi = ({ url }: FastifyRequest) => /^\/\d+\.\d+(?:\/|\?|$)/.test(url);

/**
 * Refuses a request to the API that could not be read as far as its route; it counts as any other.
 * @returns whether it was one
 */
export function refuseUnread(
  network: Network,
  lane: FastLane,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: ApiError,
): boolean {
  if (!isApi(request)) return false;
  void handle(network, lane, request, reply, refusal);
  return true;
}

/** Adds every route under every version, and the answer to everything that is none. */
export function registerApi(app: FastifyInstance, network: Network, lane: FastLane): void {
  for (const route of routes)
    for (const template of route.paths)
      app.route({
        method: route.alsoPost ? ['GET', 'POST'] : route.verb,
        url: routerPath(template),
        handler: (request, reply) => handle(network, lane, request, reply, { route, template }),
      });
  app.setNotFoundHandler((request, reply) => {
    if (isApi(request)) return handle(network, lane, request, reply, noMethod());
    const { status, body } = noMethod().toResponse(network.errorStyle);
    return sendJson(reply, status, {}, body);
  });
}
