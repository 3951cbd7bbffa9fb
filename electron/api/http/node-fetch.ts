import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { ACCEPTED_CODING, decodedBody, isCodingRead, readText } from './body.ts';
import type { Fetch, FetchAnswer, FetchInit } from '../network.ts';

/** Time limit for connecting, as in Node's own fetch; in ms. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Statuses without a body (https://fetch.spec.whatwg.org/#null-body-status). */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/**
 * Implements the part of `fetch` that Askbell needs by `node:http`, which window and socket use anyway: Node's own
 * takes 14 MB of memory. Fails like that, with a TypeError whose cause has the code, or with the reason of `signal`.
 * Redirects are returned. Proxies are those of `http.setGlobalProxyFromEnv`.
 */
export const nodeFetch: Fetch = async (address, init = {}) => sendByNode(usable(address), init);

nodeFetch.rest = () => {
  // Read now and not before, because setting a proxy replaces these agents.
  for (const { freeSockets } of [http.globalAgent, https.globalAgent])
    for (const sockets of Object.values(freeSockets)) for (const socket of sockets ?? []) socket.destroy();
};

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
function sendByNode(url: URL, { method = 'GET', headers, body, signal }: FetchInit): Promise<FetchAnswer> {
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
  request.once('response', (response) => {
    if (!isBodiless(response, method) && !isCodingRead(response)) {
      const unasked = Object.assign(new Error('a content coding that was not asked for'), { code: 'UNASKED_CODING' });
      reject(failed(unasked));
      response.destroy();
    } else resolve(answerOf(response, method, signal));
  });
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

const isBodiless = ({ statusCode = 0 }: IncomingMessage, method: string): boolean =>
  method === 'HEAD' || WITHOUT_BODY.includes(statusCode);

function answerOf(response: IncomingMessage, method: string, signal: AbortSignal | undefined): FetchAnswer {
  const { statusCode: status = 0, headers, headersDistinct } = response;
  const isEmpty = isBodiless(response, method);
  if (isEmpty) response.resume();
  const body = isEmpty ? null : bodyOf(response, signal);
  const text = () => readText({ body });
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: {
      get: (name) => headersDistinct[name.toLowerCase()]?.join(', ') ?? null,
      getSetCookie: () => headers['set-cookie'] ?? [],
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
