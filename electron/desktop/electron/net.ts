import type { ClientRequestConstructorOptions, net, ProxyConfig, Session } from 'electron';
import type { ProxyChoice } from '../desktop.ts';
import { setNodeProxy } from '../proxy.ts';

/** Local addresses bypass the proxy. */
const PROXY_BYPASS = '<local>;localhost;127.0.0.1;[::1]';

/** Returns Electron's proxy configuration. Pure. */
export function proxyConfig(choice: ProxyChoice): ProxyConfig {
  if (choice.mode === 'system') return { mode: 'system' };
  return choice.mode === 'none'
    ? { mode: 'direct' }
    : { mode: 'fixed_servers', proxyRules: choice.address, proxyBypassRules: PROXY_BYPASS };
}

let chosen: ProxyChoice = { mode: 'system' };

/** Sets the proxy of a session and closes its earlier connections. Node's own requests use the same proxy. */
export async function setProxy(choice: ProxyChoice, session: Session): Promise<void> {
  chosen = choice;
  setNodeProxy(choice);
  await session.setProxy(proxyConfig(choice));
  await session.closeAllConnections();
}

/** Applies the chosen proxy to a session created later, such as the sign-in window's. */
export const useChosenProxy = (session: Session): Promise<void> => session.setProxy(proxyConfig(chosen));

/**
 * Parses Chromium's proxy for an address from a string such as `PROXY host:port; DIRECT`; undefined for a direct
 * connection. Pure.
 */
export function proxyIn(answer: string): string | undefined {
  const [, kind, host] = /^(PROXY|HTTPS|SOCKS[45]?)\s+(\S+)$/i.exec(answer.split(';')[0]?.trim() ?? '') ?? [];
  if (kind === undefined || host === undefined) return undefined;
  const scheme = /^https$/i.test(kind) ? 'https' : /^proxy$/i.test(kind) ? 'http' : 'socks';
  return `${scheme}://${host}`;
}

/** Used part of Electron's `net`. */
export type SystemNet = Pick<typeof net, 'fetch' | 'request'>;

/** Methods that are safe to repeat. */
const READ_METHODS: readonly string[] = ['GET', 'HEAD'];

/** "Attempted to redirect, but redirect policy was 'error'"; Node would say "unexpected redirect". */
const REDIRECT_REFUSED = /attempted to redirect|unexpected redirect/i;

/**
 * Creates a fetch that uses Electron's, for the system's proxy and certificates. Electron's cannot return a redirect
 * (`redirect: 'manual'`), only refuse it; so a read that was refused is repeated with `net.request`, which provides the
 * target. The resulting response has the status and a `location`, but no body. Writes are never repeated: they reject
 * with the refusal.
 */
export function createSystemFetch(system: SystemNet): typeof globalThis.fetch {
  return async (input, init) => {
    const address = input instanceof URL ? input.href : input;
    if (init?.redirect !== 'manual') return system.fetch(address, init);
    try {
      return await system.fetch(address, { ...init, redirect: 'error' });
    } catch (error) {
      const isRead = READ_METHODS.includes((init.method ?? 'GET').toUpperCase());
      if (!isRead || typeof address !== 'string' || !isRefusedRedirect(error)) throw error;
      return redirectOf(system, address, init, error);
    }
  };
}

function isRefusedRedirect(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (REDIRECT_REFUSED.test(at.message)) return true;
  return false;
}

/** Returns the redirect of an address. Rejects with `refusal` if it no longer redirects. */
function redirectOf(system: SystemNet, url: string, init: RequestInit, refusal: unknown): Promise<Response> {
  const { signal } = init;
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  if (signal?.aborted) return Promise.reject(signal.reason);
  const request = system.request(requestOptions(url, init));
  const giveUp = () => {
    reject(signal?.reason);
    request.abort();
  };
  signal?.addEventListener('abort', giveUp, { once: true });
  const end = (status: number, location: string | undefined) => {
    if (location === undefined) reject(refusal);
    else resolve(new Response(null, { status, headers: { location } }));
    request.abort();
  };
  request.on('redirect', (status, _method, target) => end(status, URL.parse(target)?.href));
  request.on('response', (response) => {
    // The abort ends its body, too.
    response.on('error', () => undefined);
    const [location = ''] = [response.headers['location']].flat();
    end(response.statusCode, location === '' ? undefined : URL.parse(location, url)?.href);
  });
  request.on('error', reject);
  request.on('close', () => reject(refusal));
  request.end();
  return promise.finally(() => signal?.removeEventListener('abort', giveUp));
}

function requestOptions(url: string, init: RequestInit): ClientRequestConstructorOptions {
  const { method, headers, credentials, cache, referrerPolicy } = init;
  return {
    url,
    redirect: 'manual',
    ...(method !== undefined && { method }),
    ...(headers !== undefined && { headers: Object.fromEntries(new Headers(headers)) }),
    ...(credentials !== undefined && { credentials }),
    ...(cache !== undefined && { cache }),
    ...(referrerPolicy !== undefined && { referrerPolicy }),
  };
}
