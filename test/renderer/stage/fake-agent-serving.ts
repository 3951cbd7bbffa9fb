import type { AddressInfo } from 'node:net';
import fastifyStatic from '@fastify/static';
import { RPCHandler } from '@orpc/server/ws';
import fastify from 'fastify';
import { WebSocketServer } from 'ws';
import type { FakeAgent } from './fake-agent.ts';

/** What the shells allow the window; sent with every page, so that a test fails where the window needs more. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: http://127.0.0.1:* data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A running fake agent with the built window in front of it. */
export interface Served {
  agent: FakeAgent;
  url: string;
  /** Ends every connection and takes no new one until `comeBack`. */
  goAway(): void;
  comeBack(): void;
  stop(): Promise<void>;
}

/** Serves the window built into `rendererDir`, with the agent at `/rpc`, on a free loopback port. */
export async function serve(agent: FakeAgent, rendererDir: string): Promise<Served> {
  const server = fastify({ forceCloseConnections: true });
  server.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', contentSecurityPolicy);
  });
  await server.register(fastifyStatic, { root: rendererDir });
  const sockets = new WebSocketServer({ noServer: true });
  const handler = new RPCHandler(agent.router());
  let away = false;
  server.server.on('upgrade', (request, socket, head) => {
    if (away || request.url !== '/rpc') {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (websocket) => void handler.upgrade(websocket));
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const dropAll = () => {
    for (const websocket of sockets.clients) websocket.terminate();
  };
  return {
    agent,
    url: `http://127.0.0.1:${port}/`,
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
