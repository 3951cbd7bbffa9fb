import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastifyWebsocket from '@fastify/websocket';
import { RPCHandler } from '@orpc/server/ws';
import fastify from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Log } from '../../../log.ts';
import { EntryPass } from './window-access.ts';
import { notFoundPage, refusedPage } from './error-pages.ts';

/** A router of the contract that needs no context: what RPCHandler takes. */
type WindowRouter = ConstructorParameters<typeof RPCHandler<Record<never, never>>>[0];

export interface WindowServerOptions {
  /** 0 lets the system choose. */
  port: number;
  /** The folder of the built renderer. */
  rendererDir: string;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Default 128 MiB. */
  longestMessageBytes?: number;
}

/** The window: the renderer and its connection to the agent, on this machine only, behind a secret of this run. */
export interface WindowServer {
  readonly port: number;
  /** For the terminal: lets a person in as long as this run lasts. Holds the secret. */
  readonly address: string;
  readonly openUrl: string;
  readonly secret: string;
  /** For a browser's command line, which others on the machine can read: lets in once, within a minute. */
  ticketAddress(path?: string): string;
  /** Answers the pages that are and will be connected. Until then they wait. */
  serve(router: WindowRouter): void;
  /** Called when a second start asks for the window. */
  onOpen(listener: () => void): void;
  /** How many pages are connected now. */
  readonly connectedPages: number;
  close(): Promise<void>;
}

/** The built renderer is not there. */
export class RendererMissing extends Error {
  override readonly name = 'RendererMissing';
}

/** The port is taken or forbidden. */
export class PortUnavailable extends Error {
  override readonly name = 'PortUnavailable';
}

/** An import comes as one message; this stops a runaway page from filling the memory. */
const LONGEST_MESSAGE_BYTES = 128 * 1024 * 1024;

/** Starts listening on 127.0.0.1. Rejects with `RendererMissing` or `PortUnavailable`. */
export async function startWindowServer({
  port,
  rendererDir,
  log,
  now,
  longestMessageBytes = LONGEST_MESSAGE_BYTES,
}: WindowServerOptions): Promise<WindowServer> {
  if (!existsSync(join(rendererDir, 'index.html'))) {
    throw new RendererMissing('Askbell\'s window has not been built yet. Run "npm run build" first.');
  }
  // forceCloseConnections: browsers keep connections open, and stopping must not wait for them.
  const app = fastify({ logger: false, forceCloseConnections: true });
  let gate: Gate | undefined;
  let handler: RPCHandler<Record<never, never>> | undefined;
  const pages = new Set<WebSocket>();
  const waiting = new Set<WebSocket>();
  const openListeners: (() => void)[] = [];

  const connect = (socket: WebSocket, rpc: RPCHandler<Record<never, never>>) => {
    rpc
      .upgrade(socket)
      .catch((error: unknown) => log.error(`Window: ${error instanceof Error ? error.message : String(error)}`));
  };

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(request.headers.host));
    const refusal = gate?.refusal(request) ?? (gate ? undefined : 'starting');
    if (refusal) return refuse(reply, request);
  });
  app.setErrorHandler((error, _request, reply) => {
    log.error(`Window: ${error instanceof Error ? error.message : String(error)}`);
    return reply.code(500).type('text/plain').send('Askbell could not answer that. See its log.');
  });

  await app.register(fastifyWebsocket, { options: { maxPayload: longestMessageBytes } });
  await app.register(fastifyStatic, { root: rendererDir, wildcard: true, index: 'index.html', dotfiles: 'deny' });

  app.get<{ Params: { pass: string }; Querystring: { view?: string } }>('/enter/:pass', async (request, reply) => {
    if (!gate?.pass.admits(request.params.pass)) return refuse(reply, request);
    const view = request.query.view;
    const onward = view !== undefined && /^[a-z]+$/.test(view) ? `/#/${view}` : '/';
    return reply.header('set-cookie', gate.pass.setCookie).header('cache-control', 'no-store').redirect(onward, 303);
  });
  app.post('/open', async (request, reply) => {
    const presented = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (presented === undefined || !gate?.pass.isSecret(presented)) return refuse(reply, request);
    for (const listener of openListeners) listener();
    return reply.code(204).send();
  });
  app.get('/rpc', { websocket: true }, (socket) => {
    pages.add(socket);
    socket.on('error', (error) => log.warn(`Window: ${error.message}`));
    socket.on('close', () => {
      pages.delete(socket);
      waiting.delete(socket);
    });
    if (handler) return connect(socket, handler);
    // What a page says before the agent is there is kept by the paused socket.
    socket.pause();
    waiting.add(socket);
  });
  app.setNotFoundHandler(async (request, reply) => {
    // The renderer's own addresses (/inbox, …) have no file: the page itself sorts them out.
    if (request.method === 'GET' && /^\/[a-z-]*$/.test(request.url.split('?')[0] ?? ''))
      return reply.sendFile('index.html');
    return reply.code(404).type('text/html; charset=utf-8').send(notFoundPage);
  });

  try {
    await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    await app.close();
    const reason =
      error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
        ? 'something else is using it'
        : 'the system refused it';
    throw new PortUnavailable(`Askbell cannot use port ${port}: ${reason}. Leave --port out to let the system choose.`);
  }
  const bound = app.server.address();
  const listening = bound !== null && typeof bound === 'object' ? bound.port : port;
  const pass = new EntryPass(listening, now);
  gate = new Gate(listening, pass);
  const origin = `http://127.0.0.1:${listening}`;

  return {
    port: listening,
    address: `${origin}/enter/${pass.secret}`,
    openUrl: `${origin}/open`,
    secret: pass.secret,
    ticketAddress: (view) => `${origin}/enter/${pass.ticket()}${view === undefined ? '' : `?view=${view}`}`,
    serve(router) {
      handler = new RPCHandler(router);
      for (const socket of waiting) {
        connect(socket, handler);
        socket.resume();
      }
      waiting.clear();
    },
    onOpen: (listener) => void openListeners.push(listener),
    get connectedPages() {
      return pages.size;
    },
    close: async () => {
      for (const page of pages) page.terminate();
      await app.close();
    },
  };
}

/** Decides who is let through. */
class Gate {
  readonly pass: EntryPass;
  readonly #hosts: Set<string>;

  constructor(port: number, pass: EntryPass) {
    this.pass = pass;
    this.#hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  }

  /** Why a request is refused, or undefined. */
  refusal(request: FastifyRequest): string | undefined {
    const { host, origin, cookie } = request.headers;
    // A foreign name that resolves to this machine (DNS rebinding) shows in Host.
    if (host === undefined || !this.#hosts.has(host)) return 'host';
    if (origin !== undefined && origin !== `http://${host}`) return 'origin';
    if (request.headers.upgrade !== undefined && origin === undefined) return 'origin';
    const path = request.url.split('?')[0] ?? '';
    // These two check the secret itself.
    if (path.startsWith('/enter/') || path === '/open') return undefined;
    return this.pass.holdsPass(cookie) ? undefined : 'pass';
  }
}

function refuse(reply: FastifyReply, request: FastifyRequest): FastifyReply {
  reply.code(403).header('cache-control', 'no-store');
  if (request.headers.upgrade === undefined) return reply.type('text/html; charset=utf-8').send(refusedPage);
  // Node no longer counts a socket that asked for an upgrade, and would wait for it when stopping.
  reply.raw.once('finish', () => request.raw.socket.destroySoon());
  return reply.type('text/plain').send('Use the address printed in the terminal.');
}

/** What the page may load: its own files, and pictures from the network's sites or the demo network on this machine. */
function securityHeaders(host: string | undefined): Record<string, string> {
  // Older browsers do not count a WebSocket as 'self', so it is named; only a plain host:port may go into the policy.
  const socket = host !== undefined && /^(127\.0\.0\.1|localhost):\d+$/.test(host) ? ` ws://${host}` : '';
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' data: https: http://127.0.0.1:*",
      `connect-src 'self'${socket}`,
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  };
}
