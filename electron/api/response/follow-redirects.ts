import type { Fetch, FetchAnswer, FetchInit } from '../fetch.ts';

/** Response, its address, and the target of a redirect that was not followed. */
export interface Followed {
  response: FetchAnswer;
  address: string;
  leadsTo?: string | undefined;
}

/** Maximum number of redirects: a server that moved its API redirects there at once; a longer chain leads nowhere. */
const MAX_REDIRECTS = 3;
const REDIRECTIONS: readonly number[] = [301, 302, 303, 307, 308];

/** Request options, and whether redirects may be followed. */
export interface FollowInit extends Omit<FetchInit, 'redirect'> {
  /** False for requests that change state, which are sent to their address only. */
  mayFollow?: boolean;
}

/**
 * Fetches, and follows redirects of reads within the same origin or to TLS at the same host: no other host may get a
 * token, and the log-in page of a Wi-Fi network is recognised by its address. Each address is requested once, so that a
 * loop costs no more than one round (docs/api.md, "Protection pages"). `fetch` must return a redirect for `redirect:
 * 'manual'`, or reject.
 */
export async function fetchFollowing(
  fetch: Fetch,
  url: URL,
  { mayFollow = true, ...init }: FollowInit,
): Promise<Followed> {
  const asked = new Set<string>();
  const isRead = mayFollow && ['GET', 'HEAD'].includes((init.method ?? 'GET').toUpperCase());
  for (let at = url; ;) {
    asked.add(withoutFragment(at));
    const response = await fetch(at.href, { ...init, redirect: 'manual' });
    const location = REDIRECTIONS.includes(response.status) ? response.headers.get('location') : null;
    const target = location === null ? null : URL.parse(location, at.href);
    if (!target) return { response, address: at.href };
    const isNew = !asked.has(withoutFragment(target)) && asked.size <= MAX_REDIRECTS;
    if (!isRead || !isNew || !isSamePlace(at, target)) return { response, address: at.href, leadsTo: target.href };
    await response.body?.cancel();
    at = target;
  }
}

/** Returns an address without its fragment, which is not sent. */
const withoutFragment = ({ href, hash }: URL): string => href.slice(0, href.length - hash.length);

/**
 * Whether two addresses are one server. Another port may be another program; only the default ports, without TLS and
 * with it, are one server.
 */
const isSamePlace = (from: URL, to: URL): boolean =>
  to.username === '' && to.password === '' && (from.origin === to.origin || isUpgradeToTls(from, to));

const isUpgradeToTls = (from: URL, to: URL): boolean =>
  from.protocol === 'http:' && to.protocol === 'https:' && from.host === to.host && from.port === '';
