import { expect, test } from 'vitest';
import { signing } from '../../../../build/packages/electron/signing.ts';

test('nothing is signed on Linux, and nothing is said about it', () => {
  expect(signing('linux', {})).toEqual({ options: {}, skipped: [] });
});

test('a Mac package without an identity is not signed, which one line tells', () => {
  expect(signing('darwin', { APPLE_ID: 'id' })).toEqual({
    options: {},
    skipped: ['Not signed and not notarized: APPLE_SIGNING_IDENTITY is not set.'],
  });
});

test('a Mac package is signed for the hardened runtime, and notarized where all of the key is there', () => {
  const env = { APPLE_SIGNING_IDENTITY: 'Developer ID Application: Somebody (ABC)', APPLE_ID: 'id' };
  const { options, skipped } = signing('darwin', env);
  expect(skipped).toEqual(['Signed, not notarized: APPLE_APP_SPECIFIC_PASSWORD, APPLE_TEAM_ID not set.']);
  expect(options.osxNotarize).toBeUndefined();
  const { optionsForFile } = options.osxSign as { optionsForFile: () => unknown };
  expect(optionsForFile()).toMatchObject({
    hardenedRuntime: true,
    entitlements: expect.stringMatching(/entitlements\.mac\.plist$/) as string,
  });

  const whole = signing('darwin', { ...env, APPLE_APP_SPECIFIC_PASSWORD: 'word', APPLE_TEAM_ID: 'team' });
  expect(whole.skipped).toEqual([]);
  expect(whole.options.osxNotarize).toEqual({ appleId: 'id', appleIdPassword: 'word', teamId: 'team' });
});

test('a Windows package is signed with a certificate and its password, or not at all', () => {
  expect(signing('win32', { WIN_CSC_LINK: 'cert.pfx' })).toEqual({
    options: {},
    skipped: ['Not signed: WIN_CSC_KEY_PASSWORD not set.'],
  });
  expect(signing('win32', { WIN_CSC_LINK: 'cert.pfx', WIN_CSC_KEY_PASSWORD: 'secret' })).toEqual({
    options: { windowsSign: { certificateFile: 'cert.pfx', certificatePassword: 'secret' } },
    skipped: [],
  });
});
