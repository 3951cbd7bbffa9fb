import type { Fetch, FetchAnswer, FetchInit } from '../network.ts';
import { readText, TooLong } from './body.ts';
import { explainFailure, type Failure } from './explain-failure.ts';

/** Response as received. */
export interface RawResponse {
  status: number;
  headers: Pick<Headers, 'get'>;
  text: string;
  /** Address that returned it. */
  address?: string | undefined;
  /** Target of a redirect that was not followed, if any. */
  leadsTo?: string | undefined;
}

/** Error without a whole response; `failure` states the reason and whether the request may have reached the network. */
export class SendFailed extends Error {
  override readonly name = 'SendFailed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Content of a request beside its address: a GET, or a POST of a form. */
export interface SendContent {
  form?: URLSearchParams | undefined;
  /** Default: `accept: application/json`. */
  headers?: Record<string, string>;
  /** False for requests that change state, which are sent to their address only. */
  mayFollow?: boolean;
}

export interface SendOptions extends SendContent {
  /**
   * Time limit of connecting, headers and body. It is real time even if tests control the clock, because a real
   * connection does not follow it.
   */
  timeoutMs: number;
  /** Size limit of the body after decoding; default: that of an API response. */
  maxBytes?: number;
  signal?: AbortSignal;
}

/** Sends one request and reads the whole response as text. Rejects with `SendFailed` only. */
export async function send(
  fetch: Fetch,
  url: URL,
  { signal, timeoutMs, maxBytes, ...content }: SendOptions,
): Promise<RawResponse> {
  const giveUp = new AbortController();
  const end = (kind: Failure['kind'], message: string) =>
    giveUp.abort(new SendFailed({ kind, message, passing: false }));
  // The signal is raced as well as passed on, since not every fetch and body obeys it at once.
  const givenUp = new Promise<never>((_, reject) => {
    giveUp.signal.addEventListener('abort', () => reject(giveUp.signal.reason as SendFailed), { once: true });
  });
  const late = () => end('timeout', `${url.host} did not answer within ${inWords(timeoutMs)}.`);
  const cancel = () => end('cancelled', 'The request was called off.');
  const timer = setTimeout(late, timeoutMs);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    return await Promise.race([givenUp, exchange(fetch, url, content, giveUp.signal, maxBytes)]);
  } catch (error) {
    if (error instanceof SendFailed) throw error;
    if (!(error instanceof TooLong)) throw new SendFailed(explainFailure(error, url.host));
    const message = `${url.host} sent far more than an answer should hold.`;
    throw new SendFailed({ kind: 'bad-answer', message, passing: false });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

async function exchange(
  fetch: Fetch,
  url: URL,
  { form, headers, mayFollow = form === undefined }: SendContent,
  signal: AbortSignal,
  maxBytes: number | undefined,
): Promise<RawResponse> {
  const init: FetchInit = {
    ...(form && { method: 'POST', body: form.toString() }),
    headers: {
      accept: 'application/json',
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    // The address may contain the token: it must not end up in a browser cache on disk, nor be sent with cookies or as
    // a referrer. Cookies of a protection in front of the network would link one person's requests to another's.
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  };
  const { response, ...place } = await fetchFollowing(fetch, url, init, mayFollow);
  const { status, headers: received } = response;
  return { status, headers: received, text: await readText(response, maxBytes), ...place };
}

function inWords(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}

/** Maximum number of redirects: a server that moved its API redirects there at once; a longer chain leads nowhere. */
const MAX_REDIRECTS = 3;
const REDIRECTIONS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Fetches, and follows redirects of reads within the same origin or to TLS at the same host: no other host may get a
 * token, and the log-in page of a Wi-Fi network is recognised by its address. Each address is requested once, so that a
 * loop costs no more than one round (docs/api.md, "Protection pages"). `fetch` must return a redirect for `redirect:
 * 'manual'`, or reject.
 * @returns the response, its address, and the target of a redirect that was not followed
 */
async function fetchFollowing(
  fetch: Fetch,
  url: URL,
  init: FetchInit,
  mayFollow: boolean,
): Promise<{ response: FetchAnswer; address: string; leadsTo?: string }> {
  const asked = new Set<string>();
  for (let at = url; ;) {
    asked.add(withoutFragment(at));
    const response = await fetch(at.href, { ...init, redirect: 'manual' });
    const location = REDIRECTIONS.includes(response.status) ? response.headers.get('location') : null;
    const target = location === null ? null : URL.parse(location, at.href);
    if (!target) return { response, address: at.href };
    const isNew = !asked.has(withoutFragment(target)) && asked.size <= MAX_REDIRECTS;
    if (!mayFollow || !isNew || !isSamePlace(at, target)) return { response, address: at.href, leadsTo: target.href };
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
