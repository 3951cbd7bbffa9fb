import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorMessage } from '../../../../common/error-message.ts';
import type { Log } from '../../../base/log.ts';
import type { Connections } from './connections.ts';
import { errorPage, type Answer } from './own-pages.ts';
import { securityHeaders, type RequestGuard } from './request-guard.ts';

/** Answers to a second Askbell, which presents the run's secret. */
export interface OwnAnswers {
  status(): object;
  doctor(): Promise<object>;
}

/** What a second Askbell requests, by path. */
const OWN_PATHS: Readonly<Record<string, keyof OwnAnswers>> = { '/status': 'status', '/doctor': 'doctor' };

/** Path of the pages' WebSocket. */
export const RPC_PATH = '/rpc';

export interface FrontParts {
  guard: RequestGuard;
  connections: Connections;
  log: Log;
  /** Returns the answers to a second Askbell; undefined while Askbell starts. */
  answers: () => OwnAnswers | undefined;
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
 * Creates the server that receives every request first and needs no further modules: it applies the guard and answers a
 * second Askbell, which may ask every minute. Browsers' requests are passed on to a server that is loaded for
 * them. It does not listen itself.
 */
export function createFrontServer({ guard, connections, log, answers, load }: FrontParts): Server {
  const refuse = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, errorPage('refused', request.headers));
  };
  const server = createServer({ keepAliveTimeout: IDLE_MS }, (request, response) => {
    if (guard.refusal(request)) return refuse(request, response);
    if (guard.access.browserOf(request.headers.cookie)) connections.used(request.socket, 'cookie');
    const fail = (error: unknown) => {
      log.error(`Window: ${errorMessage(error)}`);
      answer(request, response, errorPage('unanswered', request.headers));
    };
    const what = request.method === 'GET' ? OWN_PATHS[pathOf(request)] : undefined;
    if (what) {
      if (!hasSecret(request.headers, guard)) return refuse(request, response);
      const told = (async () => answers()?.[what]())();
      return void told.then((facts) => answer(request, response, ownAnswer(facts, request)), fail);
    }
    load().then((browsers) => browsers.emit('request', request, response), fail);
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

/** @param facts undefined while Askbell starts */
const ownAnswer = (facts: object | undefined, { headers }: IncomingMessage): Answer => ({
  status: facts ? 200 : 503,
  headers: {
    ...securityHeaders(headers.host),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  },
  body: JSON.stringify(facts ?? {}),
});

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
