import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ForeignTabs, isPublicHttps, mayShow } from '../../../../../electron/desktop/electron/window/sign-in.ts';

vi.mock('electron', () => ({}));

test.each([
  'https://example.com:8443/terms',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://localhost.example.com/',
])('a public https address: %s is one', (address) => expect(isPublicHttps(address)).toBe(true));

test.each([
  'http://example.com/',
  'https://localhost./',
  'https://app.localhost/',
  'https://0/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://[::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://printer/',
  'https://router.lan/',
  'https://nas.home.arpa/',
  'https://someone@example.com/',
])('a public https address: %s is none', (address) => expect(isPublicHttps(address)).toBe(false));

test('a public https address: no way of writing an address of this machine or of a local network is one', () => {
  const ranges = [0x7f_00_00_00, 0x0a_00_00_00, 0xc0_a8_00_00, 0xac_10_00_00];
  const privateNumber = fc.tuple(fc.constantFrom(...ranges), fc.nat(0xff_ff)).map(([range, host]) => range + host);
  const written = fc.tuple(privateNumber, fc.nat(4)).map(([number, way]) => {
    const bytes = [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];
    const hex = (number >>> 0).toString(16);
    if (way === 0) return bytes.join('.');
    if (way === 1) return String(number);
    if (way === 2) return `0x${hex}`;
    if (way === 3) return bytes.map((byte) => `0${byte.toString(8)}`).join('.');
    return `[::ffff:${bytes.join('.')}]`;
  });
  fc.assert(
    fc.property(written, (host) => {
      expect(isPublicHttps(`https://${host}/`)).toBe(false);
    }),
  );
});

const demo = 'http://127.0.0.1:4010/oauth/dialog?client_id=1';

test.each([
  ['http://127.0.0.1:4010/users/login', demo],
  ['https://login.example.com/', demo],
  ['https://login.example.com/', 'https://network.example/oauth'],
  ['https://network.corp.internal/log-in', 'https://network.corp.internal/oauth'],
])('where a sign-in page may lead its window: %s may be shown', (address, opened) =>
  expect(mayShow(address, opened)).toBe(true),
);

test.each([
  ['http://127.0.0.1:631/admin', demo],
  ['http://localhost:4010/', demo],
  ['http://127.0.0.1:4010/', 'https://network.example/oauth'],
  ['http://example.com/', 'https://network.example/oauth'],
  ['https://router.lan/', 'https://network.example/oauth'],
  ['app://askbell/index.html', demo],
])('where a sign-in page may lead its window: %s may not', (address, opened) =>
  expect(mayShow(address, opened)).toBe(false),
);

describe('tabs that a foreign page asks for', () => {
  const page = () => {
    const state = { now: 0, active: true, opened: [] as string[] };
    const tabs = new ForeignTabs(
      { isActive: async () => state.active },
      async (address) => void state.opened.push(address),
      { now: () => state.now },
    );
    return { state, tabs };
  };

  test('none opens without a click or a key, however many are asked for, and a click then still counts', async () => {
    const { state, tabs } = page();
    state.active = false;
    for (let at = 0; at < 31; at++) await tabs.request(`https://example.com/${at}`);
    expect(state.opened).toEqual([]);
    state.active = true;
    await tabs.request('https://example.com/terms');
    expect(state.opened).toEqual(['https://example.com/terms']);
  });

  test('one click opens one, not as many as the page asks for in that second', async () => {
    const { state, tabs } = page();
    await Promise.all(['a', 'b', 'c'].map((path) => tabs.request(`https://example.com/${path}`)));
    await tabs.request('https://example.com/d');
    state.now = 999;
    await tabs.request('https://example.com/e');
    state.now = 1_000;
    await tabs.request('https://example.com/f');
    expect(state.opened).toEqual(['https://example.com/a', 'https://example.com/f']);
  });

  test('none opens on this machine, and asking for one does not stand in the way of the next', async () => {
    const { state, tabs } = page();
    await tabs.request('http://127.0.0.1:631/admin');
    await tabs.request('https://example.com/');
    expect(state.opened).toEqual(['https://example.com/']);
  });

  test('a page that cannot be asked opens nothing', async () => {
    const open = vi.fn<(address: string) => Promise<void>>();
    const tabs = new ForeignTabs({ isActive: () => Promise.reject(new Error('the window is gone')) }, open);
    await tabs.request('https://example.com/');
    expect(open).not.toHaveBeenCalled();
  });
});
