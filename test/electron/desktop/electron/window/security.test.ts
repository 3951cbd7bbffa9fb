import fc from 'fast-check';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  answer,
  denyPermissions,
  fileFor,
  isOwnPage,
  mayOpenOutside,
  openLink,
  openOutside,
  pageAddress,
  refuseDownloads,
} from '../../../../../electron/desktop/electron/window/security.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const opened = vi.hoisted((): string[] => []);
vi.mock('electron', () => ({
  app: {},
  protocol: {},
  session: {},
  shell: { openExternal: async (address: string) => void opened.push(address) },
}));
beforeEach(() => void opened.splice(0));

// Addresses with credentials or of other schemes are none of the web: test/common/safe-text.test.ts.
test.each([
  'http://127.0.0.1.example.com/',
  'http://example.com#@127.0.0.1/',
  'http://0.0.0.0:4000/',
  'http://[::ffff:192.168.0.1]/',
])('what may be opened outside: %s may not', (address) => expect(mayOpenOutside(address)).toBe(false));

/** The only hosts that plain http may reach: this machine, by each of its names. */
const THIS_MACHINE = ['127.0.0.1', 'localhost', '[::1]'];

test('what may be opened outside: what passes is https, or plain http to this machine and no other host, whatever the text', () => {
  const host = fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.constantFrom(...THIS_MACHINE),
    fc.ipV6().map((ip) => `[${ip}]`),
  );
  const place = fc.tuple(fc.constantFrom('http', 'https'), host, fc.integer({ min: 1, max: 65_535 }));
  const webAddress = fc.oneof(
    fc.webUrl({ validSchemes: ['http', 'https'] }),
    place.map(([scheme, name, port]) => `${scheme}://${name}:${port}/`),
  );
  const scheme = fc.constantFrom('file:', 'javascript:', 'vbscript:', 'app:', 'http:');
  const anyText = fc.oneof(
    fc.string(),
    webAddress,
    fc.tuple(scheme, fc.string()).map((pair) => pair.join('//')),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      if (!mayOpenOutside(text)) return;
      const { protocol, hostname } = new URL(text);
      expect(protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.includes(hostname))).toBe(true);
    }),
  );
  fc.assert(
    fc.property(webAddress, (address) => {
      const { protocol, hostname, username, password } = new URL(address);
      const isAllowed = protocol === 'https:' || THIS_MACHINE.includes(hostname);
      expect(mayOpenOutside(address)).toBe(isAllowed && username === '' && password === '');
    }),
  );
});

test('what may be opened outside: a refused address reaches nobody, and the error says so', async () => {
  await expect(openOutside('file:///etc/passwd')).rejects.toThrow(/https/);
  for (const refused of ['file:///etc/hostname', 'https://user:password@example.org/'])
    await expect(openLink(refused)).rejects.toThrow('web addresses');
  expect(opened).toEqual([]);
  await openOutside('https://example.com/q/1');
  await openLink('http://example.com/q/2');
  expect(opened).toEqual(['https://example.com/q/1', 'http://example.com/q/2']);
});

type Asked = Parameters<typeof denyPermissions>[0];
type OnRequest = NonNullable<Parameters<Asked['setPermissionRequestHandler']>[0]>;
type OnCheck = NonNullable<Parameters<Asked['setPermissionCheckHandler']>[0]>;

/** What Chromium is answered, by both of the ways it asks. */
function answers(permission: string, page: string): boolean[] {
  let onRequest: OnRequest | null = null;
  let onCheck: OnCheck | null = null;
  denyPermissions({
    setPermissionRequestHandler: (handler) => void (onRequest = handler),
    setPermissionCheckHandler: (handler) => void (onCheck = handler),
    setDevicePermissionHandler: () => undefined,
  });
  const said: boolean[] = [];
  const request = onRequest as OnRequest | null;
  const check = onCheck as OnCheck | null;
  request?.({} as never, permission as never, (granted) => void said.push(granted), { requestingUrl: page } as never);
  said.push(check?.({} as never, permission as never, page, {} as never) ?? false);
  return said;
}
const own = 'app://askbell/index.html';

const OF_OWN_PAGES = ['clipboard-sanitized-write', 'loopback-network', 'local-network-access'];
test.each(OF_OWN_PAGES)('what the pages may do: only the window’s own pages have %s', (permission) => {
  for (const page of [own, 'app://askbell/']) expect(answers(permission, page)).toEqual([true, true]);
  for (const page of ['https://example.com/', 'http://127.0.0.1:4000/', 'app://other/index.html', ''])
    expect(answers(permission, page)).toEqual([false, false]);
});

test.each(['clipboard-read', 'notifications', 'openExternal', 'media'])('no page may have %s', (permission) => {
  expect(answers(permission, own)).toEqual([false, false]);
});

/** Whether one from this address goes on. */
function goesOn(address: string): boolean {
  let refused = false;
  const on = (name: string, listener: (event: object, item: object) => void) => {
    if (name === 'will-download') listener({ preventDefault: () => void (refused = true) }, { getURL: () => address });
  };
  refuseDownloads({ on } as never);
  return !refused;
}

test.each([
  ['blob:app://askbell/4c1c0a52-3b5c-4bd7-8a07-6f8f8f1a0d00', true],
  ['https://hostile.example/free.exe', false],
  ['blob:https://hostile.example/4c1c0a52', false],
  ['blob:app://hostile/4c1c0a52', false],
  ['app://askbell/index.html', false],
  ['', false],
])('downloads %s: only an export that the window’s own page made is saved', (address, isSaved) => {
  expect(goesOn(address)).toBe(isSaved);
});

describe('the app:// pages', () => {
  let root: string;
  beforeEach(() => {
    const folder = temporaryFolder();
    root = join(folder, 'renderer');
    for (const name of ['renderer/assets', 'renderer-old']) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(root, 'index.html'), '<!doctype html><title>Askbell</title>');
    writeFileSync(join(root, 'assets', 'page.js'), 'export {};');
    for (const name of ['secret.txt', 'renderer-old/x.js']) writeFileSync(join(folder, name), 'not for pages');
  });

  const get = (address: string, method = 'GET') => answer(root, { url: address, method } as Request);

  test('the page and its files come with their media types, to who only reads', async () => {
    const page = await get('app://askbell/index.html');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<title>Askbell</title>');
    expect((await get('app://askbell/')).status).toBe(200);
    const script = await get('app://askbell/assets/page.js');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await get('app://askbell/index.html', 'POST')).status).toBe(404);
  });

  test('every answer, also a refusal, carries the policy that allows no foreign script', async () => {
    for (const address of ['app://askbell/index.html', 'app://askbell/missing.js', 'app://other/index.html']) {
      const policy = (await get(address)).headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toMatch(/script-src 'self'(;|$)/);
      expect((await get(address)).headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test.each([
    'app://askbell/assets/..%2f..%2fsecret.txt',
    'app://askbell/..%2frenderer-old/x.js',
    'app://askbell/%00',
    'app://askbell/%E0%A4%A',
    'app://elsewhere/index.html',
  ])('%s gives nothing', async (address) => expect((await get(address)).status).toBe(404));

  test('no address whatever leads out of the folder', () => {
    const piece = fc.constantFrom(...'.. %2e%2e / %2f \\ %5c assets . %00 index.html ? # // %'.split(' '));
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 12 }), (pieces) => {
        const file = fileFor(root, `app://askbell/${pieces.join('')}`);
        expect(file === undefined || file.startsWith(root + sep)).toBe(true);
      }),
    );
  });

  test('only the own origin counts as an own page', () => {
    expect(isOwnPage(pageAddress('inbox'))).toBe(true);
    for (const other of ['app://askbell.evil/index.html', 'https://askbell/', 'about:blank', '', 'app:askbell'])
      expect(isOwnPage(other)).toBe(false);
  });
});
