import { describe, expect, test } from 'vitest';
import {
  deepLinkIn,
  ownArguments,
  updateWay,
  type InstallationFacts,
} from '../../../../electron/desktop/electron/installation.ts';
import { parseOptions } from '../../../../electron/options.ts';

describe('the command line inside Electron', () => {
  test('a development start leaves out the binary and the app folder', () => {
    expect(ownArguments(['/x/electron', '/x/askbell', '--demo', '--data-dir', '/tmp/d'], true)).toEqual([
      '--demo',
      '--data-dir',
      '/tmp/d',
    ]);
  });

  test('a packaged start leaves out the program only', () => {
    expect(ownArguments(['/opt/Askbell/askbell', '--hidden'], false)).toEqual(['--hidden']);
  });

  test('switches that are for Chromium or Node do not count as wrong options', () => {
    const argv = [
      '/x/electron',
      '--inspect=0',
      '--remote-debugging-port=0',
      '--no-sandbox',
      '--ozone-platform=wayland',
      '.',
      '--disable-gpu',
      '--password-store=basic',
      '--demo',
    ];
    expect(parseOptions(ownArguments(argv, true)).demo).toBe(true);
  });

  test('an unknown option still is one', () => {
    expect(() => parseOptions(ownArguments(['/x/electron', '.', '--demmo'], true))).toThrow(/demmo/);
  });

  test('leaves out the address that the system opens Askbell with, and tells it by itself', () => {
    const argv = ['/opt/Askbell/askbell', '--hidden', 'askbell://localhost/signed-in?code=c&state=s'];
    expect(ownArguments(argv, false)).toEqual(['--hidden']);
    expect(deepLinkIn(argv)).toBe('askbell://localhost/signed-in?code=c&state=s');
    expect(deepLinkIn(['/opt/Askbell/askbell', '--data-dir', '/home/askbell'])).toBeUndefined();
  });
});

describe('updates', () => {
  const PROGRAM = '/opt/Askbell/askbell';
  const way = (facts: Partial<InstallationFacts>) =>
    updateWay({ platform: 'linux', arch: 'x64', isPackaged: true, env: {}, program: PROGRAM, ...facts });

  test('what can replace itself gets its updates by itself', () => {
    expect(way({ platform: 'win32' })).toBe('self');
    expect(way({ platform: 'darwin' })).toBe('self');
    const env = { APPIMAGE: '/home/me/Askbell.AppImage', APPDIR: '/tmp/.mount_Askbel' };
    expect(way({ env, program: '/tmp/.mount_Askbel/askbell' })).toBe('self');
    expect(way({ env: { APPIMAGE: '/home/me/Askbell.AppImage' } })).toBe('self');
  });

  test('a deb that an AppImage of others started does not take their file for its own', () => {
    expect(way({ env: { APPIMAGE: '/home/me/Files.AppImage', APPDIR: '/tmp/.mount_Files' } })).toBe('page');
  });

  test('deb, rpm, snap and flatpak come from no repository: their people are told', () => {
    expect(way({ env: { SNAP: '/snap/askbell/1' } })).toBe('page');
    expect(way({ env: { FLATPAK_ID: 'io.github.askbell' } })).toBe('page');
  });

  test('npm, a checkout and a folder that was unpacked are only told', () => {
    expect(way({ isPackaged: false, platform: 'win32' })).toBe('page');
    expect(way({ isPackaged: false, env: { APPIMAGE: '/opt/other.AppImage' } })).toBe('page');
    expect(way({})).toBe('page');
  });

  test('Windows on ARM is told, so that it does not get the installer for x64', () => {
    expect(way({ platform: 'win32', arch: 'arm64' })).toBe('page');
    expect(way({ platform: 'darwin', arch: 'arm64' })).toBe('self');
  });
});
