import type { ClientRequestConstructorOptions, net } from 'electron';

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
  request.on('redirect', (status, _method, target) => {
    const location = URL.parse(target)?.href;
    if (location === undefined) reject(refusal);
    else resolve(new Response(null, { status, headers: { location } }));
    request.abort();
  });
  request.on('response', () => {
    reject(refusal);
    request.abort();
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
