import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildDialogUrl,
  isRedirect,
  newState,
  readRedirect,
  redirectUriOf,
  SCOPES,
} from '../../../electron/api/oauth.ts';

const redirectUri = 'https://auth.example/oauth/login_success';
const state = 'st_ate-123';
const caught = { redirectUri, expectedState: state, pasted: false };
const pasted = { redirectUri, expectedState: state, pasted: true };
const landed = `${redirectUri}#access_token=abc123)))&expires=86399&state=${state}`;

test('the dialog’s address: carries client, scopes joined by commas, redirect and state', () => {
  const address = { authUrl: 'https://auth.example/' };
  const client = { clientId: '42', redirectUri: redirectUriOf(address), scopes: SCOPES, state: 'a b&c' };
  const url = new URL(buildDialogUrl({ ...address, ...client }));
  expect(url.origin + url.pathname).toBe('https://auth.example/oauth/dialog/');
  const named = { client_id: '42', scope: 'read_inbox,no_expiry', redirect_uri: redirectUri, state: 'a b&c' };
  expect(Object.fromEntries(url.searchParams)).toEqual(named);
});

test('the dialog’s address: each sign-in has a state of its own, fit for an address', () => {
  const states = new Set(Array.from({ length: 100 }, () => newState(randomBytes)));
  expect(states.size).toBe(100);
  for (const one of states) expect(one).toMatch(/^[\w-]{32}$/);
});

test.each([
  [redirectUri, true],
  [`${redirectUri}/`, true],
  [`${redirectUri}?a=b#access_token=x`, true],
  ['http://auth.example/oauth/login_success', true],
  ['HTTPS://AUTH.EXAMPLE:443/oauth/login_success', true],
  ['https://auth.example:8443/oauth/login_success', false],
  ['https://auth.example.evil.example/oauth/login_success', false],
  ['https://auth.example@evil.example/oauth/login_success', false],
  ['https://evil.example/?https://auth.example/oauth/login_success', false],
  ['https://auth.example/oauth/login_success/more', false],
  ['ftp://auth.example/oauth/login_success', false],
  ['not an address', false],
])('whether an address is where the dialog ends %s: %s', (url, is) => expect(isRedirect(url, redirectUri)).toBe(is));

describe('what a window caught', () => {
  // Since August 2023 the fragment carries the scopes, too, and tokens end in brackets: docs/api.md, "Authentication".
  const bracketed = ['a)(*b((', encodeURIComponent('a)(*b((').replaceAll('(', '%28')].map(
    (written) => `#access_token=${written}&scope=write_access%20no_expiry&state=${state}&mood=x)&expires=60`,
  );
  test.each<[string, string, number | undefined]>([
    [landed.slice(redirectUri.length), 'abc123)))', 86_399],
    [`/#state=${state}&access_token=t0k`, 't0k', undefined],
    ...bracketed.map((fragment): [string, string, number] => [fragment, 'a)(*b((', 60]),
    ...['0', '-5', 'soon', '1e3', ''].map((expires): [string, string, undefined] => [
      `#access_token=t0k&state=${state}&expires=${expires}`,
      't0k',
      undefined,
    ]),
  ])('a token, with an end where one is told, and nothing of unknown fields: %s', (end, accessToken, seconds) => {
    const expires = seconds === undefined ? {} : { expiresInSeconds: seconds };
    expect(readRedirect(redirectUri + end, caught)).toEqual({ kind: 'token', accessToken, ...expires });
  });

  test.each([
    ['the start page', 'https://auth.example/oauth/dialog/?client_id=1&state=x'],
    ['another site with a token', `https://evil.example/oauth/login_success#access_token=t&state=${state}`],
    ['an empty page', 'about:blank'],
    ['the end without anything', redirectUri],
    ['no address', `access_token=abc&state=${state}`],
    ['nothing', ''],
  ])('%s: not yet', (_, url) => expect(readRedirect(url, caught)).toEqual({ kind: 'not-yet' }));

  test.each([
    ['missing', `${redirectUri}#access_token=abc`],
    ['wrong', `${redirectUri}#access_token=abc&state=${state}x`],
    ['empty', `${redirectUri}#access_token=abc&state=`],
    ['wrong, and refused', `${redirectUri}#error=access_denied&state=other`],
    ['missing, and refused', `${redirectUri}?error=access_denied&error_description=Call+0800`],
    ['missing, and failed', `${redirectUri}#error=invalid_request`],
    ['missing, with a code that was not asked for', `${redirectUri}?code=c`],
    ['wrong in the fragment but right in the query', `${redirectUri}?state=${state}#access_token=abc&state=other`],
  ])('a state that is %s: nothing is used', (_, url) =>
    expect(readRedirect(url, caught)).toEqual({ kind: 'wrong-state' }),
  );

  test('no expected state, no match', () => {
    const outcome = readRedirect(`${redirectUri}#access_token=abc&state=`, { ...caught, expectedState: '' });
    expect(outcome).toEqual({ kind: 'wrong-state' });
  });

  const denial = 'error=access_denied&error_description=The+user%20said+no%21';
  const failure = { kind: 'error', problem: 'notCompleted', error: 'invalid_request', said: 'bad' };
  test.each([
    ['a denial', `#${denial}`, { kind: 'denied', said: 'The user said no!' }],
    ['a denial in the query', `?${denial}`, { kind: 'denied', said: 'The user said no!' }],
    ['another error', '#error=invalid_request&error_description=bad', failure],
    ['a code instead of a token', '?code=123', { kind: 'error', problem: 'code' }],
  ])('%s is told as that', (_, end, outcome) =>
    expect(readRedirect(`${redirectUri}${end}&state=${state}`, caught)).toEqual(outcome),
  );

  test.each(['', '%20', 'a%20b', '%00abc', 'https://x'])('a token of "%s" is none', (token) => {
    expect(readRedirect(`${redirectUri}#access_token=${token}&state=${state}`, caught).kind).toBe('error');
  });
});

describe('what a person pasted', () => {
  test.each([
    ['the whole address', landed],
    ['with spaces and line ends around', `\n  ${landed} \r\n`],
    ['in quotes', `"${landed}"`],
    ['in typographic quotes', `“${landed}”`],
    ['in angle brackets', `<${landed}>`],
    ['wrapped by a mail program', `${landed.slice(0, 30)}\n  ${landed.slice(30, 60)}\r\n${landed.slice(60)}`],
    ["with HTML's ampersands", landed.replaceAll('&', '&amp;')],
    ['with an invisible character in front', `\ufeff\u200b${landed}`],
    ['without a scheme', landed.replace('https://', '')],
    ['with http', landed.replace('https', 'http')],
    ['only the fragment', landed.slice(landed.indexOf('#'))],
    ['only the parameters', landed.slice(landed.indexOf('#') + 1)],
    ['percent-encoded', landed.replaceAll(')', '%29')],
    ['the fragment turned into a query', landed.replace('#', '?')],
    ['from another name of the same place, proven by its state', landed.replace('auth.example', 'www.auth.example')],
  ])('%s', (_, text) => {
    expect(readRedirect(text, pasted)).toEqual({ kind: 'token', accessToken: 'abc123)))', expiresInSeconds: 86_399 });
  });

  test.each([
    ['the bare token', 'abc123)))', 'abc123)))'],
    ['the bare token with an end like base64', 'YWJjZGVm==', 'YWJjZGVm=='],
    ['the bare token with a plus', ' a+b+c+d ', 'a+b+c+d'],
    ['the bare token, encoded', '"abc123%29%29%29"', 'abc123)))'],
    ['a fragment without a state', '#access_token=abc', 'abc'],
  ])('%s needs no state', (_, text, accessToken) =>
    expect(readRedirect(text, pasted)).toEqual({ kind: 'token', accessToken }),
  );

  test('a wrong state is refused even by hand', () => {
    expect(readRedirect(`${redirectUri}#access_token=abc&state=other`, pasted)).toEqual({ kind: 'wrong-state' });
    expect(readRedirect('#access_token=abc&state=other', pasted)).toEqual({ kind: 'wrong-state' });
  });

  test('a denial', () => expect(readRedirect(`${redirectUri}#error=access_denied`, pasted).kind).toBe('denied'));

  test.each(['a-code-of-a-dialog))', 'YWJjZGVm==', 'I am signed in'])('where a code was wanted, "%s" is none', (text) =>
    expect(readRedirect(text, { ...pasted, grant: 'code' })).toMatchObject({ kind: 'error', problem: 'noCode' }),
  );

  test.each([
    ['nothing', ' \n', 'nothingPasted'],
    ['a few words', 'I am signed in', 'noToken'],
    ['too little', 'abc', 'noToken'],
    ['the end without its fragment', redirectUri, 'noToken'],
    [
      "the dialog's own address",
      buildDialogUrl({ authUrl: 'https://auth.example', clientId: '1', redirectUri, scopes: SCOPES, state }),
      'notTheEnd',
    ],
    ['another site', 'https://evil.example/#access_token=abc', 'notTheEnd'],
    ['a token broken by spaces', '#access_token=a b c', 'unusableToken'],
  ])('%s: says what is wrong', (_, text, problem) => {
    expect(readRedirect(text, pasted)).toMatchObject({ kind: 'error', problem });
  });
});

const size = 100_000;
test.each([
  ['blanks before a word', `${' '.repeat(size)}word`],
  ['blanks between words', `a${' '.repeat(size)}b`],
  ['quotes within words', `a${'"'.repeat(size)}b`],
  ['line breaks among blanks', ` \n`.repeat(size)],
])('a long paste is read at once: %s', (_what, text) => {
  const before = process.cpuUsage();
  expect(readRedirect(text, { expectedState: state, pasted: true }).kind).toBe('error');
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
});

const token = fc.stringMatching(/^[\x21-\x7e]{6,80}$/).filter((text) => !text.includes('://'));

test('what the network encodes is read back, whatever comes', () => {
  const state = fc.string({ minLength: 1 });
  const expiry = fc.option(fc.integer({ min: 1, max: 1e9 }));
  fc.assert(
    fc.property(token, state, expiry, fc.boolean(), (accessToken, expectedState, expires, byHand) => {
      fc.pre(!/[\r\n]/.test(expectedState));
      // What is around a pasted address is taken off, such as quotes; no state of Askbell's ends with one.
      fc.pre(!byHand || expires !== null || /[\w-]$/.test(expectedState));
      const [token, expected] = [encodeURIComponent(accessToken), encodeURIComponent(expectedState)];
      const end = expires === null ? '' : `&expires=${expires}`;
      const address = `${redirectUri}#access_token=${token}&state=${expected}${end}`;
      const outcome = { kind: 'token', accessToken, ...(expires !== null && { expiresInSeconds: expires }) };
      expect(readRedirect(address, { redirectUri, expectedState, pasted: byHand })).toEqual(outcome);
    }),
  );
});
