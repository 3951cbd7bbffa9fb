import { expect, test, vi } from 'vitest';
import { updateWay, type InstallationFacts } from '../../../../electron/desktop/electron/updater.ts';

vi.mock('electron', () => ({ app: {} }));

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
