import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * The npm package, packed and tried from its tarball in an empty folder, as a person installs it. NODES names programs
 * of Node to try it with, besides the one that runs this.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const NODES = [process.execPath, ...(process.env['NODES'] ?? '').split(delimiter).filter((path) => path !== '')];

/** Asked for: the window's address within so many ms. */
const MAX_START_MS = 5_000;

let folder: string;
let command: string;
let installerSays: string;

/** The network is not asked: what npm chooses by system is left out, and Askbell has to do without it. */
const INSTALL = ['install', '--offline', '--omit=optional', '--no-audit', '--no-fund', '--engine-strict'];

const npm = (args: string[], cwd: string) => spawnSync('npm', args, { cwd, encoding: 'utf8' });

beforeAll(() => {
  const packed = npm(['run', '--silent', 'package:npm'], root);
  if (packed.status !== 0) throw new Error(`npm run package:npm failed. ${packed.stderr}`);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  folder = mkdtempSync(join(tmpdir(), 'askbell-npm-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const installed = npm([...INSTALL, join(root, 'out', 'npm', `askbell-${version}.tgz`)], folder);
  if (installed.status !== 0) throw new Error(`npm install failed. ${installed.stderr}`);
  installerSays = installed.stderr;
  command = join(folder, 'node_modules', '.bin', 'askbell');
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  child: ChildProcess;
  /** The first line of standard output that matches, and after how many ms it came. */
  line(pattern: RegExp): Promise<{ text: string; afterMs: number }>;
  err(): string;
  end(): Promise<number | null>;
}

function start(node: string, args: string[]): Run {
  const startedAt = performance.now();
  const child = spawn(node, [command, ...args, '--data-dir', join(folder, `data-${Math.random()}`)], {
    cwd: folder,
    env: { PATH: `${dirname(node)}${delimiter}${process.env['PATH']}`, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const seen: { text: string; afterMs: number }[] = [];
  const lines = createInterface({ input: child.stdout }).on('line', (text) =>
    seen.push({ text, afterMs: performance.now() - startedAt }),
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    child,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = seen.find(({ text }) => pattern.test(text));
          if (found) resolve(found);
        };
        lines.on('line', look);
        look();
        void ended.then((code) => reject(new Error(`ended with ${code}: ${err}`)));
      }),
    err: () => err,
    async end() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

describe('the npm package', () => {
  it('is installed without a word about engines', () => {
    expect(installerSays).not.toContain('EBADENGINE');
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
    const run = start(node, ['headless', '--demo', '--demo-speed', '120', '--print-notifications']);
    try {
      const address = await run.line(/^Askbell is at http/);
      expect(address.afterMs).toBeLessThan(MAX_START_MS);
      const { text } = await run.line(/^\{"notification":/);
      expect(JSON.parse(text)).toMatchObject({ notification: { title: expect.any(String) as string } });
    } finally {
      expect(await run.end(), run.err()).toBe(0);
    }
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
