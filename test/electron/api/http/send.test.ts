import { describe, expect, test } from 'vitest';
import { send } from '../../../../electron/api/http/send.ts';
import { answering, json } from '../answering-server.ts';
import { asking, errorOf, token } from '../network-under-test.ts';

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
  test('that loop cost one request', async () => {
    const { network, server } = await asking((url, response) =>
      response.writeHead(302, { location: `${url.pathname}#again` }).end(),
    );
    expect((await errorOf(network.sites())).kind).toBe('bad-answer');
    expect(server.asked).toHaveLength(1);
  });

  test('of what changes something are not followed, and the token does not go on', async () => {
    const { network, server } = await asking((_, response) => response.writeHead(307, { location: '/moved' }).end());
    await errorOf(network.accept({ site: 'cooking', id: 5 }));
    await errorOf(network.invalidate());
    expect(server.asked).toHaveLength(2);
  });

  test('are followed on the same host with the token, and never to another', async () => {
    const portal = await answering((_, response) =>
      response.writeHead(200).end('<!DOCTYPE html><title>Log in</title>'),
    );
    const { network, server } = await asking((url, response) => {
      if (url.pathname === '/moved/me') return json(response, []);
      const elsewhere = `${portal.apiBaseUrl.replace('127.0.0.1', 'localhost')}/login`;
      const location = url.pathname === '/2.3/me' ? `/moved/me${url.search}` : elsewhere;
      return response.writeHead(307, { location }).end();
    });
    expect((await network.me({ site: 'cooking' })).items).toEqual([]);
    expect(server.headers.map(({ authorization }) => authorization)).toEqual(Array(2).fill(`Bearer ${token}`));
    expect(await errorOf(network.sites())).toMatchObject({ kind: 'captive-portal', status: 307 });
    expect(await errorOf(network.accept({ site: 'cooking', id: 5 }))).toMatchObject({ kind: 'captive-portal' });
    expect(portal.asked).toEqual([]);
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
