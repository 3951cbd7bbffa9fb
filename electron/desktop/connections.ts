import type { Socket } from 'node:net';

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
