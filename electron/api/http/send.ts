import type { Fetch, FetchAnswer, FetchInit } from '../network.ts';
import { readText, TooLong } from './body.ts';

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

/** Content of a request beside its address: a GET, or a POST of a form or of JSON. */
export interface SendContent {
  form?: URLSearchParams | undefined;
  json?: string | undefined;
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
  { form, json, headers, mayFollow = form === undefined && json === undefined }: SendContent,
  signal: AbortSignal,
  maxBytes: number | undefined,
): Promise<RawResponse> {
  const init: FetchInit = {
    ...(form && { method: 'POST', body: form.toString() }),
    ...(json !== undefined && { method: 'POST', body: json }),
    headers: {
      accept: 'application/json',
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
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

/** Failure of an exchange before the whole response arrived. */
export interface Failure {
  /** Only after `offline` the network certainly never saw the request, so that sending it again is harmless. */
  kind: 'offline' | 'timeout' | 'bad-answer' | 'cancelled';
  /** One sentence for the user; names no more than the host. */
  message: string;
  /** Whether a retry in a moment could help. */
  passing: boolean;
}

const NOT_IN_TIME = 'No connection to {host} came about in time.';

/** Sentences by the codes of Node's sockets, its resolver, undici, and Chromium's network stack (without `net::`). */
const UNREACHABLE: readonly [codes: RegExp, sentence: string][] = [
  [
    /^(?:ENOTFOUND|EAI_(?:AGAIN|FAIL|NODATA|NONAME)|ERR_NAME_(?:NOT_RESOLVED|RESOLUTION_FAILED)|ERR_DNS_TIMED_OUT)$/,
    'The address of {host} could not be found: is there a network connection, and is the name right?',
  ],
  [/^(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)$/, 'Nothing answers at {host}: the connection was refused.'],
  [/^(?:ENETUNREACH|EHOSTUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, 'There is no connection to {host}.'],
  [/^ERR_(?:ADDRESS_UNREACHABLE|INTERNET_DISCONNECTED|NETWORK_IO_SUSPENDED)$/, 'There is no connection to {host}.'],
  [/^(?:UND_ERR_CONNECT_TIMEOUT|ERR_CONNECTION_TIMED_OUT)$/, NOT_IN_TIME],
  [
    /^ERR_(?:PROXY_CONNECTION|TUNNEL_CONNECTION|MANDATORY_PROXY_CONFIGURATION|PAC_SCRIPT)_FAILED$/,
    "The system's proxy did not connect to {host}: check the proxy settings.",
  ],
];

/** Kinds and sentences by codes and messages, most certain first; none of them passes in a moment. */
const LASTING: readonly [kind: Failure['kind'], sentence: string, ...signs: RegExp[]][] = [
  // An unusable address, whatever the connection.
  [
    'offline',
    'The address of {host} cannot be used: check it.',
    /^(?:bad port|unknown scheme|URL scheme must be|Failed to parse URL)/i,
    /ERR_(?:UNSAFE_PORT|UNKNOWN_URL_SCHEME|INVALID_URL|DISALLOWED_URL_SCHEME)/i,
  ],
  // A certificate that was refused before anything was sent.
  [
    'offline',
    'A secure connection to {host} could not be made: ' +
      "check this machine's clock, and whether the network's certificate is trusted here.",
    /^ERR_(?:CERT|SSL|TLS|BAD_SSL)|^EPROTO$|CERT_|CERTIFICATE|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/,
  ],
  // Node's and Electron's errors for a redirect that must not be followed, which they do not return.
  [
    'bad-answer',
    '{host} leads elsewhere: is the address right, or does a login page or proxy stand in between?',
    /unexpected redirect|attempted to redirect|redirect was cancelled/i,
  ],
  [
    'bad-answer',
    '{host} compressed its answer in a way that was not asked for: does something stand in between?',
    /^UNASKED_CODING$/,
  ],
  // A response that is not HTTP; Node's HTTP parser has no code of its own for the last.
  [
    'bad-answer',
    'What answers at {host} is not a web API: is the address right?',
    /^HPE_|^Z_|ERR_HTTP2_|ERR_INVALID_HTTP_RESPONSE|UND_ERR_HEADERS_OVERFLOW|ERR_CONTENT_DECODING_FAILED/,
    /ERR_RESPONSE_HEADERS|ERR_TOO_MANY_REDIRECTS|redirect count exceeded|does not match the HTTP\/1\.1 protocol/,
  ],
];

/**
 * Explains an error of `fetch` (Node's or Electron's) or of a body's stream, for the requested host. An uncertain case
 * counts as one that may have reached the network, since sending twice is the worse mistake.
 */
export function explainFailure(error: unknown, host: string): Failure {
  const signs = signsOf(error);
  const failure = (kind: Failure['kind'], sentence: string, passing = false): Failure => ({
    kind,
    message: sentence.replace('{host}', () => host),
    passing,
  });
  for (const sign of signs) {
    const unreachable = UNREACHABLE.find(([codes]) => codes.test(sign));
    if (unreachable) return failure('offline', unreachable[1], true);
  }
  if (signs.includes('ETIMEDOUT') && signs.includes('syscall:connect')) return failure('offline', NOT_IN_TIME, true);
  for (const [kind, sentence, ...patterns] of LASTING)
    if (patterns.some((pattern) => signs.some((sign) => pattern.test(sign)))) return failure(kind, sentence);
  return failure('timeout', 'The connection to {host} broke before the whole answer was there.');
}

/**
 * Returns the codes, calls and messages along the chain of causes; several addresses of one host fail as an aggregate.
 */
function signsOf(error: unknown): string[] {
  const signs: string[] = [];
  const open: unknown[] = [error];
  for (let steps = 0; steps < 20 && open.length > 0; steps++) {
    const at = open.shift();
    if (typeof at !== 'object' || at === null) continue;
    if ('code' in at && typeof at.code === 'string') signs.push(at.code.replace(/^net::/, ''));
    if ('syscall' in at && typeof at.syscall === 'string') signs.push(`syscall:${at.syscall}`);
    if ('message' in at && typeof at.message === 'string') {
      signs.push(at.message);
      const chromium = /net::(ERR_[A-Z0-9_]+)/.exec(at.message)?.[1];
      if (chromium) signs.push(chromium);
    }
    if ('cause' in at) open.push(at.cause);
    if ('errors' in at && Array.isArray(at.errors)) open.push(...at.errors);
  }
  return signs;
}
