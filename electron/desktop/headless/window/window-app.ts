import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastifyWebsocket from '@fastify/websocket';
import { RPCHandler } from '@orpc/server/ws';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { WebSocket } from 'ws';
import { errorMessage } from '../../../../common/error-message.ts';
import type { Emitter } from '../../../base/emitter.ts';
import type { Log } from '../../../base/log.ts';
import { appFiles } from '../../app-files.ts';
import type { PageContext } from '../../desktop.ts';
import { RPC_PATH, type AdmittedBrowser, type WindowAccess } from './access.ts';
import { PANEL_WINDOW } from './browser.ts';
import { ENTERING_SCRIPT_SOURCE, enteringPage, errorPage, securityHeaders, type ErrorPage } from './own-pages.ts';

/** Maximum message size: a sound of ten seconds is the longest message. Protects memory from a faulty page. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** Path of the panel's page. */
const PANEL_PATH = '/panel';

/** Paths of the panel's entries, by their view. */
const PANEL_ENTRIES: ReadonlyMap<string, string> = new Map([
  ['panel', PANEL_PATH],
  [PANEL_WINDOW, `${PANEL_PATH}?window`],
]);

/** Sizes that browsers require before they install a page. */
const ICONS = [
  { file: 'askbell-192px.png', sizes: '192x192' },
  { file: 'askbell.png', sizes: '512x512' },
];

/**
 * Web app manifest of the panel, which can be installed beside the window (https://www.w3.org/TR/appmanifest/). The
 * name is the same in every language.
 */
const MANIFEST = {
  id: PANEL_PATH,
  name: 'Askbell panel',
  short_name: 'Askbell',
  start_url: PANEL_PATH,
  scope: PANEL_PATH,
  display: 'standalone',
  // A single window: an open panel is focused.
  launch_handler: { client_mode: 'focus-existing' },
  background_color: '#ffffff',
  icons: ICONS.map(({ file, sizes }) => ({ src: `/${file}`, sizes, type: 'image/png' })),
};

export interface WindowAppOptions {
  /** Folder of the built renderer. */
  rendererDir: string;
  log: Log;
  /** Default: 8 MiB. */
  longestMessageBytes?: number;
}

/** Events of the connected pages. */
export interface PageEvents {
  /** A page connected or disconnected: their number. */
  pages: number;
}

/** Router of the contract, as RPCHandler takes it. */
export type WindowRouter = ConstructorParameters<typeof RPCHandler<PageContext>>[0];

/** Server of the browsers' requests. */
export interface WindowApp {
  /** Receives connections; it does not listen itself. */
  readonly server: Server;
  close(): Promise<void>;
}

/**
 * Creates the server of browsers' requests. Loaded only when a browser connects, because its modules are large.
 * @param router resolves once Askbell has started
 */
export async function createWindowApp(
  access: WindowAccess,
  router: () => Promise<WindowRouter>,
  { rendererDir, log, longestMessageBytes = MAX_MESSAGE_BYTES }: WindowAppOptions,
  events: Emitter<PageEvents>,
): Promise<WindowApp> {
  const pages = new ConnectedPages(router, log, events);
  const app = fastify({
    logger: false,
    // An unreadable address reaches no hook.
    frameworkErrors: (_error, request, reply) => {
      void notUnderstood(reply.headers(securityHeaders(request.headers.host)), 400);
    },
  });
  setUpAnswers(app, log);
  await app.register(fastifyWebsocket, {
    options: {
      maxPayload: longestMessageBytes,
      // Each message is processed before the next: the one that ends a subscription is read faster than the one that
      // begins it, and overtook it when both arrived together. The subscription then never ended.
      allowSynchronousEvents: false,
    },
  });
  await app.register(fastifyStatic, { root: rendererDir, wildcard: true, index: 'index.html', dotfiles: 'deny' });
  setUpPanel(app);
  setUpEntry(app, access);
  app.get(RPC_PATH, { websocket: true }, (socket, { headers }) => {
    const browser = access.browserOf(headers.cookie);
    if (browser) pages.add(socket, browser);
    else socket.terminate();
  });
  await app.ready();
  return {
    server: app.server,
    close: async () => {
      pages.close();
      await app.close();
    },
  };
}

/** Sets up headers, error handling and missing pages. */
function setUpAnswers(app: FastifyInstance, log: Log): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(request.headers.host));
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = clientErrorStatus(error);
    if (status !== undefined) return notUnderstood(reply, status);
    log.error(`Window: ${errorMessage(error)}`);
    return reply.code(500).type('text/plain').send('Askbell could not answer that. See its log.');
  });
  app.setNotFoundHandler(async (request, reply) => {
    // The renderer's own addresses (/inbox, …) have no file; the page routes them.
    if (request.method === 'GET' && /^\/[a-z-]*$/.test(request.url.split('?')[0] ?? ''))
      return reply.sendFile('index.html');
    return showError(reply, 'notFound');
  });
}

const notUnderstood = (reply: FastifyReply, status: number): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').send('Askbell does not understand that.');

/** Returns the status of a client error; undefined for an error of Askbell. */
function clientErrorStatus(error: unknown): number | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? status : undefined;
}

/** Sets up the entry of browsers: a pass is exchanged for the cookie and the page key. */
function setUpEntry(app: FastifyInstance, access: WindowAccess): void {
  app.get<{ Params: { pass: string }; Querystring: { view?: string } }>(
    '/enter/:pass',
    // A HEAD request must not use up the pass of the browser's next request.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { view = '' } = request.query;
      const onward = PANEL_ENTRIES.get(view) ?? (/^[a-z]+$/.test(view) ? `/#/${view}` : '/');
      reply.header('cache-control', 'no-store');
      const { cookie } = request.headers;
      const browser = access.redeem(request.params.pass, cookie);
      if (browser)
        return reply
          .header('set-cookie', access.setCookie(browser))
          .headers(securityHeaders(request.headers.host, { script: ENTERING_SCRIPT_SOURCE }))
          .type('text/html; charset=utf-8')
          .send(enteringPage(browser.pageKey, onward));
      // An admitted browser may return by an old link, and has the page key already: the cookie does not obtain it.
      return access.browserOf(cookie) ? reply.redirect(onward, 303) : showError(reply, 'refused');
    },
  );
}

function showError(reply: FastifyReply, page: ErrorPage): FastifyReply {
  const { status, headers, body } = errorPage(page, reply.request.headers);
  return reply.code(status).headers(headers).send(body);
}

/** Serves the panel and its manifest; access is checked before. */
function setUpPanel(app: FastifyInstance): void {
  app.get(PANEL_PATH, (_request, reply) => reply.sendFile('app/panel.html'));
  app.get('/panel.webmanifest', (_request, reply) => reply.type('application/manifest+json').send(MANIFEST));
  for (const { file } of ICONS)
    app.get(`/${file}`, (_request, reply) => reply.type('image/png').send(readFileSync(join(appFiles.icons, file))));
}

/** Connected pages. Messages of a page wait in its paused socket until the router is loaded. */
class ConnectedPages {
  readonly #router: () => Promise<WindowRouter>;
  readonly #log: Log;
  readonly #events: Emitter<PageEvents>;
  readonly #pages = new Set<WebSocket>();
  #handler: RPCHandler<PageContext> | undefined;

  constructor(router: () => Promise<WindowRouter>, log: Log, events: Emitter<PageEvents>) {
    this.#router = router;
    this.#log = log;
    this.#events = events;
  }

  /** Adds a page; it is disconnected when its browser is signed out, and where the router fails to load. */
  add(page: WebSocket, browser: AdmittedBrowser): void {
    this.#pages.add(page);
    this.#events.emit('pages', this.#pages.size);
    const end = () => page.terminate();
    browser.signedOut.addEventListener('abort', end);
    page.on('error', (error) => this.#log.warn(`Window: ${error.message}`));
    page.on('close', () => {
      this.#pages.delete(page);
      browser.signedOut.removeEventListener('abort', end);
      this.#events.emit('pages', this.#pages.size);
    });
    page.pause();
    this.#connect(page, browser).catch((error: unknown) => {
      this.#log.error(`Window: ${errorMessage(error)}`);
      // It reconnects by itself.
      end();
    });
  }

  close(): void {
    for (const page of this.#pages) page.terminate();
  }

  async #connect(page: WebSocket, browser: AdmittedBrowser): Promise<void> {
    this.#handler ??= new RPCHandler(await this.#router());
    await this.#handler.upgrade(page, { context: { browser } });
    page.resume();
  }
}
