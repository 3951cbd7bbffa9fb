import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { openableAddress } from '../../../../../electron/desktop/desktop.ts';
import { appWindowCommand, Browser, browserCommand } from '../../../../../electron/desktop/headless/window/browser.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const machine = (...programs: string[]) => ({
  platform: 'linux' as const,
  env: { DISPLAY: ':0' } as Record<string, string>,
  has: (program: string) => programs.includes(program),
});

test.prop([fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true }))])(
  'opening addresses never gives the browser anything but one web address',
  (text) => {
    let address: string;
    try {
      address = openableAddress(text);
    } catch {
      return;
    }
    expect(address).toMatch(/^https?:\/\//);
    expect(browserCommand(address, machine('xdg-open'))).toEqual({ program: 'xdg-open', args: [address] });
  },
);

const page = 'https://example.org/?a&b';
it.each([
  ['xdg-open on a screen of Wayland', { env: { WAYLAND_DISPLAY: 'wayland-0' } }, 'xdg-open'],
  ['nothing without a screen', { env: {} }, undefined],
  ['nothing without a program', { has: () => false }, undefined],
  ['open on macOS', { platform: 'darwin', env: {} }, 'open'],
  ['explorer.exe on Windows', { platform: 'win32', env: {} }, 'explorer.exe'],
] as const)('opening addresses uses %s', (_, surroundings, program) => {
  const command = browserCommand(page, { ...machine('xdg-open'), ...surroundings });
  expect(command).toEqual(program && { program, args: [page] });
});

const entry = 'http://127.0.0.1:4000/enter/ticket?view=panel-window';

describe('a small window of a browser', () => {
  const ANY = [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'microsoft-edge',
    'brave-browser',
  ];
  it.each(ANY)('is one of %s where that is there', (program) => {
    expect(appWindowCommand(entry, machine('firefox', 'xdg-open', program))).toEqual({
      program,
      args: [`--app=${entry}`, '--window-size=400,560'],
    });
  });

  it('is none where no browser has such windows, without a screen, and on systems without such a tray', () => {
    expect(appWindowCommand(entry, machine('firefox', 'xdg-open'))).toBeUndefined();
    expect(appWindowCommand(entry, { ...machine('chromium'), env: {} })).toBeUndefined();
    for (const platform of ['darwin', 'win32'] as const)
      expect(appWindowCommand(entry, { ...machine('chromium'), platform })).toBeUndefined();
    const wayland = { ...machine('chromium'), env: { WAYLAND_DISPLAY: 'wayland-0' } };
    expect(appWindowCommand(entry, wayland)?.program).toBe('chromium');
  });

  it('and a page are opened outside of the unit of systemd, with an address that the journal does not name', () => {
    const env = { DISPLAY: ':0', ASKBELL_UNIT: 'askbell.service' };
    const inUnit = { ...machine('chromium', 'xdg-open', 'systemd-run'), env };
    for (const [command, own] of [
      [browserCommand(entry, inUnit), ['xdg-open', entry]],
      [appWindowCommand(entry, inUnit), ['chromium', `--app=${entry}`, '--window-size=400,560']],
    ] as const) {
      expect(command?.program).toBe('systemd-run');
      expect(command?.args).toContain('--description=A page that Askbell opens');
      expect(command?.args.slice(-own.length - 1)).toEqual(['--', ...own]);
    }
    const without = { ...machine('xdg-open'), env };
    expect(browserCommand(entry, without)?.program).toBe('xdg-open');
  });

  it
    .skipIf(process.platform !== 'linux')
    .each<[string, (browser: Browser, url: string) => Promise<boolean>, string, string]>([
      ['xdg-open', (browser, url) => browser.open(url), '', ''],
      ['chromium', (browser, url) => browser.openAppWindow(url), '--app=', '--window-size=400,560|'],
    ])('is started by %s with the address as it is, and tells when that fails', async (name, open, before, after) => {
    const folder = temporaryFolder();
    // Not the machine's own programs: what a script needs is a part of its shell.
    const browser = new Browser({ platform: 'linux', env: { DISPLAY: ':0', PATH: folder } });
    const program = (script: string) => writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    expect(await open(browser, entry)).toBe(false);
    program(`printf '%s|' "$@" > ${join(folder, 'asked')}`);
    const odd = 'http://127.0.0.1:4000/enter/a?b=1&c=$(id)#d';
    expect(await open(browser, odd)).toBe(true);
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe(`${before}${odd}|${after}`);
    program('exit 3');
    expect(await open(browser, entry)).toBe(false);
    for (const bad of ['--help', 'file:///etc/passwd', 'https://user:password@example.org/'])
      expect(() => open(browser, bad)).toThrow('web addresses');
  });
});
