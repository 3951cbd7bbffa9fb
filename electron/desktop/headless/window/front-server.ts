import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorMessage } from '../../../../common/error-message.ts';
import type { Log } from '../../../log.ts';
import type { Connections } from './connections.ts';
import { errorPage, type Answer } from './error-pages.ts';
import { securityHeaders, type RequestGuard } from './request-guard.ts';

/** The path at which a second Askbell, with the run's secret, asks how this one is doing. */
export const STATUS_PATH = '/status';

/** The path at which a page connects. */
export const RPC_PATH = '/rpc';

export interface FrontParts {
  guard: RequestGuard;
  connections: Connections;
  log: Log;
  /** What `askbell status` is told; undefined while Askbell starts. */
  status: () => object | undefined;
  /** Loads what answers browsers. */
  load: () => Promise<Server>;
}

/** A page asks for the next thing within that, mostly; it is also what Fastify has. */
const IDLE_MS = 72_000;

const pathOf = (request: IncomingMessage): string => request.url?.split('?')[0] ?? '';

/** Whether a request shows the secret of this run. */
export function hasSecret(headers: IncomingMessage['headers'], { access }: RequestGuard): boolean {
  const presented = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  return presented !== undefined && access.isSecret(presented);
}

/**
 * Takes every request first, and needs nothing that is not loaded already: it refuses whom the guard does not let
 * through, and tells `askbell status`, which may ask every minute. Browsers are handed on to what is loaded for them.
 * It listens nowhere itself.
 */
export function createFrontServer({ guard, connections, log, status, load }: FrontParts): Server {
  const refuse = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, errorPage('refused', request.headers));
  };
  const server = createServer({ keepAliveTimeout: IDLE_MS }, (request, response) => {
    if (guard.refusal(request)) return refuse(request, response);
    if (guard.access.browserOf(request.headers.cookie)) connections.used(request.socket, 'cookie');
    if (request.method === 'GET' && pathOf(request) === STATUS_PATH) {
      if (!hasSecret(request.headers, guard)) return refuse(request, response);
      const read = status();
      const headers = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };
      return answer(request, response, {
        status: read ? 200 : 503,
        headers: { ...securityHeaders(request.headers.host), ...headers },
        body: JSON.stringify(read ?? {}),
      });
    }
    load().then(
      (browsers) => browsers.emit('request', request, response),
      (error: unknown) => {
        log.error(`Window: ${errorMessage(error)}`);
        answer(request, response, errorPage('unanswered', request.headers));
      },
    );
  });
  // Of a connection that says nothing, or not the whole of a request.
  server.timeout = IDLE_MS;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (pathOf(request) !== RPC_PATH) return endUpgrade(request, socket, 404);
    if (guard.refusal(request)) return endUpgrade(request, socket, 403);
    connections.used(request.socket, 'page');
    // Whoever goes away meanwhile is no trouble.
    socket.on('error', ignore);
    load().then(
      (browsers) => {
        socket.off('error', ignore);
        browsers.emit('upgrade', request, socket, head);
      },
      (error: unknown) => {
        log.error(`Window: ${errorMessage(error)}`);
        socket.destroy();
      },
    );
  });
  return server;
}

const ignore = (): void => undefined;

function answer({ method }: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(method === 'HEAD' ? undefined : body);
}

/** Refuses what asked for a connection: Node leaves the socket to whoever takes the event. */
function endUpgrade(request: IncomingMessage, socket: Duplex, code: 403 | 404): void {
  const text = STATUS_CODES[code] ?? '';
  const headers = {
    ...securityHeaders(request.headers.host),
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.on('error', ignore);
  socket.end([`HTTP/1.1 ${code} ${text}`, ...lines, '', text].join('\r\n'));
}
