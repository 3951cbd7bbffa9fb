import { expect, test } from 'vitest';
import { ensureElectronZips } from '../../../../build/packages/electron/electron-zip.ts';
import { packageFolder, targetOf } from '../../../../build/packages/electron/package.ts';

const here = { platform: 'linux', arch: 'x64' };

test('a package is for this machine unless the command line says otherwise', () => {
  expect(targetOf({}, here)).toEqual({ platform: 'linux', arch: 'x64' });
  expect(targetOf({ platform: 'win32', arch: 'arm64' }, here)).toEqual({ platform: 'win32', arch: 'arm64' });
  expect(packageFolder({ platform: 'win32', arch: 'arm64' }, 'out')).toMatch(/^out.Askbell-win32-arm64$/);
});

test('what nobody makes packages for is refused', () => {
  expect(() => targetOf({ arch: 'ia32' }, here)).toThrow('--arch is one of x64, arm64, universal.');
  expect(() => targetOf({ arch: 'universal' }, here)).toThrow('Only darwin has --arch universal.');
});

test('a download that fails is told in one line, with its cause and what to do', async () => {
  const download = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND') }));
  await expect(ensureElectronZips('linux', 'x64', { env: {}, download })).rejects.toThrow(
    /^Electron cannot be downloaded \(fetch failed: getaddrinfo ENOTFOUND\)\. Get electron-v[\d.]+-linux-x64\.zip elsewhere and name its folder in ELECTRON_ZIP_DIR\.$/,
  );
});

test('a package for both of Apple’s processors needs the zips of both, with the checksums that are known', async () => {
  const asked: { arch?: string; checksums?: unknown }[] = [];
  const download = (details: object) => {
    asked.push(details);
    return Promise.resolve('');
  };
  await ensureElectronZips('darwin', 'universal', { env: {}, download });
  expect(asked.map(({ arch }) => arch)).toEqual(['x64', 'arm64']);
  const [first] = asked;
  expect(Object.keys(first?.checksums ?? {}).some((one) => /^electron-v[\d.]+-darwin-x64\.zip$/.test(one))).toBe(true);
});
