import fc from 'fast-check';
import { expect, test } from 'vitest';
import { error, key, site, startNetwork } from '../support/network.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const network = await startNetwork({ apps: [{ clientId: 'tests', key, domain: 'app.example', secret: 'secret' }] });

const oauthNames = `client_id client_secret redirect_uri scope state code code_verifier code_challenge
  code_challenge_method grant_type decision account_id`;
const oauthWords = 'tests demo secret https://app.example/ read_inbox S256 plain approve deny 1 authorization_code';
const oauthValue = fc.oneof(
  fc.constantFrom(...oauthWords.split(' '), 'a'.repeat(43)),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const oauthPaths = ['', '/', '/dialog', '/access_token', '/access_token/json', '/sign_out'].map(
  (end) => `/oauth${end}`,
);

test('whatever is sent to the sign-in, it is a page, a way back to the app, or an error in words', async () => {
  const form = fc.array(fc.tuple(fc.constantFrom(...oauthNames.split(/\s+/)), oauthValue), { maxLength: 8 });
  const path = fc.constantFrom(...oauthPaths);
  await fc.assert(
    fc.asyncProperty(path, form, fc.boolean(), fc.string({ maxLength: 30 }), async (address, sent, isPost, cookie) => {
      const parameters = new URLSearchParams(sent);
      const headers = { cookie: `sandbox_account=${encodeURIComponent(cookie)}` };
      const response = isPost
        ? await fetch(`${network.authUrl}${address}`, { method: 'POST', body: parameters, headers, redirect: 'manual' })
        : await fetch(`${network.authUrl}${address}?${parameters.toString()}`, { headers, redirect: 'manual' });
      expect([200, 302, 400, 404]).toContain(response.status);
      if (response.status === 302) expect(new URL(response.headers.get('location') ?? '').hostname).toBe('app.example');
      if (response.status === 404) expect(await response.json()).toMatchObject({ error_name: 'no_method' });
      else if (response.status !== 302) expect((await response.text()).length).toBeGreaterThan(0);
    }),
    { numRuns: propertyRuns(200) },
  );
});

test('whatever is sent to the control routes, it is done or refused in words', async () => {
  const number = fc.oneof(fc.integer({ min: -5, max: 50 }), fc.double(), fc.maxSafeInteger());
  const small = fc.oneof(number, fc.string({ maxLength: 10 }), fc.constantFrom(true, false, null, site));
  const names = `advance to kind path times status ms seconds method token accountId scopes remaining site userId title
    body tags questionId answerId postId direction reason amount at itemType`;
  const routes = ['clock', 'faults', 'backoff', 'tokens', 'tokens/revoke', 'quota', 'reset', 'nothing'];
  const actions = [...Object.keys(network.world.actions), 'dance', 'constructor'];
  const path = fc.constantFrom(...routes, ...actions.map((action) => `actions/${action}`));
  const value = fc.oneof(small, fc.array(small, { maxLength: 3 }));
  const parts = fc.dictionary(fc.constantFrom(...names.split(/\s+/)), value, { maxKeys: 6 });
  const body = fc.oneof(parts, fc.jsonValue({ maxDepth: 2 }));
  await fc.assert(
    fc.asyncProperty(path, body, async (route, sent) => {
      const response = await network.fetch(`/_sandbox/${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      });
      const told: unknown = await response.json();
      expect([200, 400, 404]).toContain(response.status);
      if (response.status !== 200) expect(told).toEqual(error(response.status, expect.stringMatching(/./) as string));
    }),
    { numRuns: propertyRuns(300) },
  );
  await network.control.reset();
  expect((await network.get('/questions', { site })).status).toBe(200);
});
