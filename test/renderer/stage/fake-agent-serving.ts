import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { RPCHandler } from '@orpc/server/ws';
import fastify from 'fastify';
import { WebSocketServer } from 'ws';
import { securityHeaders } from '../../../electron/desktop/headless/window/own-pages.ts';
import type { FakeAgent } from './fake-agent.ts';

/** A server that puts the built window in front of one fake agent after another. */
export interface WindowServer {
  url: string;
  /** Answers at `/rpc` with this agent from now on, and ends the connections to the one before. */
  serve(agent: FakeAgent): void;
  /** Ends every connection and takes no new one until `comeBack`. */
  goAway(): void;
  comeBack(): void;
  stop(): Promise<void>;
}

/** The window as it was built before the tests. */
const rendererDir = fileURLToPath(new URL('../../../out/app/renderer', import.meta.url));

/** Serves the window on a free loopback port. */
export async function startWindowServer(): Promise<WindowServer> {
  const server = fastify({ forceCloseConnections: true });
  server.addHook('onSend', async (_request, reply) => {
    // So that a test fails where the window needs more than the shells allow it.
    reply.headers(securityHeaders(undefined));
  });
  await server.register(fastifyStatic, { root: rendererDir, maxAge: 3_600_000, immutable: true });
  server.get('/blank', (_request, reply) => reply.type('text/html').send(''));
  const sockets = new WebSocketServer({ noServer: true });
  let handler: RPCHandler<Record<never, never>> | undefined;
  let away = false;
  server.server.on('upgrade', (request, socket, head) => {
    if (away || request.url !== '/rpc') {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (websocket) => void handler?.upgrade(websocket));
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const dropAll = () => {
    for (const websocket of sockets.clients) websocket.terminate();
  };
  return {
    url: `http://127.0.0.1:${port}/`,
    serve(agent) {
      dropAll();
      away = false;
      handler = new RPCHandler(agent.router());
    },
    goAway() {
      away = true;
      dropAll();
    },
    comeBack() {
      away = false;
    },
    async stop() {
      dropAll();
      await server.close();
    },
  };
}
