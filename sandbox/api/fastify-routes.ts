import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from './api.ts';
import { sendJson } from './encoding/send.ts';
import { noMethod, type ApiError } from './gate/errors.ts';
import { readQuery, type Query } from './gate/query-string.ts';
import type { Network } from './network.ts';
import { isApiUrl, VERSIONS } from './query/api-path.ts';
import type { Route } from './query/route.ts';
import { allRoutes } from './routes/index.ts';

const VERSION_PATTERN = `:version(^(?:${VERSIONS.map((version) => version.replace('.', '\\.')).join('|')})$)`;

const routerPath = (template: string) => `/${VERSION_PATTERN}${template.replaceAll(/\{(\w+)\}/g, ':$1')}`;

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

/** @param target the route and its template, or why the request leads to none */
function answer(
  api: Api,
  request: FastifyRequest,
  reply: FastifyReply,
  target: { route: Route; template: string } | ApiError,
): Promise<void> {
  const { method, url, ip, headers } = request;
  // Of an address that the router cannot read there are no parameters.
  const { version = '', ...segments } = (request.params ?? {}) as Record<string, string>;
  const operation = 'route' in target ? { ...target, version: Number(version), segments } : target;
  const { 'accept-encoding': accepts, authorization } = headers;
  return api.answerRead({ method, url, ip, accepts, authorization }, sentBy(request), operation, reply);
}

/**
 * Refuses a request to the API that could not be read as far as its route; it counts as any other.
 * @returns whether it was one
 */
export function refuseUnread(api: Api, request: FastifyRequest, reply: FastifyReply, refusal: ApiError): boolean {
  if (!isApiUrl(request.url)) return false;
  void answer(api, request, reply, refusal);
  return true;
}

/** Adds every route under every version, and the answer to everything that is none. */
export function registerApi(app: FastifyInstance, network: Network, api: Api): void {
  for (const route of allRoutes)
    for (const template of route.paths)
      app.route({
        method: route.alsoPost ? ['GET', 'POST'] : route.verb,
        url: routerPath(template),
        handler: (request, reply) => answer(api, request, reply, { route, template }),
      });
  app.setNotFoundHandler((request, reply) => {
    if (isApiUrl(request.url)) return answer(api, request, reply, noMethod());
    const { status, body } = noMethod().toResponse(network.behaviour.errorStyle);
    return sendJson(reply, status, {}, body);
  });
}
