import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createPlainServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFetch } from '../../../../electron/api/http/node-fetch.ts';
import { explainFailure } from '../../../../electron/api/http/explain-failure.ts';
import { MAX_BODY_BYTES, TooLong } from '../../../../electron/api/http/body.ts';

const TEXT = 'Wie geht’s? '.repeat(500);

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

/** What the server answers at each path. */
const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/plain': (response) => response.end(TEXT),
  '/nothing': (response) => response.writeHead(204).end(),
  '/cookies': (response) => response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'], 'x-two': ['1', '2'] }).end(),
  '/moved': (response) => response.writeHead(302, { location: '/plain' }).end('moved'),
  '/broken': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  },
  '/silent': () => undefined,
  '/endless': (response) => {
    response.write('begun');
  },
};

describe('fetch by node:http', () => {
  let server: Server;
  let origin: string;
  const seen: Seen[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        seen.push({ method: request.method, url: request.url, headers: request.headers, body });
        (ANSWERS[request.url ?? ''] ?? ((other) => other.writeHead(404).end('nothing here')))(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('asks for gzip alone, and reads it small and large, in pieces', async () => {
    const noise = Array.from({ length: 60_000 }, (_, n) => ((n * 2_654_435_761) >>> 0).toString(36)).join('');
    for (const text of ['', 'small', noise, '0'.repeat(MAX_BODY_BYTES)]) {
      ANSWERS['/sized'] = (response) => {
        const body = gzipSync(text);
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.write(body.subarray(0, body.length - 1));
        response.end(body.subarray(-1));
      };
      expect(await (await nodeFetch(`${origin}/sized`)).text()).toBe(text);
    }
    expect(seen.at(-1)?.headers['accept-encoding']).toBe('gzip');
  });

  it('refuses a body that becomes longer than an answer, or is in codings that nobody asked for', async () => {
    ANSWERS['/bomb'] = (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
    await expect((await nodeFetch(`${origin}/bomb`)).text()).rejects.toThrow(TooLong);
    for (const coding of [
      'br',
      'deflate',
      'zstd',
      'gzip, gzip',
      Array.from({ length: 1500 }, () => 'gzip').join(','),
    ]) {
      ANSWERS['/coded'] = (response) => response.writeHead(200, { 'content-encoding': coding }).end('as it is');
      const failed: unknown = await nodeFetch(`${origin}/coded`).catch((error: unknown) => error);
      expect(explainFailure(failed, 'host')).toEqual({
        kind: 'bad-answer',
        message: 'host compressed its answer in a way that was not asked for: does something stand in between?',
        passing: false,
      });
    }
    ANSWERS['/named'] = (response) => response.writeHead(200, { 'content-encoding': 'identity' }).end('plain');
    expect(await (await nodeFetch(`${origin}/named`)).text()).toBe('plain');
  });

  it('closes what nobody uses when it is told to rest, and nothing else', async () => {
    const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    nodeFetch.rest?.();
    await expect.poll(connections).toBe(0);
    const slow = await nodeFetch(`${origin}/endless`);
    await (await nodeFetch(`${origin}/plain`)).text();
    expect(await connections()).toBe(2);
    nodeFetch.rest?.();
    await expect.poll(connections).toBe(1);
    await slow.body?.cancel();
    expect((await nodeFetch(`${origin}/plain`)).status).toBe(200);
  });

  it('gives status, headers and text, as Node’s own fetch does', async () => {
    for (const path of ['/plain', '/cookies', '/nothing', '/elsewhere', '/moved']) {
      const [own, theirs] = await Promise.all([nodeFetch(origin + path), fetch(origin + path, { redirect: 'manual' })]);
      expect([own.status, own.ok, own.headers.getSetCookie(), own.headers.get('X-Two')]).toEqual([
        theirs.status,
        theirs.ok,
        theirs.headers.getSetCookie(),
        theirs.headers.get('X-Two'),
      ]);
      expect(own.headers.get('absent')).toBeNull();
      expect(own.body === null).toBe(theirs.body === null);
      expect(await own.text()).toBe(await theirs.text());
    }
  });

  it('sends a form with its length, and the headers that it is given', async () => {
    const form = new URLSearchParams({ code: 'ä b', more: '1' });
    await nodeFetch(`${origin}/form`, { method: 'POST', body: form, headers: { 'x-own': 'kept' } });
    const { method, body, headers } = seen.at(-1)!;
    expect({ method, body }).toEqual({ method: 'POST', body: form.toString() });
    expect(headers).toMatchObject({ 'x-own': 'kept', 'content-length': String(form.toString().length) });
    expect(headers['content-type']).toContain('application/x-www-form-urlencoded');
    expect(headers['transfer-encoding']).toBeUndefined();
  });

  it('follows no redirect', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await nodeFetch(`${origin}/moved`, { method, redirect: 'manual' });
      expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([302, '/plain', 'moved']);
    }
  });

  it('ends with the reason of its signal: before, while it waits, and while it reads', async () => {
    await expect(nodeFetch(`${origin}/plain`, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow(
      'before',
    );
    const waiting = AbortSignal.timeout(30);
    await expect(nodeFetch(`${origin}/silent`, { signal: waiting })).rejects.toMatchObject({ name: 'TimeoutError' });
    const reading = new AbortController();
    const answer = await nodeFetch(`${origin}/endless`, { signal: reading.signal });
    const read = answer.text();
    reading.abort(new Error('while it reads'));
    await expect(read).rejects.toThrow('while it reads');
  });

  it('fails so that it can be told what went wrong', async () => {
    const failureOf = async (address: string) => {
      try {
        await (await nodeFetch(address)).text();
        return undefined;
      } catch (error) {
        return explainFailure(error, 'host').kind;
      }
    };
    const noWeb = createPlainServer((socket) => void socket.resume().end('SSH-2.0-OpenSSH\r\n'));
    await new Promise<void>((resolve) => noWeb.listen(0, '127.0.0.1', resolve));
    const { port } = noWeb.address() as AddressInfo;
    expect(await failureOf(`http://127.0.0.1:${port}/`)).toBe('bad-answer');
    // Whoever speaks no TLS there has no certificate.
    expect(await failureOf(origin.replace('http:', 'https:'))).toBe('offline');
    await new Promise((resolve) => noWeb.close(resolve));
    expect(await failureOf(`http://127.0.0.1:${port}/`)).toBe('offline');
    expect(await failureOf('http://nowhere.invalid/')).toBe('offline');
    expect(await failureOf('ftp://127.0.0.1/')).toBe('offline');
    expect(await failureOf(`${origin}/broken`)).toBe('bad-answer');
    expect(await failureOf(`${origin}/cut`)).toBe('timeout');
    await expect(nodeFetch('http://me:secret@127.0.0.1/')).rejects.toThrow('fetch failed');
  });
});
