import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../../../../electron/api/http/send.ts';
import { exchangeCode } from '../../../../electron/api/code-grant.ts';
import { answering, json, type AnsweringServer } from '../answering-server.ts';
import { errorOf, key, networkAt, token } from '../network-under-test.ts';

/** What a server answers at one address: a redirect of a status to somewhere, or items. */
interface Hop {
  status: number;
  to:
    | 'next'
    | 'itself'
    | 'start'
    | 'elsewhere'
    | 'another name'
    | 'with a password'
    | 'https'
    | 'nonsense'
    | 'another scheme';
  /** Written in full or without its host. */
  inFull: boolean;
}

const hop = fc.record<Hop>({
  status: fc.constantFrom(301, 302, 303, 307, 308),
  to: fc.oneof(
    { weight: 4, arbitrary: fc.constant('next' as const) },
    fc.constantFrom<Hop['to']>(
      'itself',
      'start',
      'elsewhere',
      'another name',
      'with a password',
      'https',
      'nonsense',
      'another scheme',
    ),
  ),
  inFull: fc.boolean(),
});
const RUNS = { numRuns: 60 };

describe('chains of redirects', () => {
  let server: AnsweringServer;
  let stranger: AnsweringServer;
  let hops: Hop[] = [];
  const atStranger: string[] = [];

  beforeAll(async () => {
    stranger = await answering((url, response, request) => {
      atStranger.push(`${request.method} ${url.href} ${request.headers.authorization ?? ''}`);
      json(response, []);
    });
    server = await answering((url, response, request) => {
      request.resume();
      const number = Number(url.searchParams.get('hop') ?? 0);
      const here = hops[number];
      if (!here) return json(response, []);
      return response.writeHead(here.status, { location: locationOf(here, number, url) }).end();
    });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await stranger[Symbol.asyncDispose]();
  });

  function locationOf({ to, inFull }: Hop, number: number, url: URL): string {
    const { host } = new URL(server.apiBaseUrl);
    const at = (target: number) => `${inFull ? server.apiBaseUrl : ''}/moved?hop=${target}`;
    switch (to) {
      case 'next':
        return at(number + 1);
      case 'itself':
        return `${inFull ? server.apiBaseUrl : ''}${url.pathname}${url.search}#again`;
      case 'start':
        return at(0);
      case 'elsewhere':
        return `${stranger.apiBaseUrl}/2.3/me`;
      case 'another name':
        return `${stranger.apiBaseUrl.replace('127.0.0.1', 'localhost')}/2.3/me`;
      case 'with a password':
        return `http://ada:secret@${host}/moved?hop=${number + 1}`;
      case 'https':
        return `https://${host}/moved?hop=${number + 1}`;
      case 'nonsense':
        return 'http://[';
      case 'another scheme':
        return 'file:///etc/passwd';
    }
  }

  test('ask no address twice, none elsewhere, and few in all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(hop, { maxLength: 8 }),
        fc.constantFrom('header', 'query' as const),
        async (chain, place) => {
          hops = chain;
          const before = server.asked.length;
          const { network } = networkAt(server.apiBaseUrl, { foundCredentialsIn: place });
          await network.me({ site: 'cooking' }).catch(() => undefined);
          const asked = server.asked.slice(before).map(({ href }) => href);
          const leading = chain.findIndex(({ to }) => to !== 'next');
          const followed = Math.min(leading === -1 ? chain.length : leading, 3);
          // Once back to the start by its other name, at most.
          expect(asked.length).toBeLessThanOrEqual(followed + 2);
          expect(asked.length).toBeGreaterThanOrEqual(followed + 1);
          expect(new Set(asked).size).toBe(asked.length);
          expect(atStranger).toEqual([]);
        },
      ),
      RUNS,
    );
  });

  test('are followed by nothing that changes something, and neither form nor token goes on', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hop, { minLength: 1, maxLength: 3 }), fc.constantFrom(0, 1, 2), async (chain, what) => {
        hops = chain;
        const before = server.asked.length;
        const { network } = networkAt(server.apiBaseUrl);
        const parts = {
          authUrl: server.apiBaseUrl,
          clientId: '7',
          redirectUri: 'http://localhost/',
          code: 'c',
          verifier: 'v',
        };
        const asked = [
          () => network.accept({ site: 'cooking', id: 5 }),
          () => network.invalidate(),
          () => exchangeCode(parts, fetch, new AbortController().signal),
        ][what]!;
        expect((await errorOf(asked())).kind).toMatch(/^(?:bad-answer|captive-portal)$/);
        expect(server.asked.length - before).toBe(1);
        expect(atStranger).toEqual([]);
      }),
      RUNS,
    );
  });

  test('that loop cost one request', async () => {
    hops = [{ status: 302, to: 'itself', inFull: true }];
    const before = server.asked.length;
    expect((await errorOf(networkAt(server.apiBaseUrl).network.sites())).kind).toBe('bad-answer');
    expect(server.asked.length - before).toBe(1);
  });

  test('carry the same credential along within the origin', async () => {
    hops = [{ status: 308, to: 'next', inFull: false }];
    const seen: (string | undefined)[] = [];
    await using moving = await answering((url, response, request) => {
      seen.push(request.headers.authorization);
      if (url.pathname === '/moved') return json(response, []);
      return response.writeHead(308, { location: '/moved' }).end();
    });
    await networkAt(moving.apiBaseUrl, { caller: { key, accessToken: token } }).network.me({ site: 'cooking' });
    expect(seen).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
  });
});

/** Asks one address, whose answer redirects to another. */
async function following(from: string, to: string) {
  const asked: string[] = [];
  const fetch = (input: string | URL | Request) => {
    const { url } = new Request(input);
    asked.push(url);
    return Promise.resolve(
      url === from ? new Response(null, { status: 302, headers: { location: to } }) : new Response('{}'),
    );
  };
  return { asked, followed: await send(fetch, new URL(from), { timeoutMs: 10_000 }) };
}

describe('redirects', () => {
  test('are followed on the same host with the token, and never to another', async () => {
    const bearers: unknown[] = [];
    await using portal = await answering((_, response, request) => {
      bearers.push(request.headers.authorization);
      response.writeHead(200).end('<!DOCTYPE html><title>Log in</title>');
    });
    await using server = await answering((url, response, request) => {
      if (url.pathname === '/moved/me') {
        bearers.push(request.headers.authorization);
        return json(response, []);
      }
      const elsewhere = `${portal.apiBaseUrl.replace('127.0.0.1', 'localhost')}/login`;
      const location = url.pathname === '/2.3/me' ? `/moved/me${url.search}` : elsewhere;
      return response.writeHead(307, { location }).end();
    });
    const { network } = networkAt(server.apiBaseUrl);
    expect((await network.me({ site: 'cooking' })).items).toEqual([]);
    expect(bearers).toEqual([expect.stringMatching(/^Bearer /)]);
    expect(await errorOf(network.sites())).toMatchObject({ kind: 'captive-portal', status: 307 });
    expect(await errorOf(network.accept({ site: 'cooking', id: 5 }))).toMatchObject({ kind: 'captive-portal' });
    expect(bearers).toHaveLength(1);
  });

  test.each([
    ['not', 'to another port', 'http://api.example:8080/2.3/me', 'http://api.example:9090/me'],
    ['not', 'to a port where there was none', 'https://api.example/2.3/me', 'https://api.example:8443/me'],
    ['not', 'to TLS at a port of its own', 'http://api.example:8080/2.3/me', 'https://api.example/me'],
    ['not', 'where there is no TLS any more', 'https://api.example/2.3/me', 'http://api.example/me'],
    ['not', 'to a host below', 'https://api.example/2.3/me', 'https://x.api.example/me'],
    ['well', 'to the same origin', 'http://api.example:8080/2.3/me', 'http://api.example:8080/me'],
    ['well', 'to the same host over TLS', 'http://api.example/2.3/me', 'https://api.example/me'],
  ])('are %s followed %s', async (how, _where, from, to) => {
    const { asked, followed } = await following(from, to);
    expect(asked).toEqual(how === 'not' ? [from] : [from, to]);
    expect(followed.leadsTo).toBe(how === 'not' ? to : undefined);
  });
});
