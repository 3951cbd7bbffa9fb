import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from '../control/faults.ts';
import { routes } from '../routes/index.ts';
import { answerRoute } from './answer.ts';
import { identify, type Caller } from './caller.ts';
import { ApiError, throttled, tooManyRequests } from './errors.ts';
import type { Network } from './network.ts';
import type { Query } from './parameters.ts';
import type { Standing } from './quota.ts';
import type { Route } from './route.ts';
import { sendBroken, sendJson } from './send.ts';

/** The versions the specification names. */
const versions = ['1.1', '2.0', '2.1', '2.2', '2.3'];

const versionPattern = `:version(^(?:${versions.map((version) => version.replace('.', '\\.')).join('|')})$)`;

/** The route's path for the router: every vector is one parameter called `vector`. */
const routerPath = (template: string) => `/${versionPattern}${template.replace(/\{\w+\}/, ':vector')}`;

/** The path after the version, as faults and people name it. */
const afterVersion = (path: string) => path.replace(/^\/\d+\.\d+(?=\/|$)/, '') || '/';

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Lets a caller in or not: burst, quota, key and token, in that order. Throws what is wrong; counts in any case. */
function admit(network: Network, ip: string, query: Query, headers: Record<string, string>): { caller: Caller; standing: Standing } {
  const banned = network.burst.note(ip);
  if (banned > 0) throw tooManyRequests(banned);
  const { caller, refusal } = identify(
    network.statements,
    ip,
    { key: one(query['key']), accessToken: one(query['access_token']) },
    network.world.clock.now(),
  );
  const standing = network.quota.take(caller);
  headers['x-ratelimit-max'] = String(standing.max);
  headers['x-ratelimit-current'] = String(standing.remaining);
  if (standing.exhaustedFor !== undefined) throw tooManyRequests(standing.exhaustedFor);
  if (refusal) throw refusal;
  return { caller, standing };
}

/** A quota that cannot be: less than nothing left, as has been seen of the public service. */
const wrongQuota = (standing: Standing): Standing => ({ max: standing.max, remaining: -Math.max(1, standing.remaining) });

async function handle(
  network: Network,
  request: FastifyRequest,
  reply: FastifyReply,
  found: { route: Route; template: string } | undefined,
): Promise<void> {
  const path = request.url.split('?', 1)[0] ?? '/';
  const query = request.query as Query;
  const record = network.requests.add({ at: network.world.clock.now(), method: request.method, path, query });
  const fault = network.faults.next(afterVersion(path));
  if (fault?.kind === 'delay') await delay(fault.ms ?? 1000, undefined, { ref: false });
  const { status, body, headers } = respond(network, request, query, found, fault);
  record.status = status;
  if (fault && sendBroken(reply, fault, headers, body)) {
    record.status = brokenStatus(fault, status);
    return;
  }
  sendJson(reply, status, headers, body);
}

/** What the log says of an answer that a fault replaced. */
const brokenStatus = (fault: Fault, status: number) =>
  fault.kind === 'drop' ? 0 : fault.kind === 'html' ? (fault.status ?? 200) : fault.kind === 'garbage' ? 200 : status;

function respond(
  network: Network,
  request: FastifyRequest,
  query: Query,
  found: { route: Route; template: string } | undefined,
  fault: Fault | undefined,
): { status: number; body: object; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  try {
    const { caller, standing } = admit(network, request.ip, query, headers);
    if (fault?.kind === 'throttle') throw tooManyRequests(60);
    if (fault?.kind === 'status') throw new ApiError(fault.status ?? 500, 'simulated');
    if (!found) throw new ApiError(404, 'no method found with this name');
    if (network.backoff.violated(found.route.name, caller)) throw throttled('Violation of backoff parameter');
    const { version, vector } = request.params as { version: string; vector?: string };
    const told = fault?.kind === 'wrong-quota' ? wrongQuota(standing) : standing;
    const answer = answerRoute(network, {
      ...found,
      segment: vector,
      query,
      version: Number(version),
      caller,
      standing: told,
    });
    return { status: 200, body: answer.body, headers: { ...headers, ...answer.headers } };
  } catch (error) {
    const refusal = error instanceof ApiError ? error : internal(network, request, error);
    return { status: refusal.id, body: refusal.body(), headers };
  }
}

function internal(network: Network, request: FastifyRequest, error: unknown): ApiError {
  const path = afterVersion(request.url.split('?', 1)[0] ?? '/').replace(/(\/(?:access-tokens|apps)\/)[^/]+/, '$1[redacted]');
  network.log(`${request.method} ${path} failed: ${error instanceof Error ? error.message : String(error)}`);
  return new ApiError(500, 'an internal error occurred');
}

/** Adds every route under every version, and the answer to everything that is none. */
export function registerApi(app: FastifyInstance, network: Network): void {
  for (const route of routes)
    for (const template of route.paths)
      app.route({
        method: route.verb,
        url: routerPath(template),
        handler: (request, reply) => handle(network, request, reply, { route, template }),
      });
  app.setNotFoundHandler((request, reply) => {
    // What is not under a version (a browser asking for a picture, say) is no API request and costs no quota.
    if (/^\/\d+\.\d+(?:\/|\?|$)/.test(request.url)) return handle(network, request, reply, undefined);
    return sendJson(reply, 404, {}, new ApiError(404, 'no method found with this name').body());
  });
}
