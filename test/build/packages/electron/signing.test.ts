import { expect, test } from 'vitest';
import { signing } from '../../../../build/packages/electron/signing.ts';

const MAC = { APPLE_SIGNING_IDENTITY: 'Developer ID Application: Somebody (ABC)', APPLE_ID: 'id' };
const NOTARIZED = { ...MAC, APPLE_APP_SPECIFIC_PASSWORD: 'word', APPLE_TEAM_ID: 'team' };
const WINDOWS = { WIN_CSC_LINK: 'cert.pfx', WIN_CSC_KEY_PASSWORD: 'secret' };
const osxSign = expect.objectContaining({ optionsForFile: expect.any(Function) as unknown }) as unknown;

test.each<[string, NodeJS.Platform, Record<string, string>, object, string[]]>([
  ['Linux: nothing is signed', 'linux', {}, {}, []],
  [
    'a Mac without an identity: not signed',
    'darwin',
    { APPLE_ID: 'id' },
    {},
    ['Not signed and not notarized: APPLE_SIGNING_IDENTITY is not set.'],
  ],
  [
    'a Mac with an identity: signed',
    'darwin',
    MAC,
    { osxSign },
    ['Signed, not notarized: APPLE_APP_SPECIFIC_PASSWORD, APPLE_TEAM_ID not set.'],
  ],
  [
    'a Mac with all of the key: notarized, too',
    'darwin',
    NOTARIZED,
    { osxSign, osxNotarize: { appleId: 'id', appleIdPassword: 'word', teamId: 'team' } },
    [],
  ],
  ['Windows, no password', 'win32', { WIN_CSC_LINK: 'cert.pfx' }, {}, ['Not signed: WIN_CSC_KEY_PASSWORD not set.']],
  [
    'Windows: signed with a certificate',
    'win32',
    WINDOWS,
    { windowsSign: { certificateFile: 'cert.pfx', certificatePassword: 'secret' } },
    [],
  ],
])('%s, and one line says what is left out', (_what, platform, env, options, skipped) => {
  expect(signing(platform, env)).toEqual({ options, skipped });
});

test('a Mac package is signed for the hardened runtime', () => {
  const { optionsForFile } = signing('darwin', MAC).options.osxSign as { optionsForFile: () => unknown };
  expect(optionsForFile()).toMatchObject({
    hardenedRuntime: true,
    entitlements: expect.stringMatching(/entitlements\.mac\.plist$/) as string,
  });
});
