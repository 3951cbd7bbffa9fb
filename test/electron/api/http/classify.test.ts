import { describe, expect, test } from 'vitest';
import { classify } from '../../../../electron/api/http/classify.ts';
import type { Fault } from '../../../../electron/api/http/facts.ts';
import type { RawResponse } from '../../../../electron/api/http/send.ts';
import type { NetworkErrorKind } from '../../../../electron/api/network.ts';
import { asking, errorOf } from '../network-under-test.ts';

const asked = { secrets: ['tok-S3CRET'], tokenSent: true };

function answer(status: number, body: object | string, headers: Record<string, string> = {}): RawResponse {
  return { status, text: typeof body === 'string' ? body : JSON.stringify(body), headers: new Headers(headers) };
}

function faultOf(raw: RawResponse, how = asked): Fault {
  const verdict = classify(raw, how);
  if ('fault' in verdict) return verdict.fault;
  throw new Error('Expected a fault, got items');
}

/** How a ban and a used-up quota begin alike, as recorded. */
const TOO_MANY = 'too many requests from this IP, more requests available in';
/** Every error the public service documents: its id, its name, a message as recorded, and what it means to us. */
const documented: [number, string, string, NetworkErrorKind][] = [
  [400, 'bad_parameter', "`key` doesn't match a known application", 'bad-key'],
  [400, 'bad_parameter', '`key` is not valid for passed `access_token`, token not found.', 'bad-key'],
  [400, 'bad_parameter', 'key', 'bad-key'],
  [400, 'bad_parameter', 'No site found for name `x`', 'bad-request'],
  [400, 'bad_parameter', 'No site found for name `key`', 'bad-request'],
  [400, 'bad_parameter', 'No site found for name `keyboards`', 'bad-request'],
  [400, 'bad_parameter', 'pagesize', 'bad-request'],
  [400, 'bad_parameter', 'Invalid filter specified', 'bad-request'],
  [400, 'bad_parameter', 'This method does not accept a site parameter', 'bad-request'],
  [401, 'access_token_required', 'This method requires an access_token', 'token-rejected'],
  [402, 'invalid_access_token', 'token', 'token-rejected'],
  [403, 'access_denied', 'This method requires the read_inbox scope', 'scope-missing'],
  [403, 'access_denied', '', 'scope-missing'],
  [403, 'access_denied', 'page above 25 requires access token or app key', 'bad-request'],
  [404, 'no_method', 'this method cannot be called this way', 'not-found'],
  [405, 'key_required', '`key` is required when `access_token` is passed.', 'bad-key'],
  [406, 'access_token_compromised', 'token', 'token-rejected'],
  [407, 'write_failed', 'no', 'bad-request'],
  [409, 'duplicate_request', 'again', 'bad-request'],
  [500, 'internal_error', 'simulated', 'server-fault'],
  [502, 'throttle_violation', 'Violation of backoff parameter', 'throttled'],
  [502, 'throttle_violation', `${TOO_MANY} 40 seconds`, 'throttled'],
  [502, 'throttle_violation', `${TOO_MANY} 61234 seconds`, 'quota-exhausted'],
  [503, 'temporarily_unavailable', 'simulated', 'throttled'],
];

describe('the errors that are documented', () => {
  // The specification: the HTTP status is the error's id. The public service: 400, and 200 where a callback is asked.
  for (const [way, statusOf] of [
    ['by the specification', (id: number) => id],
    ['on the public service', () => 400],
    ['under HTTP 200', () => 200],
  ] as const)
    test.each(documented)(`${way}: %i %s "%s" is %s`, (error_id, error_name, error_message, kind) => {
      const fault = faultOf(answer(statusOf(error_id), { error_id, error_name, error_message }));
      expect(fault).toMatchObject({ kind, errorId: error_id, errorName: error_name });
      if (error_message) expect(fault.message).toContain(error_message);
    });

  // docs/api.md, "Errors" gives no name for throttling and server faults.
  const nameless: [number, string | undefined, NetworkErrorKind][] = [
    [400, "`key` doesn't match a known application", 'bad-key'],
    [400, 'Invalid filter specified', 'bad-request'],
    [400, 'too many requests from this IP, more requests available in 12 seconds', 'throttled'],
    [401, undefined, 'token-rejected'],
    [402, undefined, 'token-rejected'],
    [403, undefined, 'throttled'],
    [403, 'Slow down', 'throttled'],
    [403, 'The token lacks the scope read_inbox', 'scope-missing'],
    [404, undefined, 'not-found'],
    [405, undefined, 'bad-key'],
    [406, undefined, 'token-rejected'],
    [429, undefined, 'throttled'],
    [500, 'An internal error happened', 'server-fault'],
    [502, undefined, 'throttled'],
    [503, undefined, 'throttled'],
    [599, undefined, 'server-fault'],
    [418, undefined, 'bad-request'],
  ];
  test.each(nameless)('without a name: %i "%s" is %s', (error_id, error_message, kind) => {
    const said = error_message && { error_message };
    expect(faultOf(answer(error_id, { error_id, ...said })).kind).toBe(kind);
    expect(faultOf(answer(400, { error_id: String(error_id), ...said })).kind).toBe(kind);
  });

  test('a name is believed before an id that does not fit it', () => {
    expect(faultOf(answer(403, { error_id: 403, error_name: 'throttle_violation' })).kind).toBe('throttled');
    expect(faultOf(answer(502, { error_id: 502, error_name: 'bad_gateway' })).kind).toBe('server-fault');
    expect(faultOf(answer(400, { error_id: 402, error_name: 'constructor' })).kind).toBe('token-rejected');
  });

  test('a throttle with no requests left means the day is over', () => {
    const body = { error_id: 403, error_message: 'too many requests, more requests available in 90 seconds' };
    const left = (current: string) => ({ 'X-RateLimit-Max': '300', 'X-RateLimit-Current': current });
    const over = { kind: 'quota-exhausted', waitSeconds: 90 };
    expect(faultOf(answer(403, { ...body, quota_max: 300, quota_remaining: 0 }))).toMatchObject(over);
    expect(faultOf(answer(403, body, left('0'))).kind).toBe('quota-exhausted');
    expect(faultOf(answer(403, body, left('10'))).kind).toBe('throttled');
  });

  test('a missing token reads differently from a refused one', () => {
    const body = { error_id: 401, error_name: 'access_token_required' };
    expect(faultOf(answer(401, body)).message).toContain('sign in again');
    expect(faultOf(answer(401, body), { secrets: [], tokenSent: false }).message).toBe('This needs a sign-in.');
  });
});

describe('how long to wait', () => {
  const date = { Date: 'Thu, 01 Jan 2026 00:00:00 GMT' };
  const after = (when: string) => answer(503, '', { ...date, 'Retry-After': when });
  const cases: [string, RawResponse, number | undefined][] = [
    ["Retry-After as a date, by the network's clock", after('Thu, 01 Jan 2026 00:05:00 GMT'), 300],
    ['backoff', answer(400, { error_id: 502, backoff: 77 }), 77],
    ['the longest of them', answer(403, { error_id: 403, backoff: 10 }, { 'Retry-After': '20' }), 20],
    ['none for a date gone by', after('Wed, 31 Dec 2025 00:00:00 GMT'), undefined],
    ['an hour for a date in years', after('Thu, 01 Jan 2037 00:00:00 GMT'), 3600],
    ['an hour for a backoff of years', answer(400, { error_id: 502, backoff: 1e9 }), 3600],
    ['none for nonsense', answer(429, '', { ...date, 'Retry-After': 'soon' }), undefined],
  ];
  test.each(cases)('from %s', (_, raw, seconds) => expect(faultOf(raw).waitSeconds).toBe(seconds));

  test.each([
    [429, '', {}, 60],
    [429, '', { 'Retry-After': '5' }, 60],
    [429, '', { 'Retry-After': '600' }, 602],
    [403, '{"error_id":403,"error_message":"more requests available in 50000 seconds"}', {}, 50_002],
    // A ban as it was captured in August 2026: docs/api.md, "Bans".
    [400, `{"error_id":502,"error_name":"throttle_violation","error_message":"${TOO_MANY} 46472 seconds"}`, {}, 46_474],
    [403, '{"error_id":403,"quota_max":300,"quota_remaining":0}', {}, 3600],
    // More than a day is no wait that anybody means; a ban in words counts up to a day.
    [500, '', { 'Retry-After': '999999999' }, 3602],
    [500, '', { 'Retry-After': '9'.repeat(40) }, 3602],
    [429, '', { 'Retry-After': '86400' }, 86_400],
    [400, '{"error_id":502,"error_message":"more requests available in 9999999999 seconds"}', {}, 86_400],
    // An outage, or a page that need not be the network's, bans nobody.
    [500, '<html>', {}, 60],
    [502, '<html>', { 'Retry-After': '900' }, 902],
    [403, '<html>', {}, 302],
    [200, '<html>', {}, 60],
    [404, '<html>', {}, 302],
    [401, '', {}, 302],
    [402, '{"message":"Payment Required"}', {}, 302],
    [403, '[blocked] by policy', {}, 302],
  ])('HTTP %i %s %j is worth asking again after %i s', async (status, body, headers, seconds) => {
    const { network, clock } = await asking((_, response) => response.writeHead(status, headers).end(body));
    expect((await errorOf(network.sites())).retryAt).toBe(clock.now() + seconds * 1000);
  });
});

const page = '<!DOCTYPE html><title>Welcome to the airport</title>';
const html = { 'content-type': 'text/html; charset=utf-8' };
const asJson = { 'content-type': 'application/json' };
const quota = { quota_max: 9, quota_remaining: 5 };
const cases: [string, RawResponse, NetworkErrorKind, string][] = [
  ['a web page', answer(200, page, html), 'bad-answer', 'Got a web page instead of an API answer'],
  ['a web page that calls itself JSON', answer(200, `\n ${page}`, asJson), 'bad-answer', 'login page or proxy'],
  ['a missing web page', answer(404, page, html), 'bad-answer', 'is the address right'],
  ['a login page', answer(401, page, html), 'bad-answer', 'login page'],
  ['a page behind 403', answer(403, page, html), 'blocked-by-protection', 'protection'],
  ['a page behind 429', answer(429, page, html), 'blocked-by-protection', 'protection'],
  ['nothing behind 403, which is how throttling may look', answer(403, ''), 'throttled', 'fewer requests'],
  ['nothing behind 429', answer(429, ''), 'throttled', 'fewer requests'],
  ["a gateway's page", answer(502, page, html), 'server-fault', '502'],
  ['a maintenance page', answer(503, page, html), 'server-fault', '503'],
  ['a proxy that wants a password', answer(407, page, html), 'bad-answer', 'proxy'],
  ['a network that wants a login', answer(511, page, html), 'captive-portal', 'log-in page'],
  ['JSON that breaks off', answer(200, '{"items":[{"user_id":1},'), 'bad-answer', 'broke off'],
  ['nothing at all', answer(200, ''), 'bad-answer', 'empty'],
  ['no content', answer(204, ''), 'bad-answer', 'empty'],
  ['plain text', answer(200, 'OK'), 'bad-answer', 'other than an API answer'],
  ['JSON without a wrapper', answer(200, { users: [] }), 'bad-answer', 'no list of items'],
  ['a wrapper whose items are no list', answer(200, { items: {} }), 'bad-answer', 'no list of items'],
  ['a bare list', answer(200, [1, 2]), 'bad-answer', 'API answer'],
  ['JSON null', answer(200, 'null'), 'bad-answer', 'API answer'],
  ['a leftover redirection', answer(302, ''), 'bad-answer', '302'],
  ['a missing page in plain text', answer(404, 'Not Found'), 'bad-answer', '404'],
  ["a foreign API's error", answer(422, { message: 'no' }), 'bad-answer', '422'],
  ['a plain server fault', answer(500, 'oops'), 'server-fault', '500'],
  ['a 401 without an error object', answer(401, ''), 'bad-answer', 'before the network'],
  ["a gateway's 401", answer(401, { message: 'Unauthorized' }), 'bad-answer', 'before the network'],
  ['a 402 without an error object', answer(402, ''), 'bad-answer', 'before the network'],
  ["a gateway's 403", answer(403, { message: 'Forbidden' }), 'blocked-by-protection', 'protection'],
  ['a wrapper behind 403 that tells the quota', answer(403, quota), 'throttled', '403'],
  ['an error that breaks off behind 403', answer(403, '{"error_id":502,"err'), 'throttled', 'fewer requests'],
];
test.each(cases)('what is no answer of this API %s', (_, raw, kind, words) => {
  const fault = faultOf(raw);
  expect(fault.kind).toBe(kind);
  expect(fault.message).toContain(words);
  expect(fault.message).not.toContain('airport');
});

const address = 'https://api.example/2.3/me';
const PAGE = '<!DOCTYPE html><html><title>Welcome</title><p>error_id 402 invalid_access_token</p></html>';
const CHALLENGE =
  '<!DOCTYPE html><title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/h/b"></script>';

const came = (
  status: number,
  headers: Record<string, string>,
  text = PAGE,
  from: Pick<RawResponse, 'leadsTo' | 'address'> = {},
): RawResponse => ({ status, headers: new Headers(headers), text, address, ...from });

// What was seen before api.stackexchange.com in 2024 and 2026: docs/api.md, "Protection pages".
const PROTECTION: [string, RawResponse][] = [
  ['a challenge', came(403, { ...html, 'cf-mitigated': 'challenge', server: 'cloudflare' }, CHALLENGE)],
  ['a challenge that says 200', came(200, { ...html, 'cf-mitigated': 'challenge' }, CHALLENGE)],
  ['error 1015 as plain text', came(429, { 'content-type': 'text/plain', server: 'cloudflare' }, 'error code: 1015')],
  ['a page with 400', came(400, { ...html, 'cf-ray': '8f-FRA' })],
  ['a page with 401', came(401, { ...html, 'cf-ray': '8f-FRA' })],
  ['a page with 503', came(503, { ...html, server: 'cloudflare' }, CHALLENGE)],
  ['a challenge without a page', came(403, { 'cf-mitigated': 'challenge' }, '')],
  ['a challenge in JSON', came(403, { 'cf-mitigated': 'challenge' }, '{"title":"Just a moment"}')],
  ['a text in brackets with 403', came(403, { 'content-type': 'text/plain' }, '[blocked] by policy')],
  ['a text in braces with 429', came(429, { 'content-type': 'text/plain' }, '{blocked}')],
  ['nothing with 401, by a firewall', came(401, { 'cf-mitigated': 'block' }, '')],
  ['a challenge elsewhere', came(302, { 'cf-mitigated': 'challenge' }, '', { leadsTo: 'https://other.example/' })],
];
const WIFI_LOGIN: [string, RawResponse][] = [
  ['a redirect to another host', came(302, html, '', { leadsTo: 'http://login.airport.example/?from=api' })],
  ['511, without a page, too', came(511, {}, '')],
  ['a page that leads on', came(200, html, '<meta http-equiv="refresh" content="0; url=http://10.0.0.1/">')],
  ['a page that does so by script', came(200, html, "<script>location.href = 'http://10.0.0.1/portal'</script>")],
  ['a page with words for programs', came(200, html, '<html><!--<WISPAccessGatewayParam xmlns="x">--></html>')],
];
const NEITHER: [string, RawResponse, string][] = [
  ["the network's own page behind its protection", came(200, { ...html, 'cf-ray': '8f-FRA' }), 'bad-answer'],
  ["a gateway's page, which the protection passes on", came(502, { ...html, 'cf-ray': '8f-FRA' }), 'server-fault'],
  ['a redirect within the host', came(302, {}, '', { leadsTo: 'http://api.example/' }), 'bad-answer'],
  ['a throttle of the API itself behind its protection', came(429, { 'cf-ray': '8f-FRA' }, ''), 'throttled'],
  ['an error of the API with 400', came(400, { 'cf-ray': '8f-FRA' }, '{"error_id":402}'), 'token-rejected'],
];
test.each([
  ...PROTECTION.map((row) => [...row, 'blocked-by-protection'] as const),
  ...WIFI_LOGIN.map((row) => [...row, 'captive-portal'] as const),
  ...NEITHER,
])('a page that is no answer: %s', (_, raw, kind) => expect(faultOf(raw).kind).toBe(kind));

test('a page that is no answer: no page signs anybody out, whatever its status, and none that may be a block is asked for again within five minutes', () => {
  for (let status = 200; status < 600; status++) {
    for (const headers of [html, { ...html, 'cf-ray': '8f-FRA' }, { 'content-type': 'application/json' }]) {
      const { kind, waitSeconds } = faultOf(came(status, headers));
      expect(['token-rejected', 'bad-key', 'scope-missing']).not.toContain(kind);
      const isOutage = kind === 'server-fault' || kind === 'captive-portal';
      if (!isOutage && status >= 300) expect(waitSeconds).toBeGreaterThanOrEqual(300);
      expect(classify(came(status, headers), asked).facts).toEqual({});
    }
  }
});
