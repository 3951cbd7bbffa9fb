import formbody from '@fastify/formbody';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { registerControl, type Steering } from '../control/routes.ts';
import { registerOauth } from '../oauth/oauth.ts';
import { registerDescription } from '../openapi/routes.ts';
import { registerPages } from '../pages/pages.ts';
import { answerDirectly, registerApi } from './api.ts';
import { ApiError, badParameter } from './errors.ts';
import { createFastLane } from './fast-lane.ts';
import type { Network } from './network.ts';
import { readQuery } from './parameters.ts';
import { httpDate, sendJson } from './send.ts';

/** Vectors of 100 identifiers stand in one path segment. */
const longestSegment = 4000;
/** Bytes of a request's address and headers together. */
const longestHead = 64 * 1024;

/** Whatever goes wrong outside a route is an error object too, never a stack trace. */
function refuse(network: Network, error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply): void {
  const tell = (refusal: ApiError) => {
    const { status, body } = refusal.told(network.errorStyle);
    sendJson(reply, status, {}, body);
  };
  if (error instanceof ApiError) return tell(error);
  const status = error.statusCode ?? 500;
  const refusal = status < 500 ? new ApiError(400, error.message) : new ApiError(500, 'an internal error occurred');
  if (status >= 500) network.log(`${request.method} ${request.routeOptions.url ?? ''} failed: ${error.message}`);
  tell(refusal);
}

/** What is not even HTTP gets an error object as well. */
function refuseNonsense(network: Network, socket: Socket): void {
  if (!socket.writable) return;
  const { status, body } = badParameter('request', 'this is no HTTP request that can be read').told(network.errorStyle);
  const json = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(json)}\r\nconnection: close\r\n\r\n${json}`,
  );
}

/** The whole HTTP side of a network; it does not listen yet. */
export async function createApp(network: Network, control: Steering | undefined): Promise<FastifyInstance> {
  const lane = createFastLane(network);
  const direct = answerDirectly(network, lane);
  const app = Fastify({
    serverFactory: (handle) =>
      createServer({ maxHeaderSize: longestHead }, (request, response) => {
        if (!lane.answer(request, response) && !direct(request, response)) handle(request, response);
      }),
    clientErrorHandler: (_error, socket) => refuseNonsense(network, socket),
    routerOptions: {
      maxParamLength: longestSegment,
      querystringParser: (query) => ({ ...readQuery(query) }),
    },
    frameworkErrors: (error, request, reply) => refuse(network, error, request as FastifyRequest, reply as FastifyReply),
    forceCloseConnections: true,
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => refuse(network, error, request, reply));
  // The world's calendar, not the machine's: clients tell a wrong clock by this header.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('date', httpDate(network.world.clock.now()));
  });
  await app.register(formbody, { bodyLimit: 64 * 1024 });
  registerApi(app, network, lane);
  registerOauth(app, network);
  registerPages(app, network);
  registerDescription(app, network);
  if (control) registerControl(app, network, control);
  return app;
}
