import formbody from '@fastify/formbody';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answer, findOperation, protect } from '../api/api.ts';
import { readQuery } from '../api/caller.ts';
import { ApiError, badParameter, noMethod } from '../api/errors.ts';
import { isApiUrl, withoutSlash, withSingleSlashes } from '../api/query/paths.ts';
import { JSON_TYPE, sendJson } from '../api/send.ts';
import { registerControl, type Steering } from '../control/routes.ts';
import type { SignInNetwork } from '../oauth/exchange.ts';
import { registerOauth } from '../oauth/oauth.ts';
import { registerDescription } from '../openapi/page.ts';
import { registerPages } from '../pages/pages.ts';
import { acceptSockets, type PushSocket } from '../socket/push-socket.ts';
import { registerSiteList } from '../socket/topics.ts';
import { createExamples } from './examples.ts';

/** Bytes of a request's address and headers together. */
const MAX_HEAD_BYTES = 64 * 1024;
/** How long connections stay open for a client's next request, in milliseconds. */
const KEEP_ALIVE_MS = 72_000;
const MAX_FORM_BYTES = 64 * 1024;

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

const isOfApi = (url: string) => ['GET', 'POST'].some((verb) => findOperation(verb, url) !== undefined);

/** Whether a request has a body, which one by GET may, too (docs/api.md, "Endpoints"). */
const hasBody = (headers: IncomingHttpHeaders): boolean =>
  (headers['content-length'] !== undefined && headers['content-length'] !== '0') ||
  headers['transfer-encoding'] !== undefined;

/** Sends an error object to requests that are no HTTP. */
function refuseNonsense({ behaviour }: SignInNetwork, socket: Socket): void {
  if (!socket.writable) return;
  const refusal = badParameter('request', 'this is no HTTP request that can be read');
  const { status, body } = refusal.toResponse(behaviour.errorStyle);
  const json = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\ncontent-type: ${JSON_TYPE}\r\n` +
      `content-length: ${Buffer.byteLength(json)}\r\nconnection: close\r\n\r\n${json}`,
  );
}

/** Whatever goes wrong outside a route is an error object too, never a stack trace. */
function refusalOf(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) return error;
  if (error.code === 'FST_ERR_BAD_URL') return noMethod();
  if ((error.statusCode ?? 500) >= 500) return new ApiError(500, 'an internal error occurred');
  return new ApiError(
    400,
    error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
      ? 'Send a form (application/x-www-form-urlencoded) or JSON (application/json)'
      : error.message,
  );
}

/** Reads what clients send of which Fastify by itself would read something else. */
async function readBodies(app: FastifyInstance): Promise<void> {
  // The forms that some clients send with a GET are read as those of a POST.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  // Many clients send a POST that says nothing more as JSON.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined);
    else void parse(request, body, done);
  });
  // It would be accepted as a body without fields.
  app.removeContentTypeParser('text/plain');
  await app.register(formbody, { bodyLimit: MAX_FORM_BYTES });
}

/**
 * The network's HTTP server: the sign-in, the pages, the description of the API, and what tests steer with. Whatever is
 * none of these is a request to the API.
 */
async function createApp(network: SignInNetwork, control: Steering | undefined): Promise<FastifyInstance> {
  // The world's calendar, not the machine's: clients tell a wrong clock by this header.
  const date = () => new Date(network.world.clock.now() * 1000).toUTCString();
  const refuse = (error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error);
    const { status, body } = refusal.toResponse(network.behaviour.errorStyle);
    if (refusal.id >= 500) network.log(`${request.method} ${request.routeOptions.url ?? ''} failed: ${error.message}`);
    else if (refusal !== error && isApiUrl(request.url)) return void answer(network, request, reply, refusal);
    sendJson(reply, status, body);
  };
  const app = Fastify({
    http: { maxHeaderSize: MAX_HEAD_BYTES },
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: 0,
    forceCloseConnections: true,
    clientErrorHandler: (_error, socket) => refuseNonsense(network, socket),
    rewriteUrl: ({ url = '/' }) => withoutSlash(withSingleSlashes(url)),
    routerOptions: { querystringParser: (query) => ({ ...readQuery(query) }) },
    frameworkErrors: (error, request, reply) =>
      refuse(error, request as FastifyRequest, (reply as FastifyReply).header('date', date())),
  });
  app.setErrorHandler<FastifyError>(refuse);
  app.addHook('onRequest', async (request, reply) => {
    const { method, headers, url } = request;
    reply.header('date', date());
    if (protect(network, request, reply)) return reply;
    // Without a body its type does not matter.
    if (method === 'GET' && !hasBody(headers)) delete headers['content-type'];
    if (method === 'OPTIONS' && isOfApi(url)) return reply.code(204).headers(PREFLIGHT_HEADERS).send();
  });
  await readBodies(app);
  registerOauth(app, network);
  registerPages(app, network);
  if (network.behaviour.pushSocket) registerSiteList(app, network);
  registerDescription(app, network, createExamples(network));
  if (control) registerControl(app, network, control);
  // Not as what was not found, of which Fastify would read a body of any size.
  app.all('/*', (request, reply) => answer(network, request, reply));
  return app;
}

/**
 * Starts listening; rejects when the port cannot be had.
 * @param socket undefined where the network has none
 * @returns the app, which ends all connections when it is closed, and its port
 */
export async function listen(
  network: SignInNetwork,
  control: Steering | undefined,
  socket: PushSocket | undefined,
  at: { host: string; port: number },
): Promise<{ app: FastifyInstance; address: AddressInfo }> {
  const app = await createApp(network, control);
  if (socket) acceptSockets(app.server, socket);
  await app.listen(at);
  return { app, address: app.server.address() as AddressInfo };
}
