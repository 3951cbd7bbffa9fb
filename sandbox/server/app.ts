import formbody from '@fastify/formbody';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { registerControl, type Steering } from '../control/routes.ts';
import { registerOauth } from '../oauth/oauth.ts';
import { registerDescription } from '../openapi/routes.ts';
import { registerPages } from '../pages/pages.ts';
import { registerSiteList } from '../socket/site-list.ts';
import type { Api } from '../api/api.ts';
import { hasBody } from '../api/query/body.ts';
import { answerTheRest, refuseUnread, registerApi } from '../api/fastify-routes.ts';
import { operationWithoutVersion, pathOf } from '../api/operations.ts';
import { isApiUrl, withoutSlash, withSingleSlashes } from '../api/query/api-path.ts';
import { acceptEmptyJson } from './empty-json.ts';
import { ApiError, noMethod } from '../api/gate/errors.ts';
import type { SignInNetwork } from '../oauth/sign-in-network.ts';
import { readQuery } from '../api/gate/query-string.ts';
import { httpDate, sendJson } from '../api/encoding/send.ts';

/** Vectors of 100 identifiers stand in one path segment. */
const MAX_SEGMENT_CHARACTERS = 4000;

/**
 * Browsers ask this way whether a page of another origin may send the header `Authorization`; no key comes with it, and
 * it costs no quota (docs/api.md, "Credentials").
 */
const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Authorization, Content-Type',
  'access-control-max-age': '86400',
} as const;

const isOfApi = (url: string) =>
  isApiUrl(url) || ['GET', 'POST'].some((verb) => operationWithoutVersion(verb, pathOf(url)) !== undefined);

/** Whatever goes wrong outside a route is an error object too, never a stack trace. */
function refuse(
  network: SignInNetwork,
  api: Api,
  error: FastifyError | ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const tell = (refusal: ApiError) => {
    const { status, body } = refusal.toResponse(network.behaviour.errorStyle);
    sendJson(reply, status, {}, body);
  };
  if (error instanceof ApiError) return tell(error);
  const status = error.statusCode ?? 500;
  const why =
    error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
      ? 'Send a form (application/x-www-form-urlencoded) or JSON (application/json)'
      : error.message;
  const refusal =
    error.code === 'FST_ERR_BAD_URL'
      ? noMethod()
      : status < 500
        ? new ApiError(400, why)
        : new ApiError(500, 'an internal error occurred');
  if (status >= 500) network.log(`${request.method} ${request.routeOptions.url ?? ''} failed: ${error.message}`);
  if (status < 500 && refuseUnread(api, request, reply, refusal)) return;
  tell(refusal);
}

/** What all of a network's addresses have in common. */
async function createApp(network: SignInNetwork, api: Api): Promise<FastifyInstance> {
  const app = Fastify({
    rewriteUrl: ({ url = '/' }) => withoutSlash(withSingleSlashes(url)),
    routerOptions: {
      maxParamLength: MAX_SEGMENT_CHARACTERS,
      querystringParser: (query) => ({ ...readQuery(query) }),
    },
    frameworkErrors: (error, request, reply) =>
      refuse(network, api, error, request as FastifyRequest, reply as FastifyReply),
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => refuse(network, api, error, request, reply));
  // The world's calendar, not the machine's: clients tell a wrong clock by this header.
  app.addHook('onRequest', async ({ method, headers, url }, reply) => {
    reply.header('date', httpDate(network.world.clock.now()));
    // Without a body its type does not matter.
    if (method === 'GET' && !hasBody(headers)) delete headers['content-type'];
    if (method === 'OPTIONS' && isOfApi(url)) return reply.code(204).headers(PREFLIGHT_HEADERS).send();
  });
  // The forms that some clients send with a GET are read as those of a POST.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  acceptEmptyJson(app);
  // Fastify would accept plain text as a body without fields.
  app.removeContentTypeParser('text/plain');
  await app.register(formbody, { bodyLimit: 64 * 1024 });
  answerTheRest(app, network, api);
  return app;
}

/** The HTTP side of the API's versions as Fastify has it; it does not listen itself, see listen.ts. */
export async function createApiApp(network: SignInNetwork, api: Api): Promise<FastifyInstance> {
  const app = await createApp(network, api);
  registerApi(app, api);
  return app;
}

/** The HTTP side of everything else: the sign-in, the pages, the description of the API, and what tests steer with. */
export async function createPagesApp(
  network: SignInNetwork,
  api: Api,
  control: Steering | undefined,
): Promise<FastifyInstance> {
  const app = await createApp(network, api);
  registerOauth(app, network);
  registerPages(app, network);
  if (network.behaviour.pushSocket) registerSiteList(app, network);
  registerDescription(app, network);
  if (control) registerControl(app, network, control);
  return app;
}
