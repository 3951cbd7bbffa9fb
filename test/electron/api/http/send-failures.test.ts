import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainFailure } from '../../../../electron/api/http/send.ts';

const coded = (code: string, more: object = {}) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, ...more }) });

describe('why no answer came', () => {
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
  ])('%s: %s', (_what, _told, error, expected, words) => {
    const failure = explainFailure(error, 'api.example');
    expect(failure).toMatchObject(expected);
    expect(failure.message).toContain(words);
  });

  test('a port that no browser may ask is told as a matter of the address', async () => {
    const error: unknown = await fetch('http://127.0.0.1:6000/').catch((caught: unknown) => caught);
    const failure = explainFailure(error, '127.0.0.1:6000');
    expect(failure).toMatchObject({ kind: 'offline', passing: false });
    expect(failure.message).toContain('check it');
  });

  test('any thrown thing is explained, circular ones too', () => {
    const circular: { cause?: unknown } = {};
    circular.cause = circular;
    expect(explainFailure(circular, 'h').kind).toBe('timeout');
    fc.assert(fc.property(fc.anything(), (thrown) => void explainFailure(thrown, 'h')));
  });
});
