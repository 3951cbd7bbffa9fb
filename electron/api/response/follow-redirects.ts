/** An answer, the address that gave it, and where it leads, if that was not followed. */
export interface Followed {
  response: Response;
  address: string;
  leadsTo?: string | undefined;
}

const MAX_REDIRECTS = 5;
const REDIRECTIONS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Fetches, and follows redirects within the same origin only: whoever answers elsewhere must not get a token, and a
 * log-in page of a Wi-Fi network is told by its address. Electron's fetch neither hands back a redirect nor tells the
 * address in the end, so redirects are refused at first; only where there is one is it asked for what it says.
 */
export async function fetchFollowing(fetch: typeof globalThis.fetch, url: URL, init: RequestInit): Promise<Followed> {
  let at = url;
  for (let redirects = 0; ; redirects++) {
    const response = await fetchRedirect(fetch, at, init);
    const location = REDIRECTIONS.includes(response.status) ? response.headers.get('location') : null;
    const target = location === null ? null : URL.parse(location, at.href);
    if (!target) return { response, address: at.href };
    const mayFollow = init.method !== 'POST' && redirects < MAX_REDIRECTS && isSamePlace(at, target);
    if (!mayFollow) return { response, address: at.href, leadsTo: target.href };
    await response.body?.cancel();
    at = target;
  }
}

/** Gives a redirect as it is, on either shell. */
async function fetchRedirect(fetch: typeof globalThis.fetch, url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url.href, { ...init, redirect: 'error' });
  } catch (error) {
    if (!isRefusedRedirect(error)) throw error;
    return fetch(url.href, { ...init, redirect: 'manual' });
  }
}

/** Node says "unexpected redirect", Electron "Attempted to redirect, but redirect policy was 'error'". */
function isRefusedRedirect(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (/unexpected redirect|attempted to redirect/i.test(at.message)) return true;
  return false;
}

/** Another port may be another program; only the usual two, without TLS and with it, are one server. */
const isSamePlace = (from: URL, to: URL): boolean => from.origin === to.origin || isUpgradeToTls(from, to);

const isUpgradeToTls = (from: URL, to: URL): boolean =>
  from.protocol === 'http:' && to.protocol === 'https:' && from.host === to.host && from.port === '';
