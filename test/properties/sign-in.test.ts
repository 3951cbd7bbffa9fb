import fc from 'fast-check';
import { exchangeCode } from '../../electron/api/code-grant.ts';
import { NetworkError } from '../../electron/api/network.ts';
import { isRedirect, readRedirect, type RedirectOutcome } from '../../electron/api/oauth.ts';
import { send } from '../../electron/api/http/send.ts';
import { asJson, mutated, mutatedText, oddText } from './arbitraries.ts';
import { assert, assertPrototypes, inTime, property } from './property.ts';

const STATE = 'the-right-state';
const TOKEN = 'tok(en)*((';
const REDIRECT_URIS = ['https://net.example/oauth/login_success', 'http://localhost:49152/signed-in', 'askbell://done'];

const landed = fc
  .tuple(
    fc.constantFrom(...REDIRECT_URIS, 'https://evil.example/oauth/login_success', ''),
    fc.constantFrom('#', '?', '', '#/', '?x=1#'),
    fc.array(
      fc.oneof(
        fc.constantFrom(
          ...[`access_token=${encodeURIComponent(TOKEN)}`, 'access_token=', 'code=a-code(('],
          ...[`state=${STATE}`, 'state=wrong', 'expires=86399', 'expires=-1', 'scope=read_inbox%20no_expiry'],
          ...['error=access_denied', 'error_description=The+person+said+no'],
        ),
        fc.tuple(oddText, oddText).map(([name, value]) => `${name}=${value}`),
      ),
      { maxLength: 6 },
    ),
  )
  .map(([address, between, parts]) => `${address}${between}${parts.join('&')}`);

const expectation = fc.record({
  redirectUri: fc.constantFrom(...REDIRECT_URIS),
  expectedState: fc.constantFrom(STATE, ''),
  grant: fc.constantFrom('implicit' as const, 'code' as const),
  pasted: fc.boolean(),
});

const isPrintable = (text: string): boolean => /^[\x21-\x7e]{1,2000}$/.test(text);

function holdOutcome(outcome: RedirectOutcome): void {
  if (outcome.kind === 'token') {
    assert(isPrintable(outcome.accessToken), 'a token that no request could carry was taken');
    const { expiresInSeconds: seconds } = outcome;
    assert(seconds === undefined || (Number.isSafeInteger(seconds) && seconds > 0), 'a token lasts for an odd time');
  }
  if (outcome.kind === 'code') assert(isPrintable(outcome.code), 'a code that cannot be sent was taken');
  if (outcome.kind === 'denied' || outcome.kind === 'error') {
    assert((outcome.said ?? '').length <= 200, 'long words of others would be shown');
    assert(!/[\p{Cc}\p{Cf}]/u.test(outcome.said ?? ''), 'a control character would be shown');
  }
}

property({
  name: 'sign-in',
  holds: 'where a dialog ended is read without throwing, and only the right state, or a paste, brings a token',
  input: fc.record({ text: fc.oneof(mutatedText(landed), landed, oddText), expectation }),
  check({ text, expectation: expected }) {
    const outcome = inTime('reading where a dialog ended', () => readRedirect(text, expected));
    assertPrototypes();
    holdOutcome(outcome);
    const isBelieved = outcome.kind === 'token' || outcome.kind === 'code' || outcome.kind === 'denied';
    if (!isBelieved || expected.pasted) return;
    assert(expected.expectedState !== '' && text.includes('state='), 'believed without a state');
    assert(isRedirect(text.split(/[?#]/, 1)[0]!.trim(), expected.redirectUri), 'believed at another address');
  },
});

const exchangeJson = fc.constantFrom<unknown>(
  { access_token: TOKEN, expires: 86_399 },
  { error: { type: 'oauth', message: 'no such code a-code((' } },
  { error: 'invalid_grant', error_description: 'expired' },
);
const exchangeAnswer = fc.oneof(
  asJson(mutated(exchangeJson)),
  mutatedText(fc.constant(`access_token=${TOKEN}&expires=86399`)),
  oddText,
);

property({
  name: 'exchange',
  holds: 'the exchange of a code brings a token that can be sent, a refusal in bounded words, or a NetworkError',
  share: 0.5,
  input: fc.record({ status: fc.constantFrom(200, 201, 204, 302, 400, 401, 429, 500), text: exchangeAnswer }),
  async check({ status, text }) {
    const fetch = (() =>
      Promise.resolve(new Response(status === 204 ? null : text, { status }))) as typeof globalThis.fetch;
    const code = { authUrl: 'https://net.example', clientId: '1', redirectUri: 'http://localhost:1', code: 'a-code((' };
    const { signal } = new AbortController();
    const exchanging = exchangeCode({ ...code, verifier: 'v'.repeat(64) }, fetch, signal);
    const outcome = await exchanging.catch((error: unknown) => {
      if (!(error instanceof NetworkError)) throw error;
    });
    assertPrototypes();
    if (outcome) holdOutcome(outcome);
    if (outcome?.kind === 'error') assert(!(outcome.said ?? '').includes(code.code), 'the code would be shown');
  },
});

const location = fc.oneof(
  fc.constantFrom(
    ...['/', '?access_token=x', '#x', '', 'https://api.example/2.3/sites', 'https://API.EXAMPLE/'],
    ...['//evil.example/', 'https://evil.example/', 'https:/\\evil.example', '\t//evil.example'],
    ...['http://api.example/', 'https://api.example:444/', 'ftp://api.example/', 'javascript:alert(1)', 'data:,x'],
    ...['https://api.example@evil.example/', 'https://evil.example\\@api.example/'],
    'https://ada:secret@api.example/2.3/sites',
  ),
  mutatedText(fc.constant('https://api.example/2.3/sites?page=2')),
  oddText,
);

property({
  name: 'redirects',
  holds: 'a redirect is followed within its origin only, or from http to https there, never for a write, and not long',
  input: fc.record({
    from: fc.constantFrom('https://api.example/2.3/me?access_token=x', 'http://api.example/2.3/me?access_token=x'),
    method: fc.constantFrom('GET', 'POST'),
    hops: fc.array(fc.record({ status: fc.constantFrom(301, 302, 303, 307, 308), location }), { maxLength: 9 }),
  }),
  async check({ from, method, hops }) {
    const asked: string[] = [];
    let at = 0;
    const fetch = ((address: string, init: RequestInit) => {
      assert(init.redirect !== 'follow', 'a fetch may follow redirects by itself');
      asked.push(address);
      const hop = hops[at];
      // A header that cannot be sent is none.
      if (hop === undefined || !/^[\t\x20-\xff]*$/.test(hop.location)) return Promise.resolve(new Response('{}'));
      at++;
      return Promise.resolve(new Response(null, { status: hop.status, headers: { location: hop.location } }));
    }) as typeof globalThis.fetch;
    const form = method === 'POST' ? new URLSearchParams() : undefined;
    const { leadsTo } = await send(fetch, new URL(from), { form, timeoutMs: 10_000 });
    const allowed = [new URL(from).origin, 'https://api.example'];
    for (const address of asked) {
      assert(allowed.includes(new URL(address).origin), `asked ${address}`);
      assert(!/^[^/]*\/\/[^/]*@/.test(address), 'the password of a redirect was sent');
    }
    const places = asked.map((address) => address.replace(/#.*/, ''));
    assert(new Set(places).size === places.length, 'an address was asked twice');
    assert(asked.length <= 4, `${asked.length} requests`);
    if (method === 'POST') assert(asked.length === 1, 'a write was sent on');
    assert(leadsTo === undefined || URL.canParse(leadsTo), 'it leads nowhere');
  },
});
