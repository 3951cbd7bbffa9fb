import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StartAtLoginUnsupported } from '../../../../electron/desktop/desktop.ts';
import { setStartAtLogin } from '../../../../electron/desktop/headless/autostart.ts';
import {
  browserCommand,
  createBrowserOpener,
  webAddress,
} from '../../../../electron/desktop/headless/window/browser.ts';
import { configHome, dataDirFor } from '../../../../electron/desktop/headless/data-dir.ts';
import { connectToBus, sessionBusAddress, systemBusAddress } from '../../../../electron/desktop/linux/message-bus.ts';
import { openLogFile } from '../../../../electron/desktop/headless/log-file.ts';
import { notificationLine } from '../../../../electron/desktop/headless/terminal.ts';

describe('where data is kept', () => {
  const linux = { platform: 'linux' as const, home: '/home/ada' };

  it.each([
    [{ ...linux, env: {} }, '/home/ada/.config/askbell'],
    [{ ...linux, env: { XDG_CONFIG_HOME: '/etc/ada' } }, '/etc/ada/askbell'],
    [{ ...linux, env: { XDG_CONFIG_HOME: 'relative' } }, '/home/ada/.config/askbell'],
    [{ ...linux, env: { XDG_CONFIG_HOME: '' } }, '/home/ada/.config/askbell'],
    [
      { platform: 'darwin' as const, home: '/Users/ada', env: {} },
      '/Users/ada/Library/Application Support/askbell-headless',
    ],
  ])('finds the place of the system', (surroundings, place) => {
    expect(dataDirFor(undefined, surroundings)).toBe(place);
  });

  it('takes the place that was asked for', () => {
    expect(dataDirFor('/elsewhere', { ...linux, env: { XDG_CONFIG_HOME: '/etc/ada' } })).toBe('/elsewhere');
  });
});

describe('opening addresses', () => {
  const screen = { platform: 'linux' as const, env: { DISPLAY: ':0' }, has: () => true };

  it('takes http and https only', () => {
    expect(webAddress('https://example.org/q?a=1#b')).toBe('https://example.org/q?a=1#b');
    for (const bad of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'ftp://example.org',
      'mailto:a@b',
      'example.org',
      '',
      '--help',
      ' ',
    ]) {
      expect(() => webAddress(bad)).toThrow('http and https');
    }
  });

  it('never gives the browser anything but one web address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true })), (text) => {
        let address: string;
        try {
          address = webAddress(text);
        } catch {
          return;
        }
        expect(address).toMatch(/^https?:\/\//);
        expect(browserCommand(address, screen)).toEqual({ program: 'xdg-open', args: [address] });
      }),
    );
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

describe('notifications on the terminal', () => {
  const at = new Date(2026, 0, 5, 9, 4);

  it('are one line with time, title and text', () => {
    expect(notificationLine({ title: 'New answer', body: 'Try this\n\nor  that' }, at)).toBe(
      '[09:04] New answer – Try this · or that',
    );
    expect(notificationLine({ title: 'New answer', body: '' }, at)).toBe('[09:04] New answer');
  });

  it('cannot steer the terminal, whatever the network sends', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, body) => {
        expect(notificationLine({ title, body }, at)).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
      }),
    );
    expect(notificationLine({ title: '\u001b[31mred\u001b[0m\r', body: '\u202etxt' }, at)).toBe(
      '[09:04] [31mred [0m – txt',
    );
  });
});

describe('starting at login', () => {
  const home = mkdtempSync(join(tmpdir(), 'askbell-autostart-'));
  const file = join(home, '.config', 'autostart', 'askbell-headless.desktop');
  const surroundings = {
    platform: 'linux' as const,
    env: {},
    home,
    command: ['/opt/no de/node', '/opt/100%/head"less.ts', '--hidden'],
  };

  it('writes the desktop’s autostart file and removes it', async () => {
    await setStartAtLogin(true, surroundings);
    expect(readFileSync(file, 'utf8')).toContain(
      String.raw`Exec="/opt/no de/node" "/opt/100%%/head\\"less.ts" "--hidden"`,
    );
    await setStartAtLogin(true, surroundings);
    await setStartAtLogin(false, surroundings);
    await setStartAtLogin(false, surroundings);
    expect(existsSync(file)).toBe(false);
    rmSync(home, { recursive: true });
  });

  it('says where it cannot', async () => {
    await expect(setStartAtLogin(true, { ...surroundings, platform: 'win32' })).rejects.toThrow(
      StartAtLoginUnsupported,
    );
    await setStartAtLogin(false, { ...surroundings, platform: 'win32' });
  });
});

describe('finding the buses', () => {
  it('takes the environment’s session bus, else the login’s socket', () => {
    expect(sessionBusAddress({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/a' }, 'linux', () => true)).toBe('unix:path=/a');
    expect(sessionBusAddress({ XDG_RUNTIME_DIR: '/run/user/1' }, 'linux', (path) => path === '/run/user/1/bus')).toBe(
      'unix:path=/run/user/1/bus',
    );
    expect(sessionBusAddress({ XDG_RUNTIME_DIR: '/run/user/1' }, 'linux', () => false)).toBeUndefined();
    expect(sessionBusAddress({}, 'linux', () => true)).toBeUndefined();
    expect(sessionBusAddress({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/a' }, 'darwin', () => true)).toBeUndefined();
  });

  it('takes the system bus where it is', () => {
    expect(systemBusAddress({}, 'linux', (path) => path.startsWith('/run/'))).toBe(
      'unix:path=/run/dbus/system_bus_socket',
    );
    expect(systemBusAddress({}, 'linux', () => false)).toBeUndefined();
  });

  it.each([undefined, 'unix:path=/nonexistent/bus', 'nonsense', 'tcp:host=127.0.0.1,port=1', 'unix:'])(
    'does without a bus at %s',
    async (address) => {
      expect(await connectToBus(address)).toBeUndefined();
    },
  );
});

it('writes no secret to the log file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askbell-log-'));
  const path = join(folder, 'logs', 'askbell.log');
  const log = openLogFile(path);
  log.info('asked https://api.example/2.3/me?access_token=SESAME&key=ALIBABA');
  log.warn('{"access_token":"SESAME"}');
  await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8')).toContain('redacted');
  const written = readFileSync(path, 'utf8');
  expect(written).not.toMatch(/SESAME|ALIBABA/);
  expect(written).toContain('https://api.example/2.3/me');
  rmSync(folder, { recursive: true });
});

it('ignores a relative XDG folder', () => {
  expect(configHome({ XDG_CONFIG_HOME: './here' }, '/home/ada')).toBe('/home/ada/.config');
});
