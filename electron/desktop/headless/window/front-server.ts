import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorMessage } from '../../../../common/error-message.ts';
import type { Log } from '../../../base/log.ts';
import type { Connections } from './connections.ts';
import { errorPage, type Answer } from './error-pages.ts';
import { securityHeaders, type RequestGuard } from './request-guard.ts';

/** Path of the status, requested by a second Askbell with the run's secret. */
export const STATUS_PATH = '/status';

/** Path of the pages' WebSocket. */
export const RPC_PATH = '/rpc';

export interface FrontParts {
  guard: RequestGuard;
  connections: Connections;
  log: Log;
  /** Returns the status for `askbell status`; undefined while Askbell starts. */
  status: () => object | undefined;
  /** Loads the server that handles browsers. */
  load: () => Promise<Server>;
}

/** Maximum idle time of a connection, within which a page usually sends its next request; also Fastify's default. */
const IDLE_MS = 72_000;

const pathOf = (request: IncomingMessage): string => request.url?.split('?')[0] ?? '';

/** Whether a request presents the secret of this run. */
export function hasSecret(headers: IncomingMessage['headers'], { access }: RequestGuard): boolean {
  const presented = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  return presented !== undefined && access.isSecret(presented);
}

/**
 * Creates the server that receives every request first and needs no further modules: it applies the guard and serves
 * `askbell status`, which may be called every minute. Browsers' requests are passed on to a server that is loaded for
 * them. It does not listen itself.
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
  // For connections that send no complete request.
  server.timeout = IDLE_MS;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (pathOf(request) !== RPC_PATH) return endUpgrade(request, socket, 404);
    if (guard.refusal(request)) return endUpgrade(request, socket, 403);
    connections.used(request.socket, 'page');
    // Disconnections meanwhile are ignored.
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

/** Refuses an upgrade: Node leaves the socket to the event's handler. */
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
