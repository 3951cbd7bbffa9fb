import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from './api.ts';
import { sendJson } from './encoding/send.ts';
import { noMethod, type ApiError } from './gate/errors.ts';
import { readQuery, type Query } from './gate/query-string.ts';
import type { Network } from './network.ts';
import { operationWithoutVersion, pathOf, withVersion } from './operations.ts';
import { isApiUrl, VERSIONS } from './query/api-path.ts';
import type { Operation, Route } from './query/route.ts';
import { allRoutes } from './routes/index.ts';

const VERSION_PATTERN = `:version(^(?:${VERSIONS.map((version) => version.replace('.', '\\.')).join('|')})$)`;

const routerPath = (template: string) => `/${VERSION_PATTERN}${template.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** A value of JSON as a form would have it. */
const formText = (value: unknown) => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));

/** What was sent in the query and in the form or as JSON; some clients send a form with a GET, too. */
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

/**
 * @param operation what is asked for, or why that cannot be known
 * @param url the address with its version
 */
function answer(
  api: Api,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation | ApiError,
  url: string = request.url,
): Promise<void> {
  const { method, ip, headers } = request;
  const { 'accept-encoding': accepts, authorization } = headers;
  return api.answerRead({ method, url, ip, accepts, authorization }, sentBy(request), operation, reply);
}

function operationOf({ params }: FastifyRequest, route: Route, template: string): Operation {
  const { version = '', ...segments } = params as Record<string, string>;
  return { route, template, version: Number(version), segments };
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

/** Adds every route under every version. */
export function registerApi(app: FastifyInstance, api: Api): void {
  for (const route of allRoutes)
    for (const template of route.paths)
      app.route({
        method: route.alsoPost ? ['GET', 'POST'] : route.verb,
        url: routerPath(template),
        handler: (request, reply) => answer(api, request, reply, operationOf(request, route, template)),
      });
}

/** Adds the answer to everything that is no route. */
export function answerTheRest(app: FastifyInstance, network: Network, api: Api): void {
  app.setNotFoundHandler((request, reply) => {
    if (isApiUrl(request.url)) return answer(api, request, reply, noMethod());
    const operation = operationWithoutVersion(request.method, pathOf(request.url));
    if (operation) return answer(api, request, reply, operation, withVersion(request.url));
    const { status, body } = noMethod().toResponse(network.behaviour.errorStyle);
    return sendJson(reply, status, {}, body);
  });
}
