import { describe, expect, test } from 'vitest';
import { classify } from '../../../../electron/api/http/classify.ts';
import { send, type RawResponse } from '../../../../electron/api/http/send.ts';
import { answering, json } from '../answering-server.ts';
import { errorOf, networkAt } from '../network-under-test.ts';

const address = 'https://api.example/2.3/me';
const html = { 'content-type': 'text/html; charset=UTF-8' };
const PAGE = '<!DOCTYPE html><html><title>Welcome</title><p>error_id 402 invalid_access_token</p></html>';
const CHALLENGE =
  '<!DOCTYPE html><title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/h/b"></script>';

const came = (
  status: number,
  headers: Record<string, string>,
  text = PAGE,
  from: Pick<RawResponse, 'leadsTo' | 'address'> = {},
): RawResponse => ({ status, headers: new Headers(headers), text, address, ...from });

function kindOf(raw: RawResponse) {
  const verdict = classify(raw, { secrets: [], tokenSent: true });
  return 'fault' in verdict ? verdict.fault.kind : 'an answer';
}

// What was seen before api.stackexchange.com in 2024 and 2026: docs/api.md, "Protection pages".
describe("the protection's page", () => {
  test.each([
    ['a challenge', came(403, { ...html, 'cf-mitigated': 'challenge', server: 'cloudflare' }, CHALLENGE)],
    ['a challenge that says 200', came(200, { ...html, 'cf-mitigated': 'challenge' }, CHALLENGE)],
    ['error 1015 as plain text', came(429, { 'content-type': 'text/plain', server: 'cloudflare' }, 'error code: 1015')],
    ['a page with 400', came(400, { ...html, 'cf-ray': '8f-FRA' })],
    ['a page with 401', came(401, { ...html, 'cf-ray': '8f-FRA' })],
    ['a page with 503', came(503, { ...html, server: 'cloudflare' }, CHALLENGE)],
    ['a page with 429 from who knows whom', came(429, html)],
    ['a page with 403 by another firewall', came(403, { ...html, server: 'AkamaiGHost' })],
    ['a challenge without a page', came(403, { 'cf-mitigated': 'challenge' }, '')],
    ['a challenge in JSON', came(403, { 'cf-mitigated': 'challenge' }, '{"title":"Just a moment"}')],
    ['a text in brackets with 403', came(403, { 'content-type': 'text/plain' }, '[blocked] by policy')],
    ['a text in braces with 429', came(429, { 'content-type': 'text/plain' }, '{blocked}')],
    ['nothing with 401, by a firewall', came(401, { 'cf-mitigated': 'block' }, '')],
    [
      'a challenge elsewhere',
      came(302, { 'cf-mitigated': 'challenge' }, '', { leadsTo: 'https://challenge.example/' }),
    ],
  ])('%s', (_, raw) => expect(kindOf(raw)).toBe('blocked-by-protection'));
});

describe('the log-in page of a Wi-Fi network', () => {
  test.each([
    ['a redirect to another host', came(302, html, '', { leadsTo: 'http://login.airport.example/?from=api' })],
    ['511, without a page, too', came(511, {}, '')],
    [
      'a page that sends the browser on',
      came(200, html, '<meta http-equiv="refresh" content="0; url=http://10.0.0.1/">'),
    ],
    ['a page that does so by script', came(200, html, "<script>location.href = 'http://10.0.0.1/portal'</script>")],
    ['a page with words for programs', came(200, html, '<html><!--<WISPAccessGatewayParam xmlns="x">--></html>')],
  ])('%s', (_, raw) => expect(kindOf(raw)).toBe('captive-portal'));
});

describe('neither for certain', () => {
  test.each([
    ['a page with 200', came(200, html), 'bad-answer'],
    ["the network's own page behind its protection", came(200, { ...html, 'cf-ray': '8f-FRA' }), 'bad-answer'],
    ['a missing page', came(404, html), 'bad-answer'],
    ["a gateway's page, which the protection passes on", came(502, { ...html, 'cf-ray': '8f-FRA' }), 'server-fault'],
    ['a redirect within the host', came(302, {}, '', { leadsTo: 'http://api.example/' }), 'bad-answer'],
    ['a throttle of the API itself behind its protection', came(429, { 'cf-ray': '8f-FRA' }, ''), 'throttled'],
    ['an error of the API with 400', came(400, { 'cf-ray': '8f-FRA' }, '{"error_id":402}'), 'token-rejected'],
  ] as const)('%s', (_, raw, kind) => expect(kindOf(raw)).toBe(kind));

  test('no page signs anybody out, whatever its status, and none that may be a block is asked for again within five minutes', () => {
    for (let status = 200; status < 600; status++) {
      for (const headers of [html, { ...html, 'cf-ray': '8f-FRA' }, { 'content-type': 'application/json' }]) {
        const verdict = classify(came(status, headers), { secrets: [], tokenSent: true });
        if (!('fault' in verdict)) throw new Error('Expected a fault');
        expect(['token-rejected', 'bad-key', 'scope-missing']).not.toContain(verdict.fault.kind);
        const isOutage = verdict.fault.kind === 'server-fault' || verdict.fault.kind === 'captive-portal';
        if (!isOutage && status >= 300) expect(verdict.fault.waitSeconds).toBeGreaterThanOrEqual(300);
        expect(verdict.facts).toEqual({});
      }
    }
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
      response.writeHead(200, html).end(PAGE);
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
    ['another port', 'http://api.example:8080/2.3/me', 'http://api.example:9090/me'],
    ['a port where there was none', 'https://api.example/2.3/me', 'https://api.example:8443/me'],
    ['TLS at a port of its own', 'http://api.example:8080/2.3/me', 'https://api.example/me'],
    ['no TLS any more', 'https://api.example/2.3/me', 'http://api.example/me'],
    ['a host below', 'https://api.example/2.3/me', 'https://x.api.example/me'],
  ])('are not followed to %s', async (_, from, to) => {
    const { asked, followed } = await following(from, to);
    expect(asked).toEqual([from]);
    expect(followed.leadsTo).toBe(to);
  });

  test.each([
    ['the same origin', 'http://api.example:8080/2.3/me', 'http://api.example:8080/me'],
    ['the same host over TLS', 'http://api.example/2.3/me', 'https://api.example/me'],
  ])('are followed to %s', async (_, from, to) => {
    const { asked, followed } = await following(from, to);
    expect(asked).toEqual([from, to]);
    expect(followed.leadsTo).toBeUndefined();
  });

  test('a server at another port of the same host gets no token', async () => {
    await using other = await answering((_, response) => json(response, []));
    await using server = await answering((_, response) =>
      response.writeHead(302, { location: `${other.apiBaseUrl}/2.3/me` }).end(),
    );
    expect(await errorOf(networkAt(server.apiBaseUrl).network.me({ site: 'cooking' }))).toMatchObject({
      kind: 'bad-answer',
      status: 302,
    });
    expect(other.asked).toEqual([]);
  });

  test('an endless chain ends', async () => {
    await using server = await answering((url, response) =>
      response.writeHead(302, { location: `${url.pathname}x` }).end(),
    );
    expect((await errorOf(networkAt(server.apiBaseUrl).network.sites())).kind).toBe('bad-answer');
    expect(server.asked.length).toBeLessThan(20);
  });
});
