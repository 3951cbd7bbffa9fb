import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createLogger, createServer } from 'vite';
import type { Connect, Logger, Plugin, ProxyOptions } from 'vite';
import { securityHeaders } from '../../electron/desktop/headless/window/own-pages.ts';
import { WindowAccess } from '../../electron/desktop/headless/window/access.ts';
import { hotWords } from './hot-words.ts';
import type { Entered } from '../../test/support/enter-window.ts';

/** What connects a page to the agent. */
type AgentEntry = Pick<Entered, 'cookie' | 'protocols'>;

export interface DevWindowOptions {
  /** Folder of the window's index.html. */
  root: string;
  /** Has to be free. */
  port: number;
  agentPort: number;
  /** Electron's page has an address of its own, so it has to be told where Vite is. */
  pageOrigin: 'browser' | 'electron';
}

const project = join(import.meta.dirname, '../..');

/**
 * Serves the window's sources behind Vite, with hot reload. Its connection to the agent goes through the same address:
 * Vite passes `/rpc` on, with the cookie and page key of the agent that runs now, so that an open page outlives the
 * agent's restarts. Rejects with Vite's error, for example where the port is taken.
 */
export async function serveWindow({ root, port, agentPort, pageOrigin }: DevWindowOptions) {
  const access = new WindowAccess(port, Date.now);
  const secret = randomUUID();
  let agentEntry: AgentEntry | undefined;
  const rpc: ProxyOptions = {
    target: `http://127.0.0.1:${agentPort}`,
    ws: true,
    changeOrigin: true,
    rewriteWsOrigin: true,
    configure: (proxy) => {
      proxy.on('proxyReqWs', (outgoing, incoming, socket) => {
        // The agent cannot see who asks of Vite, so Vite asks for the cookie; other sites’ pages do not have it.
        if (!agentEntry || !access.browserOf(incoming.headers.cookie)) return void socket.destroy();
        outgoing.setHeader('cookie', agentEntry.cookie);
        outgoing.setHeader('sec-websocket-protocol', agentEntry.protocols.join(', '));
      });
      // The agent is restarting: the window tries again by itself.
      proxy.on('error', (_error, _incoming, answer) => void answer.end());
    },
  };
  // As in production, except for what Vite adds to a page: inline scripts and styles, and a socket of its own.
  const inline = "'unsafe-inline'";
  const headers = securityHeaders(`127.0.0.1:${port}`, { script: inline, style: inline });
  const vite = await createServer({
    configFile: join(project, 'build/vite.renderer.config.ts'),
    root,
    base: '/',
    customLogger: quietLogger(),
    clearScreen: false,
    plugins: [entryPlugin(access, secret), hotWords()],
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      ...(pageOrigin === 'electron' && { hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: port } }),
      headers: { 'content-security-policy': headers['content-security-policy'] },
      fs: { allow: [project] },
      proxy: { '/rpc': rpc },
      warmup: { clientFiles: ['./app/main.tsx'] },
    },
  });
  await vite.listen();
  const origin = `http://127.0.0.1:${port}`;
  return {
    /** For the developer's browser. Holds this run's secret. */
    address: `${origin}/enter/${secret}`,
    /** Where Vite listens, for Electron. */
    origin,
    /** Notes what the agent takes of a page, whenever it has started. */
    setAgentEntry: (entry: AgentEntry) => void (agentEntry = entry),
    close: () => vite.close(),
  };
}

/** Says nothing of sockets that broke: the window connects again after each reload and each restart of the agent. */
function quietLogger(): Logger {
  const logger = createLogger('warn');
  const { error } = logger;
  return Object.assign(logger, {
    error: (...[message, options]: Parameters<typeof error>) => {
      if (!message.includes('ws proxy')) error(message, options);
    },
  });
}

/** Lets in whoever has the printed address, as the headless shell does. */
function entryPlugin(access: WindowAccess, secret: string): Plugin {
  const enter: Connect.NextHandleFunction = (request, response, next) => {
    const presented = /^\/enter\/([\w-]+)/.exec(request.originalUrl ?? '')?.[1];
    if (presented === undefined) return next();
    // A developer opens it as often as they like.
    if (presented !== secret) {
      response.writeHead(403).end('Use the address that npm run dev printed.');
      return;
    }
    const cookie = access.setCookie(access.admit(request.headers.cookie));
    response.writeHead(303, { 'set-cookie': cookie, 'cache-control': 'no-store', location: '/' }).end();
  };
  return { name: 'askbell-entry', configureServer: (server) => void server.middlewares.use(enter) };
}
