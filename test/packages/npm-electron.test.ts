import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startProgram, type Run } from './program.ts';

/**
 * The npm package beside an `electron` package, as `npm install --global askbell electron` leaves them. That package is
 * made up here: its program says with what it was started, and its installer writes what Electron's own writes.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
/** Whoever is nobody on Debian: Electron refuses root, which tests may run as. */
const NOBODY = 65_534;
const asPerson = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const PROGRAM = `#!/bin/sh
[ "$1" = --version ] || echo "Electron was started with $*"
`;
const INSTALLER = `const { cpSync, mkdirSync, writeFileSync } = require('node:fs');
mkdirSync(__dirname + '/dist', { recursive: true });
cpSync(__dirname + '/program', __dirname + '/dist/electron');
writeFileSync(__dirname + '/path.txt', 'electron');
`;

let folder: string;
const runs: Run[] = [];
const modules = () => join(folder, 'node_modules');
const electron = () => join(modules(), 'electron');

beforeAll(() => {
  const packed = spawnSync('npm', ['run', '--silent', 'package:npm'], { cwd: root, encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(`npm run package:npm failed. ${packed.stderr}`);
}, 120_000);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'askbell-npm-electron-'));
  cpSync(join(root, 'out', 'npm', 'package'), join(modules(), 'askbell'), { recursive: true });
  mkdirSync(electron());
  chmodSync(folder, 0o755);
  writeFileSync(join(electron(), 'package.json'), '{ "name": "electron", "version": "45.3.4" }');
  writeFileSync(join(electron(), 'program'), PROGRAM, { mode: 0o755 });
  writeFileSync(join(electron(), 'install.js'), INSTALLER);
  if (asPerson.uid !== undefined) for (const one of [folder, electron()]) chownSync(one, NOBODY, NOBODY);
});
afterEach(async () => {
  for (const run of runs.splice(0)) await run.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the package's command at a display; nothing can be downloaded from where nobody listens. */
const start = (env: NodeJS.ProcessEnv = { DISPLAY: ':0' }): Run => {
  const run = startProgram(process.execPath, [join(modules(), 'askbell', 'askbell.mjs'), '--hidden'], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: folder, ELECTRON_MIRROR: 'http://127.0.0.1:9', ...env },
    ...asPerson,
  });
  runs.push(run);
  return run;
};
const startedWith = () => `Electron was started with ${join(modules(), 'askbell')} --hidden`;
const install = () => spawnSync(process.execPath, [join(electron(), 'install.js')]);

describe.skipIf(process.platform !== 'linux')('the npm package beside an electron package', () => {
  it('starts the program that is there already', async () => {
    install();
    const run = start();
    expect((await run.line(/./)).text).toBe(startedWith());
    expect(run.err()).toBe('');
  });

  it("gets the program by Electron's own installer where npm has not, and starts it", async () => {
    const run = start();
    expect((await run.line(/./)).text).toBe(startedWith());
    expect(run.err()).toBe('Electron 45.3.4 is not here yet; getting it once (about 110 MB) …\n');
  });

  it('is headless where that fails, and names the command that says why', async () => {
    writeFileSync(join(electron(), 'install.js'), 'process.exit(1);');
    const run = start();
    await run.line(/^Askbell is at http/);
    expect(run.err().split('\n')[1]).toBe(
      "Starting headless, with the window in your browser: Electron's program could not be downloaded " +
        `(to see why: node "${join(electron(), 'install.js')}").`,
    );
  });

  it.each([
    ['gets nothing where no window could open', {}, 'there is no display '],
    [
      'says that the folder which was named holds no Electron',
      { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: tmpdir() },
      'the folder that ELECTRON_OVERRIDE_DIST_PATH names holds no Electron.\n',
    ],
  ])('%s', async (_what, env, why) => {
    const run = start(env);
    await run.line(/^Askbell is at http/);
    expect(run.err()).toMatch(/^Starting headless, /);
    expect(run.err()).toContain(`: ${why}`);
  });
});
