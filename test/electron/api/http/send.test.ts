import { describe, expect, test } from 'vitest';
import { send, explainFailure } from '../../../../electron/api/http/send.ts';
import { answering, json } from '../answering-server.ts';
import { asking, errorOf, token } from '../network-under-test.ts';
import fc from 'fast-check';

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

const coded = (code: string, more: object = {}) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, ...more }) });

const NEVER_REACHED: [string, unknown][] = [
  ['an unknown host', coded('ENOTFOUND', { syscall: 'getaddrinfo' })],
  ['a resolver that does not answer', coded('EAI_AGAIN')],
  ['a refused connection', coded('ECONNREFUSED', { syscall: 'connect' })],
  ['no route', coded('EHOSTUNREACH')],
  ['no network', coded('ENETUNREACH')],
  ['a connection that does not come about', coded('UND_ERR_CONNECT_TIMEOUT')],
  ['the system giving up connecting', coded('ETIMEDOUT', { syscall: 'connect' })],
  [
    'all addresses of a host refusing',
    new TypeError('fetch failed', {
      cause: new AggregateError([Object.assign(new Error(), { code: 'ECONNREFUSED' })]),
    }),
  ],
  ['Chromium offline', new Error('net::ERR_INTERNET_DISCONNECTED')],
  ['Chromium without a name', new Error('net::ERR_NAME_NOT_RESOLVED')],
  ['Chromium refused', new TypeError('Failed to fetch', { cause: new Error('net::ERR_CONNECTION_REFUSED') })],
  ['Chromium without its proxy', new Error('net::ERR_PROXY_CONNECTION_FAILED')],
];
const NOT_SENT: [string, unknown][] = [
  ['a certificate from another time', coded('CERT_HAS_EXPIRED')],
  ['a certificate of its own making', coded('DEPTH_ZERO_SELF_SIGNED_CERT')],
  ['an unknown issuer', coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
  ['a certificate for another name', coded('ERR_TLS_CERT_ALTNAME_INVALID')],
  ['Chromium and a certificate from the future', new Error('net::ERR_CERT_DATE_INVALID')],
  ['plain HTTP where TLS is expected', coded('ERR_SSL_WRONG_VERSION_NUMBER')],
];
const PERHAPS_REACHED: [string, unknown][] = [
  ['a connection reset', coded('ECONNRESET')],
  ['the other side hanging up', coded('UND_ERR_SOCKET')],
  ['a body that ends early', new TypeError('terminated', { cause: coded('UND_ERR_SOCKET') })],
  ['a connection that dies while reading', coded('ETIMEDOUT', { syscall: 'read' })],
  ['Chromium and a reset', new Error('net::ERR_CONNECTION_RESET')],
  ['something never heard of', new Error('?')],
  ['no error at all', undefined],
];
const NO_HTTP: [string, unknown][] = [
  ['Node', coded('HPE_INVALID_CONSTANT')],
  ['Chromium', new Error('net::ERR_INVALID_HTTP_RESPONSE')],
];
const HANDS_BACK_NO_REDIRECT: [string, unknown][] = [
  ['Electron', new Error("Attempted to redirect, but redirect policy was 'error'")],
  ['Chromium', new Error('Redirect was cancelled')],
];
const all = (cases: [string, unknown][], told: string, expected: object, words = '') =>
  cases.map(([what, error]) => [what, told, error, expected, words] as const);

test.each([
  ...all(NEVER_REACHED, 'never reached, so harmless to try again', { kind: 'offline', passing: true }, 'api.example'),
  ...all(NOT_SENT, 'not sent, and trying again at once is no use', { kind: 'offline', passing: false }, 'clock'),
  ...all(PERHAPS_REACHED, 'may have reached the network', { kind: 'timeout', passing: false }),
  ...all(NO_HTTP, 'speaks no HTTP, so it is no answer', { kind: 'bad-answer' }),
  ...all(HANDS_BACK_NO_REDIRECT, 'told as a redirect', { kind: 'bad-answer' }, 'leads elsewhere'),
])('why no answer came: %s: %s', (_what, _told, error, expected, words) => {
  const failure = explainFailure(error, 'api.example');
  expect(failure).toMatchObject(expected);
  expect(failure.message).toContain(words);
});

test('why no answer came: a port that no browser may ask is told as a matter of the address', async () => {
  const error: unknown = await fetch('http://127.0.0.1:6000/').catch((caught: unknown) => caught);
  const failure = explainFailure(error, '127.0.0.1:6000');
  expect(failure).toMatchObject({ kind: 'offline', passing: false });
  expect(failure.message).toContain('check it');
});

test('why no answer came: any thrown thing is explained, circular ones too', () => {
  const circular: { cause?: unknown } = {};
  circular.cause = circular;
  expect(explainFailure(circular, 'h').kind).toBe('timeout');
  fc.assert(fc.property(fc.anything(), (thrown) => void explainFailure(thrown, 'h')));
});
