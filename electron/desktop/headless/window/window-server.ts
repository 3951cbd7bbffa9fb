import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastifyWebsocket from '@fastify/websocket';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorMessage } from '../../../../common/error-message.ts';
import type { Log } from '../../../log.ts';
import type { ShortcutTarget } from '../../desktop.ts';
import { ConnectedPages, type WindowRouter } from './connected-pages.ts';
import { ENTERING_SCRIPT_SOURCE, enteringPage } from './entering-page.ts';
import { notFoundPage } from './error-pages.ts';
import { PANEL_PATH, setUpPanel } from './panel-page.ts';
import { refuse, RequestGuard, securityHeaders } from './request-guard.ts';
import { WindowAccess } from './window-access.ts';

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
  /** A new address for the terminal: it lets one browser in, once. */
  entryLink(): string;
  /** For a browser's command line, which others on the machine can read: lets in once, within a minute. */
  ticketLink(view?: string): string;
  /** Answers the pages that are and will be connected. Until then they wait. */
  serve(router: WindowRouter): void;
  /** Called when a second start asks for the window, or for the panel. */
  onOpen(listener: (opens: ShortcutTarget) => void): void;
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
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

/** Starts listening on 127.0.0.1. Rejects with `RendererMissing` or `PortUnavailable`. */
export async function startWindowServer(options: WindowServerOptions): Promise<WindowServer> {
  if (!existsSync(join(options.rendererDir, 'index.html'))) {
    throw new RendererMissing('Askbell\'s window has not been built yet. Run "npm run build" first.');
  }
  const pages = new ConnectedPages(options.log);
  const openListeners: ((opens: ShortcutTarget) => void)[] = [];
  /** Known once the port is; until then everybody is refused. */
  let guard: RequestGuard | undefined;
  const refusal = (request: FastifyRequest) => (guard ? guard.refusal(request) : 'starting');
  const app = fastify({
    logger: false,
    // Browsers keep connections open, and stopping must not wait for them.
    forceCloseConnections: true,
    // An address that cannot be read passes no hook.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(securityHeaders(request.headers.host));
      void (refusal(request) ? refuse(reply, request) : notUnderstood(reply, 400));
    },
  });

  setUpAnswers(app, options.log, refusal);
  await app.register(fastifyWebsocket, {
    options: { maxPayload: options.longestMessageBytes ?? MAX_MESSAGE_BYTES },
  });
  await app.register(fastifyStatic, {
    root: options.rendererDir,
    wildcard: true,
    index: 'index.html',
    dotfiles: 'deny',
  });
  setUpPanel(app);
  setUpEntry(app, () => guard?.access);
  setUpSecondStart(
    app,
    () => guard?.access,
    (opens) => openListeners.forEach((listener) => listener(opens)),
  );
  app.get('/rpc', { websocket: true }, (socket) => pages.add(socket));

  const port = await listen(app, options.port);
  const access = new WindowAccess(port, options.now);
  guard = new RequestGuard(port, access);
  return {
    port,
    openUrl: `${access.origin}/open`,
    secret: access.secret,
    entryLink: () => access.entryLink(),
    ticketLink: (view) => access.ticketLink(view),
    serve: (router) => pages.serve(router),
    onOpen: (listener) => void openListeners.push(listener),
    get connectedPages() {
      return pages.count;
    },
    close: async () => {
      pages.close();
      await app.close();
    },
  };
}

/** What every answer has, and what is answered where there is nothing, or something went wrong. */
function setUpAnswers(app: FastifyInstance, log: Log, refusal: (request: FastifyRequest) => string | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(request.headers.host));
    if (refusal(request)) return refuse(reply, request);
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = clientErrorStatus(error);
    if (status !== undefined) return notUnderstood(reply, status);
    log.error(`Window: ${errorMessage(error)}`);
    return reply.code(500).type('text/plain').send('Askbell could not answer that. See its log.');
  });
  app.setNotFoundHandler(async (request, reply) => {
    // The renderer's own addresses (/inbox, …) have no file: the page itself sorts them out.
    if (request.method === 'GET' && /^\/[a-z-]*$/.test(request.url.split('?')[0] ?? ''))
      return reply.sendFile('index.html');
    return reply.code(404).type('text/html; charset=utf-8').send(notFoundPage);
  });
}

const notUnderstood = (reply: FastifyReply, status: number): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').send('Askbell does not understand that.');

/** The status of what was wrong with the request itself; undefined where Askbell is at fault. */
function clientErrorStatus(error: unknown): number | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? status : undefined;
}

/** The way in for a browser: by a pass, which it gives for the cookie and the page key. */
function setUpEntry(app: FastifyInstance, access: () => WindowAccess | undefined): void {
  app.get<{ Params: { pass: string }; Querystring: { view?: string } }>(
    '/enter/:pass',
    // Asking for the head must not use up what the browser asks for next.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const known = access();
      if (!known) return refuse(reply, request);
      const view = request.query.view;
      const onward = view === 'panel' ? PANEL_PATH : view !== undefined && /^[a-z]+$/.test(view) ? `/#/${view}` : '/';
      reply.header('cache-control', 'no-store');
      if (known.admits(request.params.pass))
        return reply
          .header('set-cookie', known.setCookie)
          .headers(securityHeaders(request.headers.host, ENTERING_SCRIPT_SOURCE))
          .type('text/html; charset=utf-8')
          .send(enteringPage(known.pageKey, onward));
      // Whoever is in comes back by an old link, too, and has the page key already: the cookie does not buy it.
      return known.hasCookie(request.headers.cookie) ? reply.redirect(onward, 303) : refuse(reply, request);
    },
  );
}

/**
 * The way in for a second start of Askbell: with the run's secret it has the window, or the panel, opened, and gets an
 * entry link.
 */
function setUpSecondStart(
  app: FastifyInstance,
  access: () => WindowAccess | undefined,
  open: (opens: ShortcutTarget) => void,
): void {
  app.post<{ Querystring: { view?: string } }>('/open', async (request, reply) => {
    const known = access();
    const presented = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (presented === undefined || !known?.isSecret(presented)) return refuse(reply, request);
    const isPanel = request.query.view === 'panel';
    open(isPanel ? 'panel' : 'window');
    return reply.header('cache-control', 'no-store').send({ address: known.entryLink(isPanel ? 'panel' : undefined) });
  });
}

/** Listens on a port of this machine (0: any free one) and gives which it is. Rejects with `PortUnavailable`. */
async function listen(app: FastifyInstance, port: number): Promise<number> {
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
  return bound !== null && typeof bound === 'object' ? bound.port : port;
}
