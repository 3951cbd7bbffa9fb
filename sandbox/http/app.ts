import formbody from '@fastify/formbody';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { parse } from 'node:querystring';
import { registerControl, type Advancing } from '../control/routes.ts';
import { registerOauth } from '../oauth/oauth.ts';
import { registerPages } from '../pages/pages.ts';
import { registerApi } from './api.ts';
import { ApiError } from './errors.ts';
import type { Network } from './network.ts';
import { sendJson } from './send.ts';

/** Vectors of 100 identifiers stand in one path segment. */
const longestSegment = 4000;

/** Whatever goes wrong outside a route is an error object too, never a stack trace. */
function refuse(network: Network, error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof ApiError) return sendJson(reply, error.id, {}, error.body());
  const status = error.statusCode ?? 500;
  const refusal = status < 500 ? new ApiError(400, error.message) : new ApiError(500, 'an internal error occurred');
  if (status >= 500) network.log(`${request.method} ${request.routeOptions.url ?? ''} failed: ${error.message}`);
  sendJson(reply, refusal.id, {}, refusal.body());
}

/** The whole HTTP side of a network; it does not listen yet. */
export async function createApp(network: Network, control: Advancing | undefined): Promise<FastifyInstance> {
  const app = Fastify({
    routerOptions: {
      maxParamLength: longestSegment,
      querystringParser: (query) => parse(query, '&', '=', { maxKeys: 200 }),
    },
    frameworkErrors: (error, request, reply) => refuse(network, error, request as FastifyRequest, reply as FastifyReply),
    forceCloseConnections: true,
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => refuse(network, error, request, reply));
  // The world's calendar, not the machine's: clients tell a wrong clock by this header.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('date', new Date(network.world.clock.now() * 1000).toUTCString());
  });
  await app.register(formbody, { bodyLimit: 64 * 1024 });
  registerApi(app, network);
  registerOauth(app, network);
  registerPages(app, network);
  if (control) registerControl(app, network, control);
  return app;
}
