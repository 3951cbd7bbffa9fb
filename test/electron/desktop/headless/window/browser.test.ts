import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openableAddress } from '../../../../../electron/desktop/desktop.ts';
import { browserCommand, createBrowserOpener } from '../../../../../electron/desktop/headless/window/browser.ts';

describe('opening addresses', () => {
  const screen = { platform: 'linux' as const, env: { DISPLAY: ':0' }, has: () => true };

  it('starts no browser with an option, a file, or an address that has a password', () => {
    const open = createBrowserOpener({ platform: 'linux', env: { DISPLAY: ':0' } });
    for (const bad of ['--help', 'file:///etc/passwd', 'https://user:password@example.org/'])
      expect(() => open(bad)).toThrow('web addresses');
  });

  it('never gives the browser anything but one web address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true })), (text) => {
        let address: string;
        try {
          address = openableAddress(text);
        } catch {
          return;
        }
        expect(address).toMatch(/^https?:\/\//);
        expect(browserCommand(address, screen)).toEqual({ program: 'xdg-open', args: [address] });
      }),
    );
  });

  it('opens pages outside of its unit of systemd, with an address that the journal does not name', () => {
    const env = { DISPLAY: ':0', ASKBELL_UNIT: 'askbell.service' };
    const { program, args } = browserCommand('https://example.org/', { ...screen, env }) ?? { args: [] };
    expect(program).toBe('systemd-run');
    expect(args).toContain('--description=A page that Askbell opens');
    expect(args.slice(-3)).toEqual(['--', 'xdg-open', 'https://example.org/']);
    const without = { ...screen, env, has: (name: string) => name !== 'systemd-run' };
    expect(browserCommand('https://example.org/', without)?.program).toBe('xdg-open');
  });

  it('knows when there is no browser to open', () => {
    expect(browserCommand('https://example.org/', { ...screen, env: {} })).toBeUndefined();
    expect(browserCommand('https://example.org/', { ...screen, has: () => false })).toBeUndefined();
    expect(browserCommand('https://example.org/', { ...screen, env: { WAYLAND_DISPLAY: 'wayland-0' } })?.program).toBe(
      'xdg-open',
    );
  });

  it.skipIf(process.platform !== 'linux')(
    'starts the browser with the address as it is, and tells when that fails',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'askbell-browser-'));
      const open = createBrowserOpener({ platform: 'linux', env: { DISPLAY: ':0', PATH: `${folder}:/usr/bin:/bin` } });
      const program = (script: string) =>
        writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      program(`printf '%s|' "$@" > ${join(folder, 'asked')}`);
      const address = 'https://example.org/?a=1&b=$(id)#c';
      expect(await open(address)).toBe(true);
      expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe(`${new URL(address).href}|`);
      program('exit 3');
      expect(await open(address)).toBe(false);
      rmSync(folder, { recursive: true });
    },
  );

  it('uses what each system has', () => {
    expect(browserCommand('https://example.org/?a&b', { ...screen, platform: 'darwin', env: {} })?.program).toBe(
      'open',
    );
    expect(browserCommand('https://example.org/?a&b', { ...screen, platform: 'win32', env: {} })).toEqual({
      program: 'explorer.exe',
      args: ['https://example.org/?a&b'],
    });
  });
});
