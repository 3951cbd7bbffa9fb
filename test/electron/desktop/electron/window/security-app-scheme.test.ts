import fc from 'fast-check';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, fileFor, isOwnPage, pageAddress } from '../../../../../electron/desktop/electron/window/security.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

vi.mock('electron', () => ({ protocol: {} }));

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

describe('the app:// pages', () => {
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
