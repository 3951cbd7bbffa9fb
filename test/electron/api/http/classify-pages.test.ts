import { describe, expect, test } from 'vitest';
import { classify } from '../../../../electron/api/http/classify.ts';
import type { RawResponse } from '../../../../electron/api/http/send.ts';

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
describe('a page that is no answer', () => {
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
  ])('%s', (_, raw, kind) => expect(kindOf(raw)).toBe(kind));

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
