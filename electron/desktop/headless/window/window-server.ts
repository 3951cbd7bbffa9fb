import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer, type Server as SocketServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { errorMessage } from '../../../../common/error-message.ts';
import type { Log } from '../../../base/log.ts';
import type { WindowRouter } from './connected-pages.ts';
import { Connections } from './connections.ts';
import { createFrontServer, type FrontParts, type OwnAnswers } from './front-server.ts';
import { RequestGuard } from './request-guard.ts';
import { WindowAccess } from './access.ts';
import type { WindowApp } from './window-app.ts';

export interface WindowServerOptions {
  /** 0 lets the system choose. */
  port: number;
  /** Folder of the built renderer. */
  rendererDir: string;
  log: Log;
  /** Returns milliseconds since the epoch. */
  now: () => number;
  /** Default: 8 MiB. */
  longestMessageBytes?: number;
}

/**
 * The headless window: the renderer and its connection to the agent, on this machine only, protected by a secret of
 * this run.
 */
export interface WindowServer {
  readonly port: number;
  /** Address at which a second start requests an entry, with the secret of this run. */
  readonly openUrl: string;
  readonly secret: string;
  /** Returns a new address for the terminal: it admits one browser, once, and leads to a view or to the panel. */
  entryLink(view?: string): string;
  /** Returns an address for a browser's command line, which other users can read: valid once, within a minute. */
  ticketLink(view?: string): string;
  /** Answers a second Askbell from here on; until then it is told that this one is starting. */
  answer(answers: OwnAnswers): void;
  /** Serves current and future pages; until then they wait. The router is loaded when the first browser connects. */
  serve(load: LoadRouter): void;
  /** Number of connected pages. */
  readonly connectedPages: number;
  /** Subscribes to the disconnection of the last page. */
  onLastPageLeft(listener: () => void): void;
  close(): Promise<void>;
}

/** Loads the router that serves the pages. */
export type LoadRouter = () => Promise<WindowRouter>;

/** Thrown if the built renderer is missing. */
export class RendererMissing extends Error {
  override readonly name = 'RendererMissing';
}

/** Thrown if the port is taken or forbidden. */
export class PortUnavailable extends Error {
  override readonly name = 'PortUnavailable';
}

/** Maximum message size: a sound of ten seconds is the longest message. Protects memory from a faulty page. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/**
 * Starts listening on 127.0.0.1. The server of pages is loaded when the first browser connects, because an Askbell
 * started at login, without a window, does not need it.
 * @throws RendererMissing, PortUnavailable
 */
export async function startWindowServer(options: WindowServerOptions): Promise<WindowServer> {
  if (!existsSync(join(options.rendererDir, 'index.html'))) {
    throw new RendererMissing('Askbell\'s window has not been built yet. Run "npm run build" first.');
  }
  let answers: OwnAnswers | undefined;
  const leaveListeners: (() => void)[] = [];
  // As in Node's own HTTP server.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => answering.take(socket));
  const port = await listen(server, options.port);
  const access = new WindowAccess(port, options.now);
  const answering = new Answering({
    guard: new RequestGuard(port, access),
    log: options.log,
    answers: () => answers,
    loadApp: async (guard) => {
      const { createWindowApp } = await import('./window-app.ts');
      return createWindowApp({
        guard,
        rendererDir: options.rendererDir,
        log: options.log,
        longestMessageBytes: options.longestMessageBytes ?? MAX_MESSAGE_BYTES,
        onLastPageLeft: () => leaveListeners.forEach((listener) => listener()),
      });
    },
  });
  return {
    port,
    openUrl: `${access.origin}/open`,
    secret: access.secret,
    entryLink: (view) => access.entryLink(view),
    ticketLink: (view) => access.ticketLink(view),
    answer: (given) => void (answers = given),
    serve: (load) => answering.serve(load),
    get connectedPages() {
      return answering.connectedPages;
    },
    onLastPageLeft: (listener) => void leaveListeners.push(listener),
    close: async () => {
      server.close();
      await answering.close();
    },
  };
}

interface AnsweringParts extends Omit<FrontParts, 'load' | 'connections'> {
  loadApp: (guard: RequestGuard) => Promise<WindowApp>;
}

/** Serves connections with modules loaded when the first browser connects. Failed loads are retried. */
class Answering {
  readonly #parts: AnsweringParts;
  readonly #front: Server;
  readonly #connections = new Connections();
  #loading: Promise<WindowApp> | undefined;
  #app: WindowApp | undefined;
  #loadRouter: LoadRouter | undefined;
  #isServed = false;

  constructor(parts: AnsweringParts) {
    this.#parts = parts;
    this.#front = createFrontServer({
      ...parts,
      connections: this.#connections,
      load: async () => (await this.#loaded()).server,
    });
  }

  get connectedPages(): number {
    return this.#app?.connectedPages ?? 0;
  }

  serve(load: LoadRouter): void {
    this.#loadRouter = load;
    if (this.#app) this.#serve(this.#app);
  }

  take(socket: Socket): void {
    this.#connections.add(socket);
    // A listening HTTP server would check for slow connections every 30 s.
    this.#front.emit('connection', socket);
  }

  /** Closes every connection: browsers keep theirs open, and stopping must not wait for them. */
  async close(): Promise<void> {
    await this.#app?.close();
    this.#connections.close();
  }

  async #loaded(): Promise<WindowApp> {
    try {
      this.#app = await (this.#loading ??= this.#parts.loadApp(this.#parts.guard));
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
    this.#serve(this.#app);
    return this.#app;
  }

  #serve(app: WindowApp): void {
    const load = this.#loadRouter;
    if (!load || this.#isServed) return;
    this.#isServed = true;
    load().then(
      (router) => app.serve(router),
      (error: unknown) => {
        this.#parts.log.error(`Window: ${errorMessage(error)}`);
        this.#isServed = false;
        app.endWaiting();
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
  const bound = server.address();
  return bound !== null && typeof bound === 'object' ? bound.port : port;
}
