import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Steering } from '../control/routes.ts';
import { Api } from '../api/api.ts';
import { isApiUrl, withSingleSlashes } from '../api/query/api-path.ts';
import { ApiError, badParameter } from '../api/gate/errors.ts';
import type { SignInNetwork } from '../oauth/sign-in-network.ts';
import type { PushSocket } from '../socket/push-socket.ts';
import { acceptSockets } from '../socket/upgrade.ts';

// Imported as a module, it would run all its getters, of which one loads an HTTP client that nothing here needs.
const { createServer } = process.getBuiltinModule('node:http');

/** A network that listens. */
export interface Listening {
  readonly port: number;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** Bytes of a request's address and headers together. */
const MAX_HEAD_BYTES = 64 * 1024;
/** How long connections stay open for a client's next request, in milliseconds. */
const KEEP_ALIVE_MS = 72_000;

const JSON_TYPE = 'application/json; charset=utf-8';

/** What is not even HTTP gets an error object as well. */
function refuseNonsense(network: SignInNetwork, socket: Socket): void {
  if (!socket.writable) return;
  const { status, body } = badParameter('request', 'this is no HTTP request that can be read').toResponse(
    network.behaviour.errorStyle,
  );
  const json = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\ncontent-type: ${JSON_TYPE}\r\n` +
      `content-length: ${Buffer.byteLength(json)}\r\nconnection: close\r\n\r\n${json}`,
  );
}

/**
 * Lets a network listen. Plain requests to the API are answered at once; Fastify is loaded when somebody asks for
 * anything that takes more than a look at the path. The many routes of the API and the few of the sign-in and the pages
 * are set up each when they are needed: most networks need only one of the two.
 * @throws Error when the port cannot be had
 */
export async function listen(
  network: SignInNetwork,
  control: Steering | undefined,
  { port, host, pushSocket }: { port: number; host: string; pushSocket: PushSocket | undefined },
): Promise<Listening> {
  const api = new Api(network);
  const loading: Partial<Record<'api' | 'pages', Promise<FastifyInstance>>> = {};
  const load = (part: 'api' | 'pages') =>
    (loading[part] ??= import('./app.ts').then(async ({ createApiApp, createPagesApp }) => {
      const app = await (part === 'api' ? createApiApp(network, api) : createPagesApp(network, api, control));
      await app.ready();
      return app;
    }));
  const fail = (response: ServerResponse, error: unknown) => {
    network.log(`A request failed: ${error instanceof Error ? error.message : String(error)}`);
    const { status, body } = new ApiError(500, 'an internal error occurred').toResponse(network.behaviour.errorStyle);
    if (!response.headersSent) response.writeHead(status, { 'content-type': JSON_TYPE });
    response.end(JSON.stringify(body));
  };
  const server = createServer(
    { maxHeaderSize: MAX_HEAD_BYTES, keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 },
    (request: IncomingMessage, response: ServerResponse) => {
      if (api.answerPlain(request, response)) return;
      load(isApiUrl(withSingleSlashes(request.url ?? '/')) ? 'api' : 'pages')
        .then((app) => app.routing(request, response))
        .catch((error: unknown) => fail(response, error));
    },
  );
  if (pushSocket) acceptSockets(server, pushSocket);
  server.on('clientError', (_error, socket) => refuseNonsense(network, socket as Socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      pushSocket?.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      for (const app of Object.values(loading)) await app.then((loaded) => loaded.close()).catch(() => undefined);
    },
  };
}
