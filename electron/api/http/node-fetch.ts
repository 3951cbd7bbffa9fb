import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { ACCEPTED_CODING, decodedBody } from './body.ts';
import type { Fetch, FetchAnswer, FetchInit } from '../network.ts';

/** Time limit for connecting, as in Node's own fetch; in ms. */
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 20;
const REDIRECTIONS: readonly number[] = [301, 302, 303, 307, 308];
/** Statuses without a body (https://fetch.spec.whatwg.org/#null-body-status). */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];
/** Headers not sent on to another origin (https://fetch.spec.whatwg.org/#http-redirect-fetch). */
const OF_ONE_ORIGIN: readonly string[] = ['authorization', 'proxy-authorization', 'cookie', 'host'];
const READ_METHODS: readonly string[] = ['GET', 'HEAD'];

/**
 * Implements the part of `fetch` that Askbell needs by `node:http`, which window and socket use anyway: Node's own
 * takes 14 MB of memory. Fails like that, with a TypeError whose cause has the code, or with the reason of `signal`.
 * Redirects are followed for reads, otherwise returned. Proxies are those of `http.setGlobalProxyFromEnv`.
 */
export const nodeFetch: Fetch = async (address, init = {}) => {
  const { redirect = 'follow', method = 'GET' } = init;
  let url = usable(address);
  let sent = init;
  for (let redirects = 0; ; redirects++) {
    const answer = await send(url, sent);
    if (redirect === 'manual' || !REDIRECTIONS.includes(answer.status)) return answer;
    if (redirect === 'error') return refuse(answer, 'unexpected redirect');
    const location = answer.headers.get('location');
    if (location === null || !READ_METHODS.includes(method)) return answer;
    if (redirects === MAX_REDIRECTS) return refuse(answer, 'redirect count exceeded');
    await answer.body?.cancel();
    const next = usable(URL.parse(location, url.href)?.href ?? location);
    if (next.origin !== url.origin) sent = { ...sent, headers: forAnother(sent.headers) };
    url = next;
  }
};

nodeFetch.rest = () => {
  // Read now and not before, because setting a proxy replaces these agents.
  for (const { freeSockets } of [http.globalAgent, https.globalAgent])
    for (const sockets of Object.values(freeSockets)) for (const socket of sockets ?? []) socket.destroy();
};

/** Returns the headers without those that only the requested origin may see. */
const forAnother = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_ORIGIN.includes(name.toLowerCase())));

async function refuse(answer: FetchAnswer, why: string): Promise<never> {
  await answer.body?.cancel();
  throw failed(new Error(why));
}

const failed = (cause: Error): TypeError => new TypeError('fetch failed', { cause });

/**
 * Parses an address.
 * @throws TypeError if it cannot be requested
 */
function usable(address: string | URL): URL {
  const url = URL.parse(String(address));
  if (!url) throw new TypeError('Failed to parse URL');
  if (!['http:', 'https:'].includes(url.protocol)) throw failed(new Error('unknown scheme'));
  // They would be sent to any server that answers, and are not hidden from logs.
  if (url.username !== '' || url.password !== '') throw failed(new Error('URL scheme must be without credentials'));
  return url;
}

/** Sends one request; resolves with the head of the answer. */
function send(url: URL, { method = 'GET', headers, body, signal }: FetchInit): Promise<FetchAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<FetchAnswer>();
  if (signal?.aborted) return Promise.reject(asError(signal.reason));
  const form = body instanceof URLSearchParams && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
  const text = body?.toString();
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method,
    headers: {
      accept: '*/*',
      'accept-encoding': ACCEPTED_CODING,
      ...form,
      ...(text !== undefined && { 'content-length': Buffer.byteLength(text) }),
      ...headers,
    },
  });
  const giveUp = () => request.destroy(asError(signal?.reason));
  signal?.addEventListener('abort', giveUp, { once: true });
  request.once('close', () => signal?.removeEventListener('abort', giveUp));
  limitConnecting(request);
  request.once('error', (error) => reject(signal?.aborted ? asError(signal.reason) : failed(error)));
  request.once('response', (response) => resolve(answerOf(response, method, signal)));
  request.end(text);
  return promise;
}

/** Destroys a request that has no connection in time; none of it was sent then. */
function limitConnecting(request: http.ClientRequest): void {
  const late = Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT', syscall: 'connect' });
  const limit = setTimeout(() => request.destroy(late), CONNECT_TIMEOUT_MS);
  const connected = () => clearTimeout(limit);
  request.once('close', connected);
  request.once('socket', (socket) => {
    if (request.reusedSocket || !socket.connecting) connected();
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected);
  });
}

function answerOf(response: IncomingMessage, method: string, signal: AbortSignal | undefined): FetchAnswer {
  const status = response.statusCode ?? 0;
  const isEmpty = method === 'HEAD' || WITHOUT_BODY.includes(status);
  if (isEmpty) response.resume();
  const body = isEmpty ? null : bodyOf(response, signal);
  const text = async () => {
    const decoder = new TextDecoder();
    let read = '';
    for await (const chunk of body ?? []) read += decoder.decode(chunk, { stream: true });
    return read + decoder.decode();
  };
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: {
      get: (name) => response.headersDistinct[name.toLowerCase()]?.join(', ') ?? null,
      getSetCookie: () => response.headers['set-cookie'] ?? [],
    },
    body,
    text,
    json: async () => JSON.parse(await text()) as unknown,
  };
}

/** Returns the decoded body; it fails with the signal's reason if that aborts it. */
function bodyOf(response: IncomingMessage, signal: AbortSignal | undefined): FetchAnswer['body'] {
  const giveUp = () => response.destroy(asError(signal?.reason));
  signal?.addEventListener('abort', giveUp, { once: true });
  response.once('close', () => signal?.removeEventListener('abort', giveUp));
  return Readable.toWeb(decodedBody(response)) as FetchAnswer['body'];
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
