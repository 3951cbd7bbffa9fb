import { extractAll, getRawHeader, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOnce } from '../../../build/release/try.ts';
import { findElectron } from '../../../build/start/electron-binary.ts';
import { writeFakeElectron } from './fake-electron.ts';

/**
 * The Electron package, packed from a prepared zip: what is in it, and whether its main process starts. Electron itself
 * need not be there for that; where it is, the packed app runs on it.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'askbell-package-'));
  mkdirSync(join(folder, 'zips'));
  mkdirSync(join(folder, 'empty'));
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    writeFakeElectron(join(folder, 'zips', `electron-v${version}-${platform}-x64.zip`), platform);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `npm run package` for a system; a package goes into the test's own folder. */
const pack = (platform: string, zips = join(folder, 'zips')) =>
  spawnSync('npm', ['run', '--silent', 'package', '--', '--platform', platform, '--arch', 'x64'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_ZIP_DIR: zips, ASKBELL_PACKAGE_DIR: join(folder, 'out') },
  });

/** Packs for a system, which must succeed; returns what was said. */
function packed(platform: string): string {
  const { status, stderr, stdout } = pack(platform);
  if (status !== 0) throw new Error(`npm run package failed. ${stderr}${stdout}`);
  return stdout;
}

const hashOfHeader = (archive: string) => createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');

it('says in one line that Electron is not to be had, and how to give it one', () => {
  const { status, stdout, stderr } = pack('linux', join(folder, 'empty'));
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(`electron-v${version}-linux-x64.zip is not in ELECTRON_ZIP_DIR (${join(folder, 'empty')}).\n`);
});

describe.skipIf(process.platform === 'win32')('the package for Linux', () => {
  const at = (...path: string[]) => join(folder, 'out', 'Askbell-linux-x64', ...path);
  const archive = () => at('resources', 'app.asar');

  beforeAll(() => void packed('linux'), 120_000);

  it('holds the built app and nothing else', () => {
    const files = listPackage(archive(), { isPack: false });
    const outside = files.filter((file) => !['/package.json', '/out', '/out/app'].includes(file));
    expect(outside.filter((file) => !file.startsWith('/out/app/'))).toEqual([]);
    for (const needed of [
      'main.cjs',
      'preload.cjs',
      'history-thread.cjs',
      'sandbox.mjs',
      'renderer/index.html',
      'icons/askbell.png',
      'sounds/bell.wav',
    ])
      expect(files).toContain(`/out/app/${needed}`);
    expect(files.filter((file) => /headless|\.map$|\.tsx?$|node_modules|\.env|\.pem/.test(file))).toEqual([]);
  });

  it('says of itself what Electron needs to know, and nothing of how it was made', () => {
    const to = join(folder, 'manifest');
    extractAll(archive(), to);
    const manifest = JSON.parse(readFileSync(join(to, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest).toMatchObject({
      productName: 'Askbell',
      main: 'out/app/main.cjs',
      desktopName: 'io.github.askbell.desktop',
    });
    expect(Object.keys(manifest).filter((key) => /^(scripts|dependencies|workspaces|config)$/.test(key))).toEqual([]);
  });

  it('has no app of Electron beside its own, and says where updates are', () => {
    expect(readdirSync(at('resources')).toSorted()).toEqual(['app-update.yml', 'app.asar']);
    expect(readFileSync(at('resources', 'app-update.yml'), 'utf8')).toContain('owner: askbell');
  });

  const electron = findElectron();
  const onDisplay =
    process.platform !== 'linux' || process.env['DISPLAY'] || process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  it.skipIf(electron === undefined || !onDisplay)('starts and asks the demo network (needs an Electron)', async () => {
    const app = join(folder, 'app');
    extractAll(archive(), app);
    const noSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    await expect(askOnce(electron as string, [...noSandbox, app])).resolves.toContain('requests left');
  });
});

describe.skipIf(process.platform === 'win32')('the package for macOS', () => {
  const contents = () => join(folder, 'out', 'Askbell-darwin-x64', 'Askbell.app', 'Contents');
  let said: string;

  beforeAll(() => void (said = packed('darwin')), 120_000);

  it('names the hash of its asar, which Electron compares before it loads anything', () => {
    const info = readFileSync(join(contents(), 'Info.plist'), 'utf8');
    const integrity = /<key>Resources\/app\.asar<\/key>[^]*?<string>SHA256<\/string>[^]*?<string>(\w{64})</.exec(info);
    expect(integrity?.[1]).toBe(hashOfHeader(join(contents(), 'Resources', 'app.asar')));
  });

  it('is the one that opens askbell: addresses, under its own name', () => {
    const info = readFileSync(join(contents(), 'Info.plist'), 'utf8');
    expect(info).toMatch(/<key>CFBundleIdentifier<\/key>\s*<string>io\.github\.askbell</);
    expect(info).toMatch(/<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>askbell</);
    expect(existsSync(join(contents(), 'Resources', 'app-update.yml'))).toBe(true);
  });

  it('has its own icon', () => {
    const icon = readFileSync(join(contents(), 'Resources', 'electron.icns'));
    expect(icon).toEqual(readFileSync(join(root, 'build/icons/package/askbell.icns')));
  });

  it('says in one line that it is not signed where there is nothing to sign it with', () => {
    const lines = said.split('\n').filter((line) => line.includes('signed'));
    expect(lines).toEqual(['Not signed and not notarized: APPLE_SIGNING_IDENTITY is not set.']);
  });
});

describe('the package for Windows', () => {
  const at = (...path: string[]) => join(folder, 'out', 'Askbell-win32-x64', ...path);
  const archive = () => at('resources', 'app.asar');
  const resources = () => NtExecutableResource.from(NtExecutable.from(readFileSync(at('askbell.exe'))));

  beforeAll(() => void packed('win32'), 120_000);

  it('has its own icon in every size that Windows shows', () => {
    const { entries } = resources();
    const groups = Resource.IconGroupEntry.fromEntries(entries);
    expect(groups).toHaveLength(1);
    const sizes = groups[0]!
      .getIconItemsFromEntries(entries)
      .map((icon) => Buffer.from(icon.isRaw() ? icon.bin : icon.generate()));
    const ico = Data.IconFile.from(readFileSync(join(root, 'build/icons/package/askbell.ico')));
    expect(sizes).toEqual(ico.icons.map(({ data }) => Buffer.from(data.isRaw() ? data.bin : data.generate())));
    expect(sizes).toHaveLength(9);
  });

  it('is called Askbell by the system', () => {
    const [told] = Resource.VersionInfo.fromEntries(resources().entries);
    const values = told!.getStringValues(told!.getAllLanguagesForStringValues()[0]!);
    expect(values).toMatchObject({
      ProductName: 'Askbell',
      FileDescription: 'Askbell',
      OriginalFilename: 'askbell.exe',
    });
  });

  it('names the hash of its asar, which Electron compares before it loads anything, and has its fuses set', async () => {
    const integrity = resources().entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR');
    expect(JSON.parse(Buffer.from(integrity!.bin).toString())).toEqual([
      { file: 'resources\\app.asar', alg: 'SHA256', value: hashOfHeader(archive()) },
    ]);
    const wire = await getCurrentFuseWire(at('askbell.exe'));
    expect(wire[FuseV1Options.RunAsNode]).toBe(FuseState.DISABLE);
    expect(wire[FuseV1Options.OnlyLoadAppFromAsar]).toBe(FuseState.ENABLE);
  });
});
