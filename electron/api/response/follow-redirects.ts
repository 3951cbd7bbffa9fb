import type { Fetch, FetchAnswer, FetchInit } from '../fetch.ts';

/** An answer, the address that gave it, and where it leads, if that was not followed. */
export interface Followed {
  response: FetchAnswer;
  address: string;
  leadsTo?: string | undefined;
}

/** A server that moved its API sends there at once; a longer chain leads nowhere. */
const MAX_REDIRECTS = 3;
const REDIRECTIONS: readonly number[] = [301, 302, 303, 307, 308];

/** How a request is sent, and whether its redirects may be followed. */
export interface FollowInit extends Omit<FetchInit, 'redirect'> {
  /** False for what changes something: it is asked for at the address that it was meant for, or not at all. */
  mayFollow?: boolean;
}

/**
 * Fetches, and follows redirects of reads within the same origin or to TLS at the same host: nobody elsewhere must get
 * a token, and the log-in page of a Wi-Fi network is recognised by its address. Each address is asked once, so that a
 * loop costs no more than one round (docs/api.md, "Protection pages"). `fetch` has to hand back a redirect where it is
 * asked to, or reject.
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

/** A fragment is not sent, so it makes no other address. */
const withoutFragment = ({ href, hash }: URL): string => href.slice(0, href.length - hash.length);

/** Another port may be another program; only the usual two, without TLS and with it, are one server. */
const isSamePlace = (from: URL, to: URL): boolean =>
  to.username === '' && to.password === '' && (from.origin === to.origin || isUpgradeToTls(from, to));

const isUpgradeToTls = (from: URL, to: URL): boolean =>
  from.protocol === 'http:' && to.protocol === 'https:' && from.host === to.host && from.port === '';
