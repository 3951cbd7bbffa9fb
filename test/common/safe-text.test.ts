import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { isWebAddress, webAddress } from '../../common/safe-text.ts';

const NEVER_OPENED = [
  'https://user:password@host.example/q/1',
  'https://user@host.example/q/1',
  'https://:password@host.example/q/1',
  '//host.example/',
  'http://127.0.0.1@host.example/',
  'https:\\\\user:password@host.example',
  ' https://user:password@host.example/',
  'ht\ntps://us\ter:password@host.example/',
  'https://user%3Apassword@host.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  ' \u0001javascript:alert(1)',
  'app://askbell/index.html',
  'https://',
  '',
];

describe('an address that may be opened', () => {
  it.each(NEVER_OPENED)('is never %j', (address) => expect(isWebAddress(address)).toBe(false));

  it.each([
    'https://host.example/q/1',
    'http://host.example:8080/',
    'http://[::1]:4000/',
    'https://host.example/@user',
  ])('may be %s', (address) => expect(webAddress(address)?.href).toBe(address));

  it('is judged as it stands on its page', () => {
    const page = 'https://host.example/questions/1';
    expect(webAddress('//user:password@evil.example/', page)).toBeUndefined();
    expect(webAddress('/q/2', page)?.href).toBe('https://host.example/q/2');
    expect(webAddress('/q/2', 'https://user:password@host.example/')).toBeUndefined();
  });

  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .tuple(fc.constantFrom('http', 'HTTPS', 'ftp', 'javascript'), fc.string(), fc.domain())
      .map(([scheme, before, host]) => `${scheme}://${before}@${host}/`),
  );
  it.prop([anyText])('has no credentials and no other scheme, whatever was written', (text) => {
    const url = webAddress(text);
    if (!url) return;
    expect(['http:', 'https:']).toContain(url.protocol);
    expect([url.username, url.password]).toEqual(['', '']);
    // What the browser gets is judged alike.
    expect(isWebAddress(url.href)).toBe(true);
  });
});
