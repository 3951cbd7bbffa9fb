import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { escapeMarkup } from '../../common/safe-text.ts';
import type { RedirectListener, RedirectListening } from './desktop.ts';

/** Path of the redirect; networks compare host and scheme, and accept any path. */
const PATH = '/signed-in';

/** Maximum attempts, since a port that is free on one loopback address may be taken on the other. */
const MAX_PORTS_TRIED = 10;

/** Maximum length of a redirect address, in characters; valid ones are short. */
const MAX_ADDRESS = 8_000;

/**
 * Listens on a new local port, over IPv4 and, if available, IPv6 loopback, for the redirect of a sign-in (RFC 8252,
 * section 7.3). Other requests are rejected, since other pages may send some. Stops after the response, or when the
 * signal aborts; then `landed` rejects with the signal's reason. Rejects if no port is available.
 */
export async function listenForRedirect(listening: RedirectListening): Promise<RedirectListener> {
  const landed = Promise.withResolvers<string>();
  const { servers, port } = await listenOnLoopback((request, response) => {
    const address = awaitedAddress(request, port, listening.isAwaited);
    if (address === undefined) return turnAway(response);
    response.once('close', close);
    showPage(response, listening.page(address));
    landed.resolve(address);
  });
  const close = () => {
    listening.signal.removeEventListener('abort', stop);
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  const stop = () => {
    close();
    landed.reject(listening.signal.reason);
  };
  listening.signal.addEventListener('abort', stop, { once: true });
  if (listening.signal.aborted) stop();
  return { redirectUri: `http://localhost:${port}${PATH}`, landed: landed.promise };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts two servers on one port, since `localhost` may be either address; one if the machine has no IPv6. */
async function listenOnLoopback(handler: Handler): Promise<{ servers: Server[]; port: number }> {
  for (let tried = 1; ; tried++) {
    const v4 = await listen(handler, '127.0.0.1', 0);
    const { port } = v4.address() as AddressInfo;
    try {
      return { servers: [v4, await listen(handler, '::1', port)], port };
    } catch (error) {
      if (!isTaken(error)) return { servers: [v4], port };
      v4.close();
      if (tried === MAX_PORTS_TRIED) throw error;
    }
  }
}

async function listen(handler: Handler, host: string, port: number): Promise<Server> {
  const server = createServer(handler).listen({ host, port, ipv6Only: true });
  await once(server, 'listening');
  return server;
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** Returns the complete address of the request if it is the awaited one. */
function awaitedAddress(
  { method, headers, url = '' }: IncomingMessage,
  port: number,
  isAwaited: (address: string) => boolean,
): string | undefined {
  // A foreign name that resolves to this machine (DNS rebinding) shows in Host.
  const isHere = [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`].includes(headers.host ?? '');
  if (method !== 'GET' || !isHere || !url.startsWith(`${PATH}?`) || url.length > MAX_ADDRESS) return undefined;
  const address = `http://localhost:${port}${url}`;
  return isAwaited(address) ? address : undefined;
}

const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

function turnAway(response: ServerResponse): void {
  response.writeHead(404, { ...COMMON_HEADERS, 'content-type': 'text/plain' }).end();
}

const STYLE = `:root{color-scheme:light dark}
body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1.5rem;text-align:center}
h1{font-size:1.5rem;line-height:1.3;font-weight:600}`;

/** Removes the code from the address bar and the history. */
const SCRIPT = `history.replaceState(null, '', '/');`;

function showPage(response: ServerResponse, { language, title, text }: ReturnType<RedirectListening['page']>): void {
  const nonce = randomBytes(16).toString('base64');
  response
    .writeHead(200, {
      ...COMMON_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; ` +
        `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    })
    .end(
      `<!doctype html><html lang="${escapeMarkup(language)}"><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width"><title>${escapeMarkup(title)}</title>` +
        `<style nonce="${nonce}">${STYLE}</style><script nonce="${nonce}">${SCRIPT}</script>` +
        `<main><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(text)}</p></main></html>`,
    );
}
