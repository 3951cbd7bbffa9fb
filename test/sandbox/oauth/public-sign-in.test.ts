import { beforeEach, expect, test } from 'vitest';
import { walkDialog } from '../../../electron/agent/accounts/demo-network.ts';
import { Browser, outside, page } from '../support/browser.ts';
import { startNetwork } from '../support/network.ts';
import { pkce, signInOf, verifier, type Form } from '../support/oauth.ts';

// Facts: docs/api.md, "Authentication", "Redirects" and "Log-in pages".

const network = await startNetwork({
  like: 'public',
  protection: 0,
  apps: [
    { clientId: 'desk', key: 'desk-key', domain: 'localhost', name: 'Desk' },
    { clientId: 'codes', key: 'codes-key', domain: 'mine.example', clientSide: false, desktop: false },
    { clientId: 'implicit', key: 'implicit-key', domain: 'mine.example', pkce: false },
    { clientId: 'server', key: 'server-key', domain: 'mine.example', secret: 's3cret', pkce: false },
  ],
});
/** Nobody has approved anything, as in a browser that was never here. */
beforeEach(async () => void (await network.control.revoke({})));

const redirect = 'http://localhost:49152/signed-in';
const fields = { client_id: 'desk', scope: 'read_inbox private_info', redirect_uri: redirect, state: 'a b+c' };
const explicit = signInOf(network, { ...fields, ...pkce }, '/oauth');
const implicit = signInOf(network, fields, '/oauth/dialog');
const { address, exchange, refusal } = explicit;

const newBrowser = (headers?: Record<string, string>) => new Browser(network.authUrl, headers);
/** Logs in as the third person, and comes to the dialog. */
async function toDialog(browser: Browser, url = address()) {
  const logIn = page(await browser.open(url));
  expect(logIn.url).toMatch(/\/users\/login\?returnurl=/);
  return browser.send(logIn, { account_id: String(network.account(2)) });
}
async function approved(url = address(), browser = newBrowser()): Promise<URL> {
  const dialog = await toDialog(browser, url);
  return dialog instanceof URL ? dialog : outside(await browser.send(dialog, { decision: 'approve' }));
}
const codeOf = (target: URL) => target.searchParams.get('code') ?? '';
const newCode = async (changes: Form = {}) => codeOf(await approved(address(changes)));
const withVerifier = (code: string, changes: Form = {}) =>
  explicit.forCode(code, { code_verifier: verifier, ...changes });
const tokenFor = async (code: string) =>
  (await (await exchange(withVerifier(code))).json()) as { access_token: string };

test('a code by PKCE comes to a loopback address after log-in and consent, and becomes a token without secret or key', async () => {
  const browser = newBrowser();
  const dialog = page(await toDialog(browser));
  expect(dialog.text).toContain('See private data of your account');
  expect(dialog.text).not.toContain('type="radio"');
  const target = outside(await browser.send(dialog, { decision: 'approve' }));
  expect(`${target.origin}${target.pathname}`).toBe(redirect);
  expect(Object.fromEntries(target.searchParams)).toEqual({ code: expect.any(String), state: 'a b+c' });
  const token = await tokenFor(codeOf(target));
  expect(token).toEqual({ access_token: expect.any(String), expires: 86_399 });
  const me = await network.bearing(token.access_token, '/me?site=loops');
  expect(me.body.items).toMatchObject([{ account_id: network.account(2) }]);
});

test('codes and tokens hold ( ) and *, and end in two brackets', async () => {
  const code = await newCode();
  const { access_token: token } = await tokenFor(code);
  for (const word of [code, token]) expect(word).toMatch(/^(?=.*\()(?=.*\*)[\w()*]{20,}(?:\(\(|\)\))$/);
  const form = await (await exchange(withVerifier(await newCode()), '/oauth/access_token')).text();
  expect(new URLSearchParams(form).get('access_token')).toMatch(/(?:\(\(|\)\))$/);
  const inspected = await network.bearing(token, `/access-tokens/${token}`);
  expect(inspected.body.items).toMatchObject([{ scope: ['read_inbox', 'private_info'] }]);
});

test('a code by PKCE is not exchanged for a verifier that is too short, too long or has other letters', async () => {
  const code = await newCode();
  const refused: unknown[] = [400, 'invalid_request', expect.stringContaining('43 to 128')];
  for (const wrong of ['short', 'x'.repeat(129), `${verifier}(`])
    expect(await refusal(withVerifier(code, { code_verifier: wrong }))).toEqual(refused);
});

test('JSON is not understood by the exchange', async () => {
  const code = await newCode();
  for (const body of [JSON.stringify(withVerifier(code)), '{']) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const reply = await fetch(`${network.authUrl}/oauth/access_token/json`, init);
    const error = { type: 'invalid_request', message: 'client_id is missing' };
    expect([reply.status, await reply.json()]).toEqual([400, { error }]);
  }
  expect((await exchange(withVerifier(code))).status).toBe(200);
});

test('a code by PKCE comes to a scheme of the program’s own, with the registered domain after it', async () => {
  const own = 'askbell://mine.example/signed-in';
  const target = await approved(address({ client_id: 'codes', redirect_uri: own, scope: 'no_expiry' }));
  expect(target.href).toMatch(/^askbell:\/\/mine\.example\/signed-in\?code=/);
  const form = withVerifier(codeOf(target), { client_id: 'codes', redirect_uri: own });
  const reply = await exchange(form, '/oauth/access_token');
  expect(await reply.text()).toMatch(/^access_token=[^&]+$/);
});

test.each([
  ['a code without a challenge from an app without a secret', { code_challenge: '', code_challenge_method: '' }],
  ['plain', { code_challenge: verifier, code_challenge_method: 'plain' }],
  ['PKCE of an app that is not registered for it', { client_id: 'implicit', redirect_uri: 'https://mine.example/' }],
  ['login_success without its box', { client_id: 'codes', redirect_uri: `${network.authUrl}/oauth/login_success` }],
  ['the loopback address by number', { redirect_uri: 'http://127.0.0.1:49152/' }],
] as [string, Form][])('refuses %s on a page', async (_what, changes) => {
  const at = page(await newBrowser().open(address(changes)));
  expect(at.status).toBe(400);
  expect(at.text).toContain('This sign-in cannot go on');
});

test('a confidential app has codes by its secret, and its box for PKCE counts', async () => {
  const asked = { client_id: 'server', redirect_uri: 'https://mine.example/' };
  const code = await newCode({ ...asked, code_challenge: '', code_challenge_method: '' });
  expect((await exchange({ ...asked, code, client_secret: 's3cret' })).status).toBe(200);
  expect(page(await newBrowser().open(address(asked))).status).toBe(400);
});

test('the implicit sign-in tells the scope in the fragment, too, parted by %20', async () => {
  const target = await approved(implicit.address());
  expect(target.hash).toContain('&scope=read_inbox%20private_info');
  const told = { access_token: expect.any(String), expires: '86399', scope: 'read_inbox private_info', state: 'a b+c' };
  expect(Object.fromEntries(new URLSearchParams(target.hash.slice(1)))).toEqual(told);
});

test('a slash at the end of the dialog’s address leads nowhere', async () => {
  for (const url of [implicit.address({}, '/oauth/dialog/'), implicit.address({}, '/oauth/')])
    expect(page(await newBrowser().open(url)).status).toBe(400);
});

test('who approved the app before is sent on without a question, also with no click but the log-in', async () => {
  const browser = newBrowser();
  await approved(address(), browser);
  expect(codeOf(outside(await browser.open(address())))).toBeTruthy();
  expect(codeOf(outside(await toDialog(newBrowser())))).toBeTruthy();
  await network.control.revoke({ accountId: network.account(2) });
  expect(page(await browser.open(address())).text).toContain('Approve');
});

test('an answer from nobody leads to the log-in, and nobody’s cookie is somebody', async () => {
  const form = new URLSearchParams({ ...Object.fromEntries(new URL(address()).searchParams), decision: 'approve' });
  expect(page(await newBrowser().open(`${network.authUrl}/oauth`, form)).url).toContain('/users/login');
  expect(page(await newBrowser({ cookie: 'sandbox_account=99999999' }).open(address())).url).toContain('/users/login');
});

test('the person of --demo goes the whole way by itself', async () => {
  const end = new URL(await walkDialog(address({ state: 's' }), fetch));
  expect(end.origin + end.pathname).toBe(redirect);
  expect((await exchange(withVerifier(codeOf(end)))).status).toBe(200);
});
