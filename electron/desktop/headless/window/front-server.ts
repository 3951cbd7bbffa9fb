import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorMessage } from '../../../../common/error-message.ts';
import type { Log } from '../../../base/log.ts';
import type { WindowAccess } from './access.ts';
import { errorPage, securityHeaders, type Answer } from './own-pages.ts';

/** Answers to a second Askbell, which presents the run's secret. */
export interface OwnAnswers {
  status(): object;
  doctor(): Promise<object>;
}

/** Requests of a second Askbell, by path. */
const OWN_PATHS: Readonly<Record<string, keyof OwnAnswers>> = { '/status': 'status', '/doctor': 'doctor' };

/** Path of the pages' WebSocket. */
export const RPC_PATH = '/rpc';

/** Answers behind the front, each loaded or made when it is first needed. */
export interface BehindFront {
  /** Answers to a second Askbell; undefined while Askbell starts. */
  readonly ownAnswers: OwnAnswers | undefined;
  /** Loads the server that handles browsers. */
  load(): Promise<Server>;
}

/** Maximum idle time of a connection, within which a page usually sends its next request; also Fastify's default. */
const IDLE_MS = 72_000;

const pathOf = (request: IncomingMessage): string => request.url?.split('?')[0] ?? '';

/**
 * Creates the server that receives every request first and needs no further modules: it applies the guard and answers a
 * second Askbell, which may ask every minute. Browsers' requests are passed on to a server that is loaded for
 * them. It does not listen itself.
 */
export function createFrontServer(
  access: WindowAccess,
  connections: Connections,
  behind: BehindFront,
  log: Log,
): Server {
  const refuse = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, errorPage('refused', request.headers));
  };
  const server = createServer({ keepAliveTimeout: IDLE_MS }, (request, response) => {
    if (access.refusal(request)) return refuse(request, response);
    if (access.browserOf(request.headers.cookie)) connections.used(request.socket, 'cookie');
    const fail = (error: unknown) => {
      log.error(`Window: ${errorMessage(error)}`);
      answer(request, response, errorPage('unanswered', request.headers));
    };
    const what = request.method === 'GET' ? OWN_PATHS[pathOf(request)] : undefined;
    if (what) {
      if (!access.hasSecret(request.headers)) return refuse(request, response);
      const told = (async () => behind.ownAnswers?.[what]())();
      return void told.then((facts) => answer(request, response, ownAnswer(facts, request)), fail);
    }
    behind.load().then((browsers) => browsers.emit('request', request, response), fail);
  });
  // For connections that send no complete request.
  server.timeout = IDLE_MS;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (pathOf(request) !== RPC_PATH) return endUpgrade(request, socket, 404);
    if (access.refusal(request)) return endUpgrade(request, socket, 403);
    connections.used(request.socket, 'page');
    // Disconnections meanwhile are ignored.
    socket.on('error', ignore);
    behind.load().then(
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

/** Owner of a connection, as far as proven. A cookie may have been intercepted on another port, a key not. */
type Owner = 'stranger' | 'cookie' | 'page';

/**
 * Maximum number of connections per owner: together they leave room for polling if a process may open only 256 files.
 */
const MAX_CONNECTIONS: Readonly<Record<Owner, number>> = { stranger: 48, cookie: 48, page: 64 };

/** Time in ms within which a connection must present a cookie; a browser does so at once. */
const STRANGER_LIFE_MS = 10_000;

/**
 * Connections of the window's server. Any local program can open connections, so their number is limited: the least
 * recently used one of the same owner is closed, never one with a stronger proof.
 */
export class Connections {
  readonly #of: Readonly<Record<Owner, Set<Socket>>> = { stranger: new Set(), cookie: new Set(), page: new Set() };

  /** Adds a new connection, as a stranger's. */
  add(socket: Socket): void {
    const deadline = setTimeout(() => {
      if (this.#of.stranger.has(socket)) socket.destroy();
    }, STRANGER_LIFE_MS).unref();
    socket.once('close', () => {
      clearTimeout(deadline);
      for (const sockets of Object.values(this.#of)) sockets.delete(socket);
    });
    this.#put(socket, 'stranger');
  }

  /** Marks a connection as used by its owner. */
  used(socket: Socket, by: Exclude<Owner, 'stranger'>): void {
    if (socket.destroyed) return;
    for (const sockets of Object.values(this.#of)) sockets.delete(socket);
    this.#put(socket, by);
  }

  /** Closes all connections. */
  close(): void {
    for (const sockets of Object.values(this.#of)) for (const socket of sockets) socket.destroy();
  }

  #put(socket: Socket, owner: Owner): void {
    const sockets = this.#of[owner];
    sockets.add(socket);
    const [oldest] = sockets;
    if (!oldest || sockets.size <= MAX_CONNECTIONS[owner]) return;
    sockets.delete(oldest);
    oldest.destroy();
  }
}
