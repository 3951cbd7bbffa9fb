import fc from 'fast-check';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFetch } from '../../../../electron/api/http/node-fetch.ts';
import type { Fetch, FetchInit } from '../../../../electron/api/network.ts';
import { explainFailure } from '../../../../electron/api/http/explain-failure.ts';

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
  try {
    const answer = await fetch(address, init);
    const head = {
      status: answer.status,
      ok: answer.ok,
      headers: ['Content-Type', 'x-two', 'Location', 'retry-after'].map((name) => answer.headers.get(name)),
      cookies: answer.headers.getSetCookie(),
      hasBody: answer.body !== null,
    };
    try {
      return { ...head, text: await answer.text() };
    } catch (error) {
      return { ...head, failed: told(error) };
    }
  } catch (error) {
    return { failed: told(error) };
  }
}

function told(error: unknown) {
  return explainFailure(error, 'host').kind;
}

describe('fetch by node:http is like Node’s own', () => {
  let servers: Server[] = [];
  let origins: string[] = [];
  let seen: object[] = [];
  const connections = new Set<number | undefined>();

  beforeAll(async () => {
    servers = Array.from({ length: 2 }, (_, number) =>
      createServer((request, response) => {
        let body = '';
        request.on('data', (chunk: Buffer) => (body += chunk.toString()));
        request.on('end', () => {
          const { method, url, headers } = request;
          connections.add(request.socket.remotePort);
          const { authorization, cookie } = headers;
          seen.push({ number, method, url, authorization, cookie, own: headers['x-own'], body });
          const script: unknown = JSON.parse(new URL(url ?? '', 'http://a').searchParams.get('script') ?? '{}');
          void play({ ...PLAIN, ...(script as Partial<Script>) }, response);
        });
      }),
    );
    await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))));
    origins = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(() => {
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
  });

  const addressOf = (script: Partial<Script>, server = 0) =>
    `${origins[server]}/path?script=${encodeURIComponent(JSON.stringify(script))}`;

  /** Asks both, one after the other; gives what came of it and what the server saw. */
  async function ofBoth(address: string, init: FetchInit = {}) {
    seen = [];
    const theirs = { ...(await outcome(fetch, address, init)), seen };
    seen = [];
    const own = { ...(await outcome(nodeFetch, address, init)), seen };
    return { own, theirs };
  }

  it('in status, headers and text, whatever is answered in whatever coding and pieces', async () => {
    const status = fc.constantFrom(200, 201, 204, 205, 299, 304, 400, 401, 404, 429, 500, 503);
    const value = fc
      .string({ unit: fc.constantFrom('a', 'Z', '9', ',', ' ', ';', '=', '/'), maxLength: 12 })
      .map((text) => text.trim());
    const headers = fc.record(
      {
        'content-type': value,
        'x-two': fc.array(value, { minLength: 1, maxLength: 3 }),
        'set-cookie': fc.array(value, { minLength: 1, maxLength: 3 }),
        'retry-after': value,
      },
      { requiredKeys: [] },
    );
    const body = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constant('﻿häßlich 😀'));
    const coding = fc.constantFrom(...(Object.keys(CODINGS) as (keyof typeof CODINGS)[]));
    const script = fc.record({ status, headers, body, coding, pieces: fc.integer({ min: 1, max: 4 }) });
    const method = fc.constantFrom('GET', 'GET', 'HEAD', 'POST');
    await fc.assert(
      fc.asyncProperty(script, method, async (told, asked) => {
        const init = { method: asked, headers: { 'X-Own': 'kept', authorization: 'Bearer x' } };
        const form = asked === 'POST' && { body: new URLSearchParams({ a: 'ü' }) };
        const { own, theirs } = await ofBoth(addressOf(told), { ...init, ...form });
        expect(own).toEqual(theirs);
      }),
      { numRuns: 60 },
    );
  });

  // What is no gzip at all is refused as such or as cut off, whichever is seen first.
  const cutOff = Object.keys(CODINGS).filter((coding) => coding !== 'notEvenThat');
  it.each(cutOff)('where a body that is %s ends too early', async (coding) => {
    for (const missing of [1, 40, 10_000]) {
      const script = { body: 'cut off. '.repeat(40), coding: coding as Script['coding'], missing };
      const { own, theirs } = await ofBoth(addressOf(script));
      expect(own).toEqual(theirs);
    }
  });

  it.each(['GET', 'HEAD'])('in redirects of %s that are not followed', async (method) => {
    for (const status of [300, 301, 302, 303, 304, 307, 308])
      for (const location of [addressOf({}, 1), '/path', 'ftp://elsewhere/', 'http://[', undefined]) {
        const answer = addressOf({ status, headers: location === undefined ? {} : { location } });
        const { own, theirs } = await ofBoth(answer, { method, redirect: 'manual' });
        expect(own).toEqual(theirs);
      }
  });

  it('in keeping a connection for the next request', async () => {
    connections.clear();
    for (let count = 0; count < 5; count++) await (await nodeFetch(addressOf({ coding: 'gzip' }))).text();
    expect(connections.size).toBe(1);
  });
});
