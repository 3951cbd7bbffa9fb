import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  createServer as createHttpServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer, type AddressInfo, type Server as SocketServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { errorMessage } from '../../../../common/error-message.ts';
import { Emitter } from '../../../base/emitter.ts';
import { Connections } from '../../connections.ts';
import { RPC_PATH, WindowAccess } from './access.ts';
import { errorPage, securityHeaders, type Answer } from './own-pages.ts';
import type { PageEvents, WindowApp, WindowAppOptions, WindowRouter } from './window-app.ts';

export interface WindowServerOptions extends WindowAppOptions {
  /** 0 lets the system choose. */
  port: number;
  /** Returns milliseconds since the epoch. */
  now: () => number;
}

/** Maximum idle time of a connection, within which a page usually sends its next request; also Fastify's default. */
const IDLE_MS = 72_000;

/**
 * Starts listening on 127.0.0.1.
 * @throws Error with a message for the user if the built renderer is missing, or the port is taken or forbidden
 */
export async function startWindowServer(options: WindowServerOptions): Promise<WindowServer> {
  if (!existsSync(join(options.rendererDir, 'index.html')))
    throw new Error('Askbell\'s window has not been built yet. Run "npm run build" first.');
  // As in Node's own HTTP server.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => window.take(socket));
  const window = new WindowServer(server, await listen(server, options.port), options);
  return window;
}

/**
 * The headless window: the renderer and its connection to the agent, on this machine only, for admitted browsers. Its
 * first server applies the guard and needs no further modules. Browsers' requests are passed on to a server that is
 * loaded for the first of them, because an Askbell started at login, without a window, does not need it. Failed loads
 * are retried.
 */
export class WindowServer {
  readonly port: number;
  /** Its addresses: for the terminal, for a browser's command line, and for a second start. */
  readonly access: WindowAccess;
  readonly #options: WindowServerOptions;
  readonly #server: SocketServer;
  readonly #front: Server;
  readonly #connections = new Connections();
  readonly #events: Emitter<PageEvents>;
  readonly #router = Promise.withResolvers<() => Promise<WindowRouter>>();
  #app: Promise<WindowApp> | undefined;
  #connectedPages = 0;

  constructor(server: SocketServer, port: number, options: WindowServerOptions) {
    this.port = port;
    this.#options = options;
    this.#server = server;
    this.access = new WindowAccess(port, options.now);
    this.#events = new Emitter(options.log);
    this.#events.on('pages', (count) => (this.#connectedPages = count));
    this.#front = createHttpServer({ keepAliveTimeout: IDLE_MS }, (request, response) =>
      this.#request(request, response),
    );
    // For connections that send no complete request.
    this.#front.timeout = IDLE_MS;
    this.#front.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** Serves current and future pages; until then they wait. The router is loaded when the first browser connects. */
  serve(load: () => Promise<WindowRouter>): void {
    this.#router.resolve(load);
  }

  /** Number of connected pages. */
  get connectedPages(): number {
    return this.#connectedPages;
  }

  /** Subscribes to the disconnection of the last page. */
  onLastPageLeft(listener: () => void): void {
    this.#events.on('pages', (count) => {
      if (count === 0) listener();
    });
  }

  take(socket: Socket): void {
    this.#connections.add(socket);
    // A listening HTTP server would check for slow connections every 30 s.
    this.#front.emit('connection', socket);
  }

  /** Closes every connection: browsers keep theirs open, and stopping must not wait for them. */
  async close(): Promise<void> {
    this.#server.close();
    await (await this.#app?.catch(ignore))?.close();
    this.#connections.close();
  }

  #request(request: IncomingMessage, response: ServerResponse): void {
    if (this.access.refusal(request)) return answer(request, response, errorPage('refused', request.headers));
    if (this.access.browserOf(request.headers.cookie)) this.#connections.used(request.socket, 'cookie');
    this.#load().then(
      ({ server }) => server.emit('request', request, response),
      (error: unknown) => {
        this.#options.log.error(`Window: ${errorMessage(error)}`);
        answer(request, response, errorPage('unanswered', request.headers));
      },
    );
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (request.url?.split('?')[0] !== RPC_PATH) return endUpgrade(request, socket, 404);
    if (this.access.refusal(request)) return endUpgrade(request, socket, 403);
    this.#connections.used(request.socket, 'page');
    // Disconnections meanwhile are ignored.
    socket.on('error', ignore);
    this.#load().then(
      ({ server }) => {
        socket.off('error', ignore);
        server.emit('upgrade', request, socket, head);
      },
      (error: unknown) => {
        this.#options.log.error(`Window: ${errorMessage(error)}`);
        socket.destroy();
      },
    );
  }

  /** Loads the server that handles browsers. */
  #load(): Promise<WindowApp> {
    this.#app ??= this.#loadApp().catch((error: unknown) => {
      this.#app = undefined;
      throw error;
    });
    return this.#app;
  }

  async #loadApp(): Promise<WindowApp> {
    const router = async () => (await this.#router.promise)();
    // The page that comes next needs it.
    router().catch(ignore);
    const { createWindowApp } = await import('./window-app.ts');
    return createWindowApp(this.access, router, this.#options, this.#events);
  }
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

/** Listens on a local port (0: any free one) and returns its number. Rejects with a message for the user. */
async function listen(server: SocketServer, port: number): Promise<number> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    server.close();
    const reason =
      error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
        ? 'something else is using it'
        : 'the system refused it';
    throw new Error(`Askbell cannot use port ${port}: ${reason}. Leave --port out to let the system choose.`, {
      cause: error,
    });
  }
  return (server.address() as AddressInfo).port;
}
