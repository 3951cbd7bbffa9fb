import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { PushSocket } from './push-socket.ts';

/** How long a message may be: longer than any topic. */
const MAX_MESSAGE_BYTES = 4096;

/** Lets people connect to the socket at a server's root. Its library is loaded for the first who does. */
export function acceptSockets(server: Server, socket: PushSocket): void {
  const load = () =>
    import('ws').then(({ WebSocketServer }) => new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES }));
  let loading: ReturnType<typeof load> | undefined;
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    connection.on('error', () => connection.destroy());
    if (!/^\/+(?:\?|$)/.test(request.url ?? '/')) {
      connection.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    loading ??= load();
    loading
      .then((upgrades) => upgrades.handleUpgrade(request, connection, head, (opened) => socket.accept(opened)))
      .catch(() => connection.destroy());
  });
}
