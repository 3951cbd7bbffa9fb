import { once } from 'node:events';
import fc from 'fast-check';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createPlainServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listening } from '../../../support/listening.ts';
import { MAX_BODY_BYTES, TooLong } from '../../../../electron/api/http/body.ts';
import { explainFailure } from '../../../../electron/api/http/send.ts';
import { nodeFetch } from '../../../../electron/api/http/node-fetch.ts';
import type { Fetch, FetchInit } from '../../../../electron/api/network.ts';

/** How a body is encoded, and by which name that goes. */
const CODINGS = {
  plain: ['identity', (bytes: Buffer) => bytes],
  gzip: ['gzip', gzipSync],
  xGzip: ['X-GZip', gzipSync],
  notEvenThat: ['gzip', (bytes: Buffer) => bytes],
} satisfies Record<string, [string, (bytes: Buffer) => Buffer]>;

/** What the server is told to answer, in the address that is asked. */
interface Script {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
  coding: keyof typeof CODINGS;
  /** The body comes in so many pieces. */
  pieces: number;
  /** So many bytes of the encoded body are missing when the connection ends. */
  missing: number;
}

const PLAIN: Script = { status: 200, headers: {}, body: 'a body', coding: 'plain', pieces: 1, missing: 0 };

async function play({ status, headers, body, coding, pieces, missing }: Script, response: ServerResponse) {
  const [name, encode] = CODINGS[coding];
  const whole = encode(Buffer.from(body));
  const sent = whole.subarray(0, whole.length - Math.min(missing, whole.length));
  const length = missing > 0 ? { 'content-length': whole.length + 1 } : {};
  response.writeHead(status, { ...(coding !== 'plain' && { 'content-encoding': name }), ...length, ...headers });
  const size = Math.ceil(sent.length / pieces) || 1;
  for (let at = 0; at < sent.length; at += size)
    await new Promise((written) => response.write(sent.subarray(at, at + size), written));
  if (missing > 0) response.destroy();
  else response.end();
}

/** What came of a request, as far as Askbell can tell. */
async function outcome(fetch: Fetch, address: string, init: FetchInit) {
  const told = (error: unknown) => ({ failed: explainFailure(error, 'host').kind });
  try {
    const answer = await fetch(address, init);
    const head = {
      status: answer.status,
      ok: answer.ok,
      headers: ['Content-Type', 'x-two', 'Location', 'retry-after'].map((name) => answer.headers.get(name)),
      cookies: answer.headers.getSetCookie(),
      hasBody: answer.body !== null,
    };
    return await answer.text().then(
      (text) => ({ ...head, text }),
      (error: unknown) => ({ ...head, ...told(error) }),
    );
  } catch (error) {
    return told(error);
  }
}

interface Seen {
  method: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Answers that no script can say. */
const ODD: Record<string, (response: ServerResponse) => void> = {
  '/silent': () => undefined,
  '/endless': (response) => void response.write('begun'),
};
let seen: Seen[] = [];
let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method, url = '', headers } = request;
      seen.push({ method, headers, body });
      const script: unknown = JSON.parse(new URL(url, 'http://a').searchParams.get('script') ?? '{}');
      const odd = ODD[url];
      if (odd) odd(response);
      else void play({ ...PLAIN, ...(script as Partial<Script>) }, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => (seen = []));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const addressOf = (script: Partial<Script>) => `${origin}/path?script=${encodeURIComponent(JSON.stringify(script))}`;
const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
const failureOf = async (address: string) =>
  explainFailure(
    await nodeFetch(address)
      .then((answer) => answer.text())
      .catch((error: unknown) => error),
    'host',
  );

/** Asks both, one after the other. */
const ofBoth = async (script: Partial<Script>, init: FetchInit = {}) => ({
  own: await outcome(nodeFetch, addressOf(script), init),
  theirs: await outcome(fetch, addressOf(script), init),
});

it('fetch by node:http is like Node’s own in status, headers and text, whatever is answered in whatever pieces', async () => {
  const status = fc.constantFrom(200, 201, 204, 205, 299, 304, 400, 401, 404, 429, 500, 503);
  const value = fc
    .string({ unit: fc.constantFrom('a', 'Z', '9', ',', ' ', ';', '=', '/'), maxLength: 12 })
    .map((text) => text.trim());
  const values = fc.array(value, { minLength: 1, maxLength: 3 });
  const headers = fc.record(
    { 'content-type': value, 'x-two': values, 'set-cookie': values, 'retry-after': value },
    { requiredKeys: [] },
  );
  const body = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constant('﻿häßlich 😀'));
  const coding = fc.constantFrom(...(Object.keys(CODINGS) as (keyof typeof CODINGS)[]));
  const script = fc.record({ status, headers, body, coding, pieces: fc.integer({ min: 1, max: 4 }) });
  const method = fc.constantFrom('GET', 'GET', 'HEAD', 'POST');
  await fc.assert(
    fc.asyncProperty(script, method, async (told, asked) => {
      const init = { method: asked, headers: { 'X-Own': 'kept', authorization: 'Bearer x' } };
      seen = [];
      const { own, theirs } = await ofBoth(told, {
        ...init,
        ...(asked === 'POST' && { body: new URLSearchParams({ a: 'ü b' }) }),
      });
      expect(own).toEqual(theirs);
      const compared = ['x-own', 'authorization', 'content-type', 'content-length', 'transfer-encoding'];
      const [first, second] = seen.map(({ headers: sent, ...rest }) => [rest, compared.map((name) => sent[name])]);
      expect(first).toEqual(second);
    }),
    { numRuns: 60 },
  );
});

// What is no gzip at all is refused as such or as cut off, whichever is seen first.
const cutShort = ['plain', 'gzip', 'xGzip'] as const;
it.each(cutShort)('fetch by node:http is like Node’s own where a body that is %s ends too early', async (coding) => {
  for (const missing of [1, 40, 10_000]) {
    const { own, theirs } = await ofBoth({ body: 'cut off. '.repeat(40), coding, missing });
    expect(own).toEqual(theirs);
  }
});

it.each(['GET', 'HEAD', 'POST'])('fetch by node:http hands back redirects of %s like Node’s own', async (method) => {
  for (const status of [300, 301, 302, 303, 304, 307, 308])
    for (const location of ['http://elsewhere.invalid/', '/path', 'ftp://elsewhere/', 'http://[', undefined]) {
      const headers = location === undefined ? {} : { location };
      const { own, theirs } = await ofBoth({ status, headers }, { method, redirect: 'manual' });
      expect(own).toEqual(theirs);
    }
});

describe('fetch by node:http', () => {
  it('asks for gzip alone, and reads it small and large, in pieces', async () => {
    const noise = Array.from({ length: 60_000 }, (_, n) => ((n * 2_654_435_761) >>> 0).toString(36)).join('');
    for (const text of ['', 'small', noise, '0'.repeat(MAX_BODY_BYTES)]) {
      ODD['/sized'] = (response) => {
        const body = gzipSync(text);
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.write(body.subarray(0, body.length - 1));
        response.end(body.subarray(-1));
      };
      expect(await (await nodeFetch(`${origin}/sized`)).text()).toBe(text);
    }
    expect(seen.at(-1)?.headers['accept-encoding']).toBe('gzip');
  });

  it('refuses a body that becomes longer than an answer', async () => {
    ODD['/bomb'] = (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
    await expect((await nodeFetch(`${origin}/bomb`)).text()).rejects.toThrow(TooLong);
  });

  it.each(['br', 'deflate', 'zstd', 'gzip, gzip', 'gzip,'.repeat(1500)])('refuses a coding: %.20s', async (coding) => {
    expect(await failureOf(addressOf({ headers: { 'content-encoding': coding } }))).toEqual({
      kind: 'bad-answer',
      message: 'host compressed its answer in a way that was not asked for: does something stand in between?',
      passing: false,
    });
    const bare = addressOf({ status: 204, body: '', headers: { 'content-encoding': coding } });
    expect((await nodeFetch(bare)).status).toBe(204);
  });

  it('keeps a connection for the next request, and closes those that nobody uses when it is told to rest', async () => {
    nodeFetch.rest?.();
    server.closeIdleConnections();
    await expect.poll(connections).toBe(0);
    for (let count = 0; count < 5; count++) await (await nodeFetch(addressOf({ coding: 'gzip' }))).text();
    expect(await connections()).toBe(1);
    const slow = await nodeFetch(`${origin}/endless`);
    await (await nodeFetch(origin)).text();
    expect(await connections()).toBe(2);
    nodeFetch.rest?.();
    await expect.poll(connections).toBe(1);
    await slow.body?.cancel();
    expect((await nodeFetch(origin)).status).toBe(200);
  });

  it('ends with the reason of its signal: before, while it waits, and while it reads', async () => {
    await expect(nodeFetch(origin, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
    const waiting = AbortSignal.timeout(30);
    await expect(nodeFetch(`${origin}/silent`, { signal: waiting })).rejects.toMatchObject({ name: 'TimeoutError' });
    const reading = new AbortController();
    const read = (await nodeFetch(`${origin}/endless`, { signal: reading.signal })).text();
    reading.abort(new Error('while it reads'));
    await expect(read).rejects.toThrow('while it reads');
  });

  it('fails so that it can be told what went wrong', async () => {
    const noWeb = createPlainServer((socket) => void socket.resume().end('SSH-2.0-OpenSSH\r\n'));
    const port = await listening(noWeb);
    expect((await failureOf(`http://127.0.0.1:${port}/`)).kind).toBe('bad-answer');
    await new Promise((resolve) => noWeb.close(resolve));
    for (const [address, kind] of [
      [`http://127.0.0.1:${port}/`, 'offline'],
      // Whoever speaks no TLS there has no certificate.
      [origin.replace('http:', 'https:'), 'offline'],
      ['http://nowhere.invalid/', 'offline'],
      ['ftp://127.0.0.1/', 'offline'],
      ['http://me:secret@127.0.0.1/', 'offline'],
      [addressOf({ coding: 'notEvenThat' }), 'bad-answer'],
      [addressOf({ missing: 3 }), 'timeout'],
    ] as const)
      expect([address, (await failureOf(address)).kind]).toEqual([address, kind]);
  });
});
