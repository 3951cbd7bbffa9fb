import type { Server } from 'node:http';
import fastifyStatic from '@fastify/static';
import fastifyWebsocket from '@fastify/websocket';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { errorMessage } from '../../../../common/error-message.ts';
import type { Log } from '../../../base/log.ts';
import { ConnectedPages, type WindowRouter } from './connected-pages.ts';
import { ENTERING_SCRIPT_SOURCE, enteringPage } from './entering-page.ts';
import { errorPage, type ErrorPage } from './own-pages.ts';
import { hasSecret, RPC_PATH } from './front-server.ts';
import { PANEL_ENTRIES, setUpPanel } from './panel-page.ts';
import { securityHeaders, type RequestGuard } from './request-guard.ts';

export interface WindowAppParts {
  /** Guard that has already admitted the requests. */
  guard: RequestGuard;
  rendererDir: string;
  log: Log;
  longestMessageBytes: number;
  /** Called when the last page has disconnected. */
  onLastPageLeft: () => void;
}

/** Server of the browsers' requests. */
export interface WindowApp {
  /** Receives connections; it does not listen itself. */
  readonly server: Server;
  /** Serves current and future pages with the router; until then they wait. */
  serve(router: WindowRouter): void;
  /** Disconnects waiting pages, since the router is not available; they reconnect by themselves. */
  endWaiting(): void;
  /** Number of connected pages. */
  readonly connectedPages: number;
  close(): Promise<void>;
}

/** Creates the server of browsers' requests. Loaded only when a browser connects, because its modules are large. */
export async function createWindowApp({ guard, rendererDir, log, ...parts }: WindowAppParts): Promise<WindowApp> {
  const pages = new ConnectedPages(log, parts.onLastPageLeft);
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
      maxPayload: parts.longestMessageBytes,
      // Each message is processed before the next: the one that ends a subscription is read faster than the one that
      // begins it, and overtook it when both arrived together. The subscription then never ended.
      allowSynchronousEvents: false,
    },
  });
  await app.register(fastifyStatic, { root: rendererDir, wildcard: true, index: 'index.html', dotfiles: 'deny' });
  setUpPanel(app);
  setUpEntry(app, guard.access);
  setUpSecondStart(app, guard);
  app.get(RPC_PATH, { websocket: true }, (socket, { headers }) => {
    const browser = guard.access.browserOf(headers.cookie);
    if (browser) pages.add(socket, browser);
    else socket.terminate();
  });
  await app.ready();
  return {
    server: app.server,
    serve: (router) => pages.serve(router),
    endWaiting: () => pages.endWaiting(),
    get connectedPages() {
      return pages.count;
    },
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
function setUpEntry(app: FastifyInstance, access: RequestGuard['access']): void {
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

/**
 * Sets up the entry for a second start of Askbell: the run's secret yields a ticket, to open the window in a browser,
 * and an entry link, to print if there is none.
 */
function setUpSecondStart(app: FastifyInstance, guard: RequestGuard): void {
  app.post('/open', async (request, reply) => {
    if (!hasSecret(request.headers, guard)) return showError(reply, 'refused');
    const { access } = guard;
    return reply.header('cache-control', 'no-store').send({ address: access.entryLink(), ticket: access.ticketLink() });
  });
}

function showError(reply: FastifyReply, page: ErrorPage): FastifyReply {
  const { status, headers, body } = errorPage(page, reply.request.headers);
  return reply.code(status).headers(headers).send(body);
}
