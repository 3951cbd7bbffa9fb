import formbody from '@fastify/formbody';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { registerControl, type Steering } from '../control/routes.ts';
import { registerOauth } from '../oauth/oauth.ts';
import { registerDescription } from '../openapi/routes.ts';
import { registerPages } from '../pages/pages.ts';
import type { Api } from '../api/api.ts';
import { refuseUnread, registerApi } from '../api/fastify-routes.ts';
import { withoutSlash } from '../api/query/api-path.ts';
import { acceptEmptyJson } from './empty-json.ts';
import { ApiError, noMethod } from '../api/gate/errors.ts';
import type { SignInNetwork } from '../oauth/sign-in-network.ts';
import { readQuery } from '../api/gate/query-string.ts';
import { httpDate, sendJson } from '../api/encoding/send.ts';

/** Vectors of 100 identifiers stand in one path segment. */
const LONGEST_SEGMENT_CHARACTERS = 4000;

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

/** The HTTP side of a network as Fastify has it; it does not listen itself, see listen.ts. */
export async function createApp(
  network: SignInNetwork,
  api: Api,
  control: Steering | undefined,
): Promise<FastifyInstance> {
  const app = Fastify({
    rewriteUrl: ({ url = '/' }) => withoutSlash(url),
    routerOptions: {
      maxParamLength: LONGEST_SEGMENT_CHARACTERS,
      querystringParser: (query) => ({ ...readQuery(query) }),
    },
    frameworkErrors: (error, request, reply) =>
      refuse(network, api, error, request as FastifyRequest, reply as FastifyReply),
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => refuse(network, api, error, request, reply));
  // The world's calendar, not the machine's: clients tell a wrong clock by this header.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('date', httpDate(network.world.clock.now()));
  });
  acceptEmptyJson(app);
  // Fastify would take it for a body that says nothing.
  app.removeContentTypeParser('text/plain');
  await app.register(formbody, { bodyLimit: 64 * 1024 });
  registerApi(app, network, api);
  registerOauth(app, network);
  registerPages(app, network);
  registerDescription(app, network);
  if (control) registerControl(app, network, control);
  return app;
}
