import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { errorMessage } from '../../../../common/error-message.ts';
import type { Log } from '../../../log.ts';
import type { ShortcutTarget } from '../../desktop.ts';
import type { WindowRouter } from './connected-pages.ts';
import { WindowAccess } from './window-access.ts';
import type { WindowApp } from './window-app.ts';

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
  /** Where a second start asks for the window and for an entry link, with the secret of this run. */
  readonly openUrl: string;
  readonly secret: string;
  /** A new address for the terminal: it lets one browser in, once, and leads to a view or to the panel. */
  entryLink(view?: string): string;
  /** For a browser's command line, which others on the machine can read: lets in once, within a minute. */
  ticketLink(view?: string): string;
  /** Answers `askbell status` with what this gives; until then it hears that Askbell is starting. */
  answerStatus(read: () => object): void;
  /**
   * Answers the pages that are and will be connected. Until then they wait. The router is loaded when the first browser
   * comes.
   */
  serve(load: LoadRouter): void;
  /** Called when a second start asks for the window, or for the panel. */
  onOpen(listener: (opens: ShortcutTarget) => void): void;
  /** How many pages are connected now. */
  readonly connectedPages: number;
  close(): Promise<void>;
}

/** Loads what answers the pages. */
export type LoadRouter = () => Promise<WindowRouter>;

/** The built renderer is not there. */
export class RendererMissing extends Error {
  override readonly name = 'RendererMissing';
}

/** The port is taken or forbidden. */
export class PortUnavailable extends Error {
  override readonly name = 'PortUnavailable';
}

/** An import comes as one message; this stops a runaway page from filling the memory. */
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

/**
 * Starts listening on 127.0.0.1. What answers is loaded when the first browser comes: whoever starts at login, without
 * a window, has no use for it. Rejects with `RendererMissing` or `PortUnavailable`.
 */
export async function startWindowServer(options: WindowServerOptions): Promise<WindowServer> {
  if (!existsSync(join(options.rendererDir, 'index.html'))) {
    throw new RendererMissing('Askbell\'s window has not been built yet. Run "npm run build" first.');
  }
  let readStatus: (() => object) | undefined;
  const openListeners: ((opens: ShortcutTarget) => void)[] = [];
  const answering = new Answering(options.log, async () => {
    const { createWindowApp } = await import('./window-app.ts');
    return createWindowApp({
      ...options,
      port,
      access,
      longestMessageBytes: options.longestMessageBytes ?? MAX_MESSAGE_BYTES,
      status: () => readStatus?.(),
      onOpen: (opens) => openListeners.forEach((listener) => listener(opens)),
    });
  });
  // As Node's own server of HTTP has them; nothing is read before there is somebody to read it.
  const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) =>
    answering.take(socket),
  );
  const port = await listen(server, options.port);
  const access = new WindowAccess(port, options.now);
  return {
    port,
    openUrl: `${access.origin}/open`,
    secret: access.secret,
    entryLink: (view) => access.entryLink(view),
    ticketLink: (view) => access.ticketLink(view),
    answerStatus: (read) => void (readStatus = read),
    serve: (load) => answering.serve(load),
    onOpen: (listener) => void openListeners.push(listener),
    get connectedPages() {
      return answering.connectedPages;
    },
    close: async () => {
      server.close();
      await answering.close();
    },
  };
}

/** Hands connections over to what answers them, which it has loaded when the first one comes. */
class Answering {
  readonly #log: Log;
  readonly #load: () => Promise<WindowApp>;
  readonly #sockets = new Set<Socket>();
  #loading: Promise<WindowApp> | undefined;
  #app: WindowApp | undefined;
  #loadRouter: LoadRouter | undefined;

  constructor(log: Log, load: () => Promise<WindowApp>) {
    this.#log = log;
    this.#load = load;
  }

  get connectedPages(): number {
    return this.#app?.connectedPages ?? 0;
  }

  serve(load: LoadRouter): void {
    this.#loadRouter = load;
    if (this.#app) this.#serve(this.#app, load);
  }

  take(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    const leave = (error: unknown) => {
      this.#log.error(`Window: ${errorMessage(error)}`);
      socket.destroy();
    };
    // Whoever goes away meanwhile is no trouble.
    socket.on('error', ignore);
    this.#loaded().then(({ server }) => {
      socket.off('error', ignore);
      server.emit('connection', socket);
      socket.resume();
    }, leave);
  }

  /** Ends every connection: browsers keep theirs open, and stopping must not wait for them. */
  async close(): Promise<void> {
    await this.#app?.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #loaded(): Promise<WindowApp> {
    this.#loading ??= this.#load();
    const app = await this.#loading;
    if (!this.#app && this.#loadRouter) this.#serve(app, this.#loadRouter);
    return (this.#app = app);
  }

  #serve(app: WindowApp, load: LoadRouter): void {
    load().then(
      (router) => app.serve(router),
      (error: unknown) => this.#log.error(`Window: ${errorMessage(error)}`),
    );
  }
}

const ignore = (): void => undefined;

/** Listens on a port of this machine (0: any free one) and gives which it is. Rejects with `PortUnavailable`. */
async function listen(server: Server, port: number): Promise<number> {
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
