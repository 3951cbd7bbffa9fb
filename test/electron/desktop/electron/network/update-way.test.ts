import { expect, test } from 'vitest';
import { updateWay, type InstallationFacts } from '../../../../../electron/desktop/electron/network/update-way.ts';

const way = (facts: Partial<InstallationFacts>) =>
  updateWay({ platform: 'linux', arch: 'x64', isPackaged: true, env: {}, packageType: undefined, ...facts });

test('what nobody manages gets its updates by itself', () => {
  expect(way({ platform: 'win32' })).toBe('self');
  expect(way({ platform: 'darwin' })).toBe('self');
  expect(way({ env: { APPIMAGE: '/home/me/Askbell.AppImage' } })).toBe('self');
});

test('what a system manages is left to it', () => {
  expect(way({ packageType: 'deb' })).toBe('system');
  expect(way({ packageType: 'rpm' })).toBe('system');
  expect(way({ env: { SNAP: '/snap/askbell/1' } })).toBe('system');
  expect(way({ env: { FLATPAK_ID: 'io.github.askbell' } })).toBe('system');
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
