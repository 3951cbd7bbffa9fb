import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildCodeUrl, challengeOf, exchangeCode, newVerifier } from '../../../electron/api/code-grant.ts';
import { answering } from './answering-server.ts';

it('a code with PKCE has the challenge of RFC 7636, and a verifier of unreserved characters, another each time', () => {
  // Appendix B.
  expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
  const random = (count: number) => globalThis.crypto.getRandomValues(new Uint8Array(count));
  const verifiers = Array.from({ length: 20 }, () => newVerifier(random));
  for (const verifier of verifiers) expect(verifier).toMatch(/^[\w.~-]{43,128}$/);
  expect(new Set(verifiers).size).toBe(20);
});

it('a code with PKCE asks the dialog at /oauth with the challenge and never with the verifier', () => {
  const [redirectUri, challenge] = ['http://localhost:5000/signed-in', 'c'.repeat(43)];
  const client = { authUrl: 'https://stackoverflow.com/', clientId: '1', redirectUri, state: 's', challenge };
  const url = new URL(buildCodeUrl({ ...client, scopes: ['read_inbox', 'no_expiry'] }));
  expect(`${url.origin}${url.pathname}`).toBe('https://stackoverflow.com/oauth');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: '1',
    scope: 'read_inbox,no_expiry',
    redirect_uri: redirectUri,
    state: 's',
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
});

describe('the exchange of a code', () => {
  let authUrl: string;
  const seen: { method: string | undefined; url: string | undefined; type: string | undefined; body: string }[] = [];
  let answer: { status: number; body: string; headers?: Record<string, string> };
  beforeEach(async () => {
    seen.length = 0;
    const server = await answering((_url, response, request) => {
      void text(request).then((body) => {
        const { method, url, headers } = request;
        seen.push({ method, url, type: headers['content-type'], body });
        response.writeHead(answer.status, answer.headers).end(answer.body);
      });
    });
    authUrl = server.apiBaseUrl;
  });

  const [redirectUri, verifier] = ['http://localhost:1/signed-in', 'v'.repeat(43)] as const;
  const exchange = (code = 'the-code((') =>
    exchangeCode({ authUrl, clientId: '7', redirectUri, code, verifier }, fetch, new AbortController().signal);

  it('posts a form body and nothing in the address; no secret and no grant_type', async () => {
    answer = { status: 200, body: '{"access_token":"tok*en))","expires":86400}' };
    expect(await exchange()).toEqual({ kind: 'token', accessToken: 'tok*en))', expiresInSeconds: 86_400 });
    const { method, url, type, body } = seen[0]!;
    expect([method, url]).toEqual(['POST', '/oauth/access_token/json']);
    expect(type).toMatch(/^application\/x-www-form-urlencoded/);
    const sent = { client_id: '7', redirect_uri: redirectUri, code: 'the-code((', code_verifier: verifier };
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual(sent);
  });

  it.each([
    ['a token that lasts', '{"access_token":"t"}', { accessToken: 't' }],
    ['unknown fields', '{"access_token":"t","scope":"a b","x":{}}', { accessToken: 't' }],
    ['form text, unasked', 'access_token=t((&expires=60', { accessToken: 't((', expiresInSeconds: 60 }],
    ['an end that is no number', '{"access_token":"t","expires":"soon"}', { accessToken: 't' }],
  ])('takes %s', async (_what, body, token) => {
    answer = { status: 200, body };
    expect(await exchange()).toEqual({ kind: 'token', ...token });
  });

  it.each([
    ['{"error":{"type":"invalid_grant","message":"code is used"}}', 'code is used'],
    ['{"error":"invalid_grant","error_description":"too late"}', 'too late'],
    ['{"error_message":"no such client"}', 'no such client'],
    ['{"error":{"type":"x","message":"the code the-code(( is unknown"}}', 'the code [hidden] is unknown'],
  ])('tells the network’s own reason in %s', async (body, said) => {
    answer = { status: 400, body };
    expect(await exchange()).toEqual({ kind: 'error', problem: 'notExchanged', said });
  });

  it.each([
    ['a protection’s page', { status: 403, body: '<!doctype html><h1>Just a moment</h1>' }, 'bad-answer'],
    ['a fault', { status: 502, body: '' }, 'server-fault'],
    ['an answer longer than any', { status: 200, body: 'x'.repeat(2_000_000) }, 'bad-answer'],
    ['a redirect, which is not followed', { status: 307, body: '', headers: { location: '/elsewhere' } }, 'bad-answer'],
  ])('rejects %s', async (_what, given, kind) => {
    answer = given;
    await expect(exchange()).rejects.toMatchObject({ name: 'NetworkError', kind });
    expect(seen).toHaveLength(1);
  });
});
