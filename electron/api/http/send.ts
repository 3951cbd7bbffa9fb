import type { Fetch, FetchAnswer, FetchInit } from '../network.ts';
import { explainFailure, type Failure } from './explain-failure.ts';
import { readText, TooLong } from './body.ts';

/** Answer as received. */
export interface RawResponse {
  status: number;
  headers: Pick<Headers, 'get'>;
  text: string;
  /** Address that returned it. */
  address?: string | undefined;
  /** Target of a redirect that was not followed, if any. */
  leadsTo?: string | undefined;
}

/** Error without a whole answer; `failure` states the reason and whether the request may have reached the network. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Content of a request beside its address. */
interface SendOptions {
  form?: URLSearchParams | undefined;
  authorization?: string | undefined;
  /** Whether the request changes state, so that its redirects are not followed. */
  isChange?: boolean | undefined;
}

/**
 * Sends one request (a GET, or a POST of a form) and reads the whole answer as text. Rejects with `FetchFailed` only.
 * `timeoutMs` covers connecting, headers and body. It is real time even if tests control the clock, because a real
 * connection does not follow it.
 */
export async function fetchText(
  fetch: Fetch,
  url: URL,
  options: SendOptions & { timeoutMs: number; signal: AbortSignal },
): Promise<RawResponse> {
  const { signal, timeoutMs, form, authorization, isChange } = options;
  const giveUp = new AbortController();
  let stopTimer = () => {};
  let stopListening = () => {};
  // The signal is raced as well as passed on, since not every fetch and body obeys it at once.
  const givenUp = new Promise<never>((_, reject) => {
    const end = (failure: Failure) => {
      reject(new FetchFailed(failure));
      giveUp.abort();
    };
    const timer = setTimeout(
      () =>
        end({
          kind: 'timeout',
          message: `${url.host} did not answer within ${inWords(timeoutMs)}.`,
          mayHaveReached: true,
          passing: false,
        }),
      timeoutMs,
    );
    stopTimer = () => clearTimeout(timer);
    const cancel = () =>
      end({ kind: 'cancelled', message: 'The request was called off.', mayHaveReached: true, passing: false });
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    stopListening = () => signal.removeEventListener('abort', cancel);
  });
  try {
    return await Promise.race([givenUp, read(fetch, url, giveUp.signal, { form, authorization, isChange })]);
  } catch (error) {
    throw error instanceof FetchFailed ? error : new FetchFailed(explainFailure(error, url.host));
  } finally {
    stopTimer();
    stopListening();
  }
}

async function read(
  fetch: Fetch,
  url: URL,
  signal: AbortSignal,
  { form, authorization, isChange }: SendOptions,
): Promise<RawResponse> {
  const { response, address, leadsTo } = await fetchFollowing(fetch, url, {
    ...(form && { method: 'POST', body: form.toString() }),
    mayFollow: isChange !== true,
    headers: {
      accept: 'application/json',
      ...(authorization !== undefined && { authorization }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    // The address may contain the token: it must not end up in a browser cache on disk, nor be sent with cookies or as
    // a referrer. Cookies of a protection in front of the network would link one person's requests to another's.
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  });
  const text = await readText(response).catch((error: unknown) => {
    if (!(error instanceof TooLong)) throw error;
    throw new FetchFailed({
      kind: 'bad-answer',
      message: `${url.host} sent far more than an answer should hold.`,
      mayHaveReached: true,
      passing: false,
    });
  });
  const { status, headers } = response;
  return { status, headers, text, address, leadsTo };
}

function inWords(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}

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
