import { expect, test } from 'vitest';
import {
  deepLinkIn,
  ownArguments,
  updateWay,
  type InstallationFacts,
} from '../../../../electron/desktop/electron/installation.ts';
import { parseOptions } from '../../../../electron/commands/options.ts';

test.each([
  ['a start in development leaves out both paths', '/x/electron /x/askbell --demo --port 1', true, '--demo --port 1'],
  ['a packaged start leaves out the program only', '/opt/Askbell/askbell --hidden', false, '--hidden'],
])('the command line inside Electron: %s', (_what, started, isDevelopment, own) => {
  expect(ownArguments(started.split(' '), isDevelopment)).toEqual(own.split(' '));
});

test('the command line inside Electron: switches that are for Chromium or Node do not count as wrong options, and unknown ones do', () => {
  const before = '/x/electron --inspect=0 --remote-debugging-port=0 --no-sandbox --ozone-platform=wayland .';
  const argv = `${before} --disable-gpu --password-store=basic --demo`.split(' ');
  expect(parseOptions(ownArguments(argv, true)).demo).toBe(true);
  expect(() => parseOptions(ownArguments([...argv, '--demmo'], true))).toThrow(/demmo/);
});

test('the command line inside Electron: leaves out the address that the system opens Askbell with, and tells it by itself', () => {
  const argv = ['/opt/Askbell/askbell', '--hidden', 'askbell://localhost/signed-in?code=c&state=s'];
  expect(ownArguments(argv, false)).toEqual(['--hidden']);
  expect(deepLinkIn(argv)).toBe('askbell://localhost/signed-in?code=c&state=s');
  expect(deepLinkIn(['/opt/Askbell/askbell', '--data-dir', '/home/askbell'])).toBeUndefined();
});

const PROGRAM = '/opt/Askbell/askbell';
const MOUNTED = '/tmp/.mount_Askbel';
const APPIMAGE = '/home/me/Askbell.AppImage';
const ofOthers = { APPIMAGE: '/home/me/Files.AppImage', APPDIR: '/tmp/.mount_Files' };

test.each<[string, 'self' | 'page', Partial<InstallationFacts>]>([
  ['Windows replaces itself', 'self', { platform: 'win32' }],
  ['macOS replaces itself, on ARM too', 'self', { platform: 'darwin', arch: 'arm64' }],
  ['an AppImage replaces itself', 'self', { env: { APPIMAGE, APPDIR: MOUNTED }, program: `${MOUNTED}/askbell` }],
  ['an unpacked AppImage replaces itself', 'self', { env: { APPIMAGE } }],
  ['a deb that an AppImage of others started does not take their file for its own', 'page', { env: ofOthers }],
  ['a snap comes from no repository: its people are told', 'page', { env: { SNAP: '/snap/askbell/1' } }],
  ['a flatpak likewise', 'page', { env: { FLATPAK_ID: 'io.github.askbell' } }],
  ['npm on Windows is only told', 'page', { isPackaged: false, platform: 'win32' }],
  ['a checkout is only told', 'page', { isPackaged: false, env: { APPIMAGE: '/opt/other.AppImage' } }],
  ['a folder that was unpacked is only told', 'page', {}],
  ['Windows on ARM does not get the installer for x64', 'page', { platform: 'win32', arch: 'arm64' }],
])('updates %s', (_what, way, facts) => {
  const usual: InstallationFacts = { platform: 'linux', arch: 'x64', isPackaged: true, env: {}, program: PROGRAM };
  expect(updateWay({ ...usual, ...facts })).toBe(way);
});
