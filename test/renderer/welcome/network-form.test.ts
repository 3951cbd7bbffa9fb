import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { NetworkChoice } from '../../../common/contract/contract.ts';
import { checkNetwork, EMPTY_FIELDS } from '../../../renderer/welcome/network-form.ts';
import { wordsIn } from '../../../common/i18n/words.ts';

const words = wordsIn('en');

const filled = {
  name: 'Club',
  apiBaseUrl: 'https://api.club.example',
  authUrl: 'https://club.example',
  clientId: '42',
  key: 'abc((',
  credentialsIn: '' as const,
};

describe('the form for a network', () => {
  it('asks nothing for the demo network, and names every empty field that another needs, and no other', () => {
    expect(checkNetwork(words, 'stackexchange', EMPTY_FIELDS)).toEqual({ problems: { clientId: expect.any(String) } });
    const other = checkNetwork(words, 'other', EMPTY_FIELDS);
    expect('problems' in other && Object.keys(other.problems).toSorted()).toEqual([
      'apiBaseUrl',
      'authUrl',
      'clientId',
      'name',
    ]);
    expect(checkNetwork(words, 'demo', EMPTY_FIELDS)).toEqual({ choice: { kind: 'demo' } });
  });

  it('asks for a key only where it is to be sent in the address', () => {
    const keyless = { ...filled, key: '' };
    for (const credentialsIn of ['', 'header'] as const) {
      const checked = checkNetwork(words, 'other', { ...keyless, credentialsIn });
      expect('choice' in checked && NetworkChoice.parse(checked.choice)).not.toHaveProperty('key');
    }
    const inQuery = checkNetwork(words, 'other', { ...keyless, credentialsIn: 'query' });
    expect(inQuery).toEqual({ problems: { key: expect.any(String) as string } });
    const { name, apiBaseUrl, authUrl, clientId } = filled;
    const choice = { kind: 'other', name, apiBaseUrl, authUrl, clientId };
    expect(NetworkChoice.safeParse({ ...choice, credentialsIn: 'query' }).success).toBe(false);
  });

  it('takes fields with spaces around them, as they come from copying, and no key with a space in it', () => {
    const typed = { ...EMPTY_FIELDS, clientId: ' 42\n', key: '\tabc((  ', authUrl: ' https://club.example ' };
    expect(checkNetwork(words, 'stackexchange', typed)).toEqual({
      choice: { kind: 'stackexchange', clientId: '42', key: 'abc((', authUrl: 'https://club.example' },
    });
    expect(checkNetwork(words, 'stackexchange', { ...filled, key: 'ab cd' })).toHaveProperty('problems.key');
  });

  it.each([
    ['api.club.example', 'full URL'],
    ['ftp://club.example', 'https://'],
    ['javascript:alert(1)', 'https://'],
    ['https://club.example/?key=1', '?'],
    ['https://club.example/#x', '#'],
    ['https://me:secret@club.example', 'password'],
  ])('refuses the address %s', (apiBaseUrl, word) => {
    const checked = checkNetwork(words, 'other', { ...filled, apiBaseUrl });
    expect('problems' in checked && checked.problems.apiBaseUrl).toContain(word);
  });

  const text = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom('', ' ', 'http://127.0.0.1:8080', 'https://x', 'https://exa mple.org', 'http://[::1]:1'),
  );
  it.prop(
    [
      fc.constantFrom('stackexchange' as const, 'other' as const),
      fc.record({
        name: text,
        apiBaseUrl: text,
        authUrl: text,
        clientId: text,
        key: text,
        credentialsIn: fc.constantFrom('' as const, 'header' as const, 'query' as const),
      }),
    ],
    { numRuns: 500 },
  )('lets nothing through that the contract refuses', (kind, fields) => {
    const checked = checkNetwork(words, kind, fields);
    const right =
      'problems' in checked
        ? Object.keys(checked.problems).length > 0
        : NetworkChoice.safeParse(checked.choice).success;
    expect(right).toBe(true);
  });
});
