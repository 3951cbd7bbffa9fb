import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgePublicRedirect } from '../../../sandbox/oauth/public-redirect.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const authUrl = 'http://127.0.0.1:4000';
const judged = (redirectUri: string, domain: string, isDesktop = true) =>
  'allowed' in judgePublicRedirect({ redirectUri, domain, authUrl, isDesktop });

// Each line is a fact of docs/api.md, "Redirects".
test.each([
  ['https://mine.example/', 'mine.example', true],
  ['https://deep.sub.mine.example/back?x=y', 'mine.example', true],
  ['http://mine.example/back', 'mine.example', true],
  ['https://notmine.example/', 'mine.example', false],
  ['https://mine.example:8443/', 'mine.example', false],
  ['https://mine.example@evil.example/', 'mine.example', false],
  ['http://localhost:3000/', 'localhost', true],
  ['http://localhost:49152/auth/back', 'localhost', true],
  ['http://localhost/', 'localhost', true],
  ['http://127.0.0.1:3000/', 'localhost', false],
  ['http://[::1]:3000/', 'localhost', false],
  ['http://localhost:3000/', 'mine.example', false],
  ['askbell://mine.example/signed-in', 'mine.example', true],
  ['ASKBELL://MINE.example/signed-in', 'mine.example', true],
  ['askbell://sub.mine.example/signed-in', 'mine.example', false],
  ['askbell://mine.example:80/', 'mine.example', false],
  ['askbell://evil@mine.example/', 'mine.example', false],
  ['askbell:/mine.example', 'mine.example', false],
  ['askbell:signed-in', 'mine.example', false],
  ['javascript://mine.example/%0aalert(1)', 'mine.example', false],
  ['data://mine.example/', 'mine.example', false],
  ['https://mine.example/#x', 'mine.example', false],
  ['mine.example', 'mine.example', false],
  ['', 'mine.example', false],
])('%s under the domain %s: %s', (redirectUri, domain, isAllowed) => {
  expect(judged(redirectUri, domain)).toBe(isAllowed);
});

test('login_success takes the box for programs that are no web sites, or the network’s own domain', () => {
  const home = `${authUrl}/oauth/login_success`;
  expect(judged(home, 'mine.example')).toBe(true);
  expect(judged(home, 'mine.example', false)).toBe(false);
  expect(judged(home, '127.0.0.1', false)).toBe(true);
  expect(judged(`${authUrl}/oauth/dialog`, 'mine.example')).toBe(false);
});

test('whatever is asked, nothing but the registered domain is ever led to', () => {
  const parts = fc.constantFrom(
    ...['https://', 'http://', 'askbell://', 'javascript:', 'mine.example', 'localhost', '.', 'evil', '@', ':', '8080'],
    ...['/', '\\', '?', '#', '%2e', 'x', ' ', '\t', '[::1]', '127.0.0.1:4000', '/oauth/login_success'],
  );
  const word = fc.oneof(
    fc.array(parts, { maxLength: 7 }).map((list) => list.join('')),
    fc.string(),
  );
  fc.assert(
    fc.property(word, fc.constantFrom('mine.example', 'localhost'), (redirectUri, domain) => {
      const verdict = judgePublicRedirect({ redirectUri, domain, authUrl, isDesktop: false });
      if ('refused' in verdict) return;
      const { protocol, hostname, username, port, hash } = verdict.allowed;
      expect([username, hash]).toEqual(['', '']);
      expect(protocol).not.toBe('javascript:');
      const isWeb = /^https?:$/.test(protocol);
      const host = hostname.toLowerCase();
      expect(host === domain || (isWeb && host.endsWith(`.${domain}`))).toBe(true);
      if (domain !== 'localhost') expect(port).toBe('');
    }),
    { numRuns: propertyRuns(600) },
  );
});
