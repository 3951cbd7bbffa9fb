import type { Socket } from 'node:net';

/** Who a connection belongs to, as far as it has shown. A cookie may have been caught on another port, a key not. */
export type Owner = 'stranger' | 'cookie' | 'page';

/** How many of each are kept: together they leave room for polling where a process may open only 256 files. */
const MAX_CONNECTIONS: Readonly<Record<Owner, number>> = { stranger: 48, cookie: 48, page: 64 };

/** How long a connection has to show a cookie; a browser does so at once. */
const STRANGER_LIFE_MS = 10_000;

/**
 * The connections of the window's server. Anybody on this machine can open some, so their number is bounded: of too
 * many, the one goes that was used least recently, and one that has shown more is never closed for one that has not.
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

  /** Notes that a connection was used by its owner. */
  used(socket: Socket, by: Exclude<Owner, 'stranger'>): void {
    if (socket.destroyed) return;
    for (const sockets of Object.values(this.#of)) sockets.delete(socket);
    this.#put(socket, by);
  }

  /** Ends all of them. */
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
