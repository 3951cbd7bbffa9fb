import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeRedirect, withFragment } from '../../../sandbox/oauth/redirect.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const authUrl = 'http://127.0.0.1:4000';

describe('the redirect rule', () => {
  test('whatever is asked, only the registered domain, its subdomains and login_success are ever allowed', () => {
    const parts = fc.constantFrom(
      'https://',
      'http://',
      'app.example',
      '.',
      'evil',
      '@',
      ':',
      '8080',
      '/',
      '\\',
      '?',
      '#',
      '%2e',
      'x',
      ' ',
      '127.0.0.1:4000',
      '/oauth/login_success',
    );
    const word = fc.oneof(
      fc.array(parts, { maxLength: 7 }).map((list) => list.join('')),
      fc.webUrl(),
      fc.string(),
    );
    fc.assert(
      fc.property(word, (redirectUri) => {
        const verdict = judgeRedirect({ redirectUri, domain: 'app.example', authUrl });
        if ('refused' in verdict) {
          expect(verdict.refused).not.toBe('');
          return;
        }
        const { origin, hostname, port, pathname, username } = verdict.allowed;
        const home = origin === authUrl && pathname.replace(/\/$/, '') === '/oauth/login_success';
        expect(username).toBe('');
        expect(home || ((hostname === 'app.example' || hostname.endsWith('.app.example')) && port === '')).toBe(true);
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  test('a port is judged as it was sent, even the one that the address has anyway', () => {
    const judged = (redirectUri: string) => 'allowed' in judgeRedirect({ redirectUri, domain: 'app.example', authUrl });
    for (const good of [
      'https://app.example/',
      'http://app.example/back:443',
      'https://app.example:/',
      'https://app.example/?a=:443',
      'https://sub.app.example/x@y:80',
    ])
      expect([good, judged(good)]).toEqual([good, true]);
    for (const own of [
      'https://app.example:443/',
      'http://app.example:80/back',
      'https://app.example:0443/x',
      'https://sub.app.example:443/',
      'https:app.example:443',
      ' https:\\\\app.example:443\\x',
      'https://app.exam\tple:4\n43/',
      'HTTPS://APP.example:443?a',
    ])
      expect([own, judged(own)]).toEqual([own, false]);
    for (const bad of [
      'https://app.example:80/',
      'http://app.example:443/',
      'https://app.example:8443/',
      'https://app.example:0/',
    ])
      expect([bad, judged(bad)]).toEqual([bad, false]);
    const registered = (domain: string) => judgeRedirect({ redirectUri: 'https://app.example/', domain, authUrl });
    expect(registered('app.example:8080')).toEqual({
      refused: expect.stringContaining('registered its domain with a port'),
    });
  });

  test('what is put into a fragment comes out the same', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (state) => {
        const fragment = new URL(
          withFragment(new URL('https://app.example/?a=b'), { access_token: 't', state }),
        ).hash.slice(1);
        expect(new URLSearchParams(fragment).get('state')).toBe(state.toWellFormed());
      }),
    );
    expect(withFragment(new URL('https://app.example/?a=b'), { access_token: 't', expires: undefined })).toBe(
      'https://app.example/?a=b#access_token=t',
    );
  });
});
