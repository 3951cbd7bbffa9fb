import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { errorMessage } from '../../common/error-message.ts';
import type { Log } from '../base/log.ts';

/** Answers to a second Askbell, by method and path such as `GET /status`; undefined while this one starts. */
export type OwnAnswers = Readonly<Record<string, () => object | undefined | Promise<object>>>;

/** Local address at which a second Askbell asks this one, with the secret of this run. */
export interface Door {
  openUrl: string;
  secret: string;
  close(): void;
}

/** Interval of Node's search for slow connections, in ms: practically never, as each search would wake the machine. */
const SEARCH_INTERVAL_MS = 2 ** 31 - 1;

/**
 * Opens the door on 127.0.0.1; only a request with the secret is answered.
 * @throws Error the system's, if no port can be had
 */
export async function openDoor(answers: OwnAnswers, log: Log): Promise<Door> {
  const secret = randomBytes(32).toString('base64url');
  const expected = Buffer.from(`Bearer ${secret}`);
  const connections = new Connections();
  const server = createServer({ connectionsCheckingInterval: SEARCH_INTERVAL_MS }, (request, response) => {
    const presented = Buffer.from(request.headers.authorization ?? '');
    const isOurs = presented.length === expected.length && timingSafeEqual(presented, expected);
    const asked = `${request.method} ${request.url}`;
    const answer = isOurs ? answers[asked] : undefined;
    if (!answer) return void response.writeHead(isOurs ? 404 : 403).end();
    connections.used(request.socket, 'page');
    (async () => answer())().then(
      (facts) =>
        response
          .writeHead(facts ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
          .end(JSON.stringify(facts ?? {})),
      (error: unknown) => {
        log.error(`${asked} of a second Askbell failed: ${errorMessage(error)}`);
        response.writeHead(500).end();
      },
    );
  });
  server.on('connection', (socket) => connections.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.on('error', (error) => log.error(`The door for a second Askbell failed: ${errorMessage(error)}`));
  const { port } = server.address() as AddressInfo;
  return {
    openUrl: `http://127.0.0.1:${port}/`,
    secret,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
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
 * Connections of a local server. Any local program can open connections, so their number is limited: the least
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
