import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { downloadAddress, findElectron } from '../../../build/start/electron-binary.ts';
import { whyNoDesktop } from '../../../build/start/shells.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');
const startScript = join(root, 'build/start/start.mjs');
const start = (...args: string[]) =>
  spawnSync(process.execPath, [startScript, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' },
  });

test('npm start -- --help prints the options; a wrong option ends with code 2 and one line', () => {
  expect(start('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--data-dir') as string });
  const { status, stderr, stdout } = start('--nonsense');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

describe('a clone', () => {
  let clone: string;
  /** As `nobody` where the test runs as root, whom no permission stops. */
  const person = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const run = (...args: string[]) =>
    spawnSync(process.execPath, args, {
      cwd: clone,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: clone },
      ...person,
    });
  /** What `npm run build` starts. */
  const build = () => run('--import', './build/start/check.mjs', 'build/build.ts', 'icons');
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'askbell-clone-'));
    for (const name of ['build', 'common', 'electron', 'sandbox', 'package.json', '.githooks'])
      cpSync(join(root, name), join(clone, name), { recursive: true });
  });
  afterEach(() => {
    chmodSync(clone, 0o755);
    rmSync(clone, { recursive: true });
  });

  test('without its packages says in one line what to run, whichever command is given', () => {
    chmodSync(clone, 0o755);
    const commands = [build(), run('build/start/start.mjs'), run('build/start/start.mjs', '--help')];
    for (const { status, stdout, stderr } of commands) {
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toBe(`Askbell's packages are not installed. Run "npm ci", then try again.\n`);
    }
    const { status, stderr } = run('sandbox/start.mjs');
    expect(stderr).toBe('sandbox: Its packages are not installed. Run "npm ci", then try again.\n');
    expect(status).toBe(1);
  });

  test('that somebody else owns says in one line that nothing can be built there, and what to do', () => {
    mkdirSync(join(clone, 'node_modules', 'vite'), { recursive: true });
    cpSync(join(root, 'node_modules', 'zod'), join(clone, 'node_modules', 'zod'), { recursive: true });
    chmodSync(clone, 0o555);
    const { status, stderr } = build();
    expect(stderr).toBe(
      `Askbell cannot be built here: you may not write into ${clone}. Clone it again as yourself, or change its owner.\n`,
    );
    expect(status).toBe(1);
  });

  test('that somebody else owns is told of git hooks that cannot be set up, and the installation goes on', () => {
    spawnSync('git', ['init', '--quiet'], { cwd: clone });
    chmodSync(join(clone, '.git'), 0o555);
    chmodSync(clone, 0o555);
    const { status, stderr, stdout } = run('build/checks/git-hooks.mjs');
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^The git hooks were not set up: .+; everything else works without them\.\n$/);
    chmodSync(join(clone, '.git'), 0o755);
  });
});

test.each<[string, NodeJS.ProcessEnv, NodeJS.Platform, number | undefined, unknown]>([
  ['Linux without a display', {}, 'linux', 1000, expect.stringContaining('no display')],
  ['Linux with X11', { DISPLAY: ':0' }, 'linux', 1000, undefined],
  ['Linux with Wayland', { WAYLAND_DISPLAY: 'wayland-0' }, 'linux', 1000, undefined],
  ['root, which Electron itself refuses', { DISPLAY: ':0' }, 'linux', 0, expect.stringContaining('root')],
  ['macOS', {}, 'darwin', undefined, undefined],
  ['Windows', {}, 'win32', undefined, undefined],
])('whether a window can open %s', (_what, env, platform, user, why) =>
  expect(whyNoDesktop(env, platform, user)).toEqual(why),
);

describe('finding Electron', () => {
  let folder: string;
  const put = (...path: string[]) => {
    const file = join(folder, ...path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
    return file;
  };
  beforeEach(() => void (folder = temporaryFolder()));

  test.each<[NodeJS.Platform, string]>([
    ['linux', 'electron'],
    ['darwin', 'Electron.app/Contents/MacOS/Electron'],
    ['win32', 'electron.exe'],
  ])('the program of %s counts once it is unpacked to the end', (platform, name) => {
    const program = put('dist', name);
    expect(findElectron({}, folder, platform)).toBeUndefined();
    put('path.txt');
    expect(findElectron({}, folder, platform)).toBe(program);
  });

  test('another folder may be named, and then only that one counts', () => {
    put('dist', 'electron');
    put('path.txt');
    const program = put('elsewhere', 'electron');
    expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'elsewhere') }, folder, 'linux')).toBe(program);
    expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'nowhere') }, folder, 'linux')).toBeUndefined();
  });

  test('the download is asked for where npm or the environment say', () => {
    expect(downloadAddress('45.3.4', {})).toMatch(
      /^https:\/\/github\.com\/electron\/electron\/releases\/download\/v45\.3\.4\/electron-v45\.3\.4-\w+-\w+\.zip$/,
    );
    expect(downloadAddress('45.3.4', { ELECTRON_MIRROR: 'https://mirror.example/electron' })).toMatch(
      /^https:\/\/mirror\.example\/electron\/v45\.3\.4\//,
    );
  });
});
