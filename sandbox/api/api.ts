import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { answerRoute } from './answer.ts';
import { readQuery, type Caller, type Query } from './caller.ts';
import { ApiError, badParameter, noMethod, throttled, tooManyRequests } from './errors.ts';
import { loses, sendBroken, sendProtectionPage, withoutTokens, type Fault, type RequestRecord } from './faults.ts';
import type { Network } from './network.ts';
import { afterVersion, isApiUrl, VERSIONS, createPaths } from './query/paths.ts';
import type { Operation, Route } from './query/route.ts';
import type { QuotaState } from './quota.ts';
import { allRoutes } from './routes/index.ts';
import { callbackOf, compress, sendAnswer, tellsBackoff, wrapperEnding, type Outgoing } from './send.ts';

/**
 * The room `api` answers requests as the network's API does (docs/api.md). A request passes the gate, is read by
 * `query/`, and finds its rows by one of the `routes/`; `objects/` turns the rows into JSON, and `send.ts` compresses
 * and sends them.
 */

const pathsOf = (isMeant: (route: Route) => boolean) =>
  createPaths(allRoutes.filter(isMeant).flatMap((route) => route.paths.map((template) => ({ route, template }))));
const readings = pathsOf(({ verb }) => verb === 'GET');
const writings = pathsOf(({ verb, alsoPost }) => verb === 'POST' || alsoPost === true);

/** The version that a path without one means (docs/api.md, "Versions"). */
const VERSION_UNLESS_SAID = '2.3';

function find(method: string, version: string, path: string): Operation | undefined {
  const paths = method === 'POST' ? writings : method === 'GET' || method === 'HEAD' ? readings : undefined;
  const found = VERSIONS.includes(version) ? paths?.(path) : undefined;
  return found && { ...found.target, version: Number(version), segments: found.vectors };
}

/**
 * Returns the operation that a request asks for, or why that cannot be known, and its path with the version; undefined
 * where the address is none of the API's, as `/users/nobody`.
 */
export function findOperation(
  method: string,
  url: string,
): { operation: Operation | ApiError; path: string } | undefined {
  const path = url.split('?', 1)[0] ?? '/';
  if (isApiUrl(url)) {
    const [, version = '', rest = ''] = /^\/([\d.]+)(.*)$/.exec(path) ?? [];
    return { path, operation: find(method, version, rest) ?? noMethod() };
  }
  const operation = find(method, VERSION_UNLESS_SAID, path.replace(/\/$/, ''));
  const { id, ids = id } = operation?.segments ?? {};
  if (!operation || (ids !== undefined && !/^-?\d/.test(ids))) return undefined;
  return { path: `/${VERSION_UNLESS_SAID}${path}`, operation };
}

/** Returns a value of JSON as a form would have it. */
const formText = (value: unknown) => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));

/** Returns what was sent in the query and in the form or as JSON; some clients send a form with a GET, too. */
function sentBy({ url, query: read, body }: FastifyRequest): Query {
  // For an address that the router cannot read, the query is not read either.
  const query = (read ?? readQuery(url.split('?', 2)[1] ?? '')) as Query;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return query;
  const form = Object.entries(body).map(([name, value]): [string, string | string[]] => [
    name,
    Array.isArray(value) ? value.map(formText) : formText(value),
  ]);
  return { ...query, ...Object.fromEntries(form) };
}

const quotaHeaders = (quota: QuotaState | undefined): Record<string, string> =>
  quota === undefined ? {} : { 'x-ratelimit-max': String(quota.max), 'x-ratelimit-current': String(quota.remaining) };

/** Returns an impossible quota, with less than nothing left, as has been seen of the public service. */
const wrongQuota = ({ max, remaining }: QuotaState): QuotaState => ({ max, remaining: -Math.max(1, remaining) });

const log = ({ requests, world }: Network, method: string, path: string, query: Query): RequestRecord =>
  requests.add(world.clock.now(), method, path, query);

/**
 * Sends the page of what protects the network, now and then. It knows nothing of keys and quotas, so it costs no
 * request of the quota.
 * @returns whether the request got one
 */
export function protect(network: Network, { method, url }: FastifyRequest, reply: FastifyReply): boolean {
  const status = isApiUrl(url) ? network.protection?.next() : undefined;
  if (status === undefined) return false;
  const [path = '', query = ''] = url.split('?', 2);
  log(network, method, path, readQuery(query)).status = status;
  sendProtectionPage(reply, status);
  return true;
}

/**
 * Answers a request, with the fault that is planned for it, if one is.
 * @param unread why it could not be read as a whole
 */
export async function answer(
  network: Network,
  request: FastifyRequest,
  reply: FastifyReply,
  unread?: ApiError,
): Promise<void> {
  const { method, url, headers } = request;
  const asked = findOperation(method, url);
  if (!asked) throw noMethod();
  const query = sentBy(request);
  const record = log(network, method, asked.path, query);
  const fault = network.faults.next(afterVersion(asked.path));
  if (fault?.kind === 'protection') {
    record.status = fault.status ?? 403;
    return sendProtectionPage(reply, record.status);
  }
  if (fault?.kind === 'delay') await delay(fault.ms ?? 1000, undefined, { ref: false });
  const operation = asked.operation instanceof ApiError ? asked.operation : (unread ?? asked.operation);
  const outgoing = await respond(network, request, operation, query, fault);
  const brokenStatus = fault && sendBroken(reply, fault, outgoing);
  record.status = brokenStatus ?? outgoing.status;
  if (brokenStatus === undefined) sendAnswer(reply, headers['accept-encoding'], outgoing, callbackOf(query));
}

/**
 * Returns the answer for whoever passes the gate, or the refusal.
 * @param operation what is asked for, or why that cannot be known
 * @param query the parameters of the address and of the form
 */
async function respond(
  network: Network,
  { method, url, ip, headers }: FastifyRequest,
  operation: Operation | ApiError,
  query: Query,
  fault: Fault | undefined,
): Promise<Outgoing> {
  const { caller, quota, refusal } = network.gate.admit(ip, query, headers.authorization);
  try {
    if (refusal) throw refusal;
    return await answerCaller(network, operation, query, caller, quota, fault);
  } catch (error) {
    if (!(error instanceof ApiError)) {
      const path = withoutTokens(afterVersion(url.split('?', 1)[0] ?? ''));
      network.log(`${method} ${path} failed: ${error instanceof Error ? error.message : String(error)}`);
    }
    const told = error instanceof ApiError ? error : new ApiError(500, 'an internal error occurred');
    const { status, body } = told.toResponse(network.behaviour.errorStyle);
    return { status, headers: quotaHeaders(quota), beginning: compress(''), ending: JSON.stringify(body) };
  }
}

async function answerCaller(
  network: Network,
  operation: Operation | ApiError,
  query: Query,
  caller: Caller,
  counted: QuotaState,
  fault: Fault | undefined,
): Promise<Outgoing> {
  const { backoff } = network;
  if (fault?.kind === 'throttle') throw tooManyRequests(60);
  if (fault?.kind === 'status') throw new ApiError(fault.status ?? 500, 'simulated');
  if (operation instanceof ApiError) throw operation;
  const { name } = operation.route;
  if (backoff.violated(name, caller)) throw throttled('Violation of backoff parameter');
  if (query['callback'] && callbackOf(query) === undefined) throw badParameter('callback');
  const { beginning, wrapping, headers } = await answerRoute(network, { ...operation, query, caller });
  // Nobody can keep to a pause that they were not told of.
  const isHeard = tellsBackoff(wrapping) && !(fault && loses(fault));
  const quota = fault?.kind === 'wrong-quota' ? wrongQuota(counted) : counted;
  const ending = wrapperEnding(wrapping, quota, isHeard ? backoff.issue(name, caller) : undefined);
  return { status: 200, headers: { ...quotaHeaders(quota), ...headers }, beginning, ending };
}
