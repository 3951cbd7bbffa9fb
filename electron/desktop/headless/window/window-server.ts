import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Server as SocketServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { errorMessage } from '../../../../common/error-message.ts';
import { Emitter } from '../../../base/emitter.ts';
import { WindowAccess } from './access.ts';
import { Connections, createFrontServer, type OwnAnswers } from './front-server.ts';
import type { PageEvents, WindowApp, WindowAppOptions, WindowRouter } from './window-app.ts';

export interface WindowServerOptions extends WindowAppOptions {
  /** 0 lets the system choose. */
  port: number;
  /** Returns milliseconds since the epoch. */
  now: () => number;
}

/** Thrown if the built renderer is missing. */
export class RendererMissing extends Error {
  override readonly name = 'RendererMissing';
}

/** Thrown if the port is taken or forbidden. */
export class PortUnavailable extends Error {
  override readonly name = 'PortUnavailable';
}

/**
 * Starts listening on 127.0.0.1.
 * @throws RendererMissing, PortUnavailable
 */
export async function startWindowServer(options: WindowServerOptions): Promise<WindowServer> {
  if (!existsSync(join(options.rendererDir, 'index.html'))) {
    throw new RendererMissing('Askbell\'s window has not been built yet. Run "npm run build" first.');
  }
  // As in Node's own HTTP server.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => window.take(socket));
  const window = new WindowServer(server, await listen(server, options.port), options);
  return window;
}

/**
 * The headless window: the renderer and its connection to the agent, on this machine only, protected by a secret of
 * this run. The server of pages is loaded when the first browser connects, because an Askbell started at login, without
 * a window, does not need it. Failed loads are retried.
 */
export class WindowServer {
  readonly port: number;
  /** Its addresses: for the terminal, for a browser's command line, and for a second start. */
  readonly access: WindowAccess;
  /** Answers to a second Askbell; undefined while Askbell starts. */
  ownAnswers: OwnAnswers | undefined;
  readonly #options: WindowServerOptions;
  readonly #server: SocketServer;
  readonly #front: Server;
  readonly #connections = new Connections();
  readonly #events: Emitter<PageEvents>;
  #loading: Promise<WindowApp> | undefined;
  #app: WindowApp | undefined;
  #loadRouter: (() => Promise<WindowRouter>) | undefined;
  #isServed = false;

  constructor(server: SocketServer, port: number, options: WindowServerOptions) {
    this.port = port;
    this.#options = options;
    this.#server = server;
    this.access = new WindowAccess(port, options.now);
    this.#events = new Emitter(options.log);
    this.#front = createFrontServer(this.access, this.#connections, this, options.log);
  }

  /** Serves current and future pages; until then they wait. The router is loaded when the first browser connects. */
  serve(load: () => Promise<WindowRouter>): void {
    this.#loadRouter = load;
    if (this.#app) this.#serve(this.#app);
  }

  /** Number of connected pages. */
  get connectedPages(): number {
    return this.#app?.pages.count ?? 0;
  }

  /** Subscribes to the disconnection of the last page. */
  onLastPageLeft(listener: () => void): void {
    this.#events.on('left', listener);
  }

  take(socket: Socket): void {
    this.#connections.add(socket);
    // A listening HTTP server would check for slow connections every 30 s.
    this.#front.emit('connection', socket);
  }

  async load(): Promise<Server> {
    try {
      this.#app = await (this.#loading ??= this.#loadApp());
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
    this.#serve(this.#app);
    return this.#app.server;
  }

  /** Closes every connection: browsers keep theirs open, and stopping must not wait for them. */
  async close(): Promise<void> {
    this.#server.close();
    await this.#app?.close();
    this.#connections.close();
  }

  async #loadApp(): Promise<WindowApp> {
    const { createWindowApp } = await import('./window-app.ts');
    return createWindowApp(this.access, this.#options, this.#events);
  }

  #serve(app: WindowApp): void {
    const load = this.#loadRouter;
    if (!load || this.#isServed) return;
    this.#isServed = true;
    load().then(
      (router) => app.pages.serve(router),
      (error: unknown) => {
        this.#options.log.error(`Window: ${errorMessage(error)}`);
        this.#isServed = false;
        app.pages.endWaiting();
      },
    );
  }
}

/** Listens on a local port (0: any free one) and returns its number. Rejects with `PortUnavailable`. */
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
    throw new PortUnavailable(`Askbell cannot use port ${port}: ${reason}. Leave --port out to let the system choose.`);
  }
  return (server.address() as AddressInfo).port;
}
