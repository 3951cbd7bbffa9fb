import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executableFile } from '../../build/packages/server/executable.ts';
import { firstNotification, MAX_START_MS, startProgram } from './program.ts';

/**
 * The executable for servers, made and tried in an empty folder with an empty home and no Node on the path. That for
 * the other processor is made and looked at; it cannot run here.
 */
/** In the header of an ELF file (its specification, "ELF Header"): where the machine stands, and which is which. */
const MACHINE_AT = 18;
const MACHINES = { x64: 62, arm64: 183 };
/** What Node's own file says of whether a program is inside (src/node_sea.cc). */
const FUSE_BLOWN = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1';

let folder: string;
let program: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'askbell-server-'));
  program = join(folder, 'askbell-headless');
  cpSync(executableFile('x64'), program);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const home = (name: string) => join(folder, name);
const environment = (name: string) => ({ PATH: '/usr/bin:/bin', HOME: home(name) });
const run = (name: string, ...args: string[]) =>
  spawnSync(program, args, { cwd: folder, env: environment(name), encoding: 'utf8' });

describe('the executable for servers', () => {
  it.each(['x64', 'arm64'] as const)('is a program for %s with Askbell inside', (processor) => {
    const bytes = readFileSync(executableFile(processor));
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('\x7fELF');
    expect(bytes.readUInt16LE(MACHINE_AT)).toBe(MACHINES[processor]);
    expect(bytes.includes(FUSE_BLOWN)).toBe(true);
    for (const inside of ['contents.json', `keyring.linux-${processor}-gnu.node`, 'renderer/index.html'])
      expect(bytes.includes(inside), inside).toBe(true);
  });
});

describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('the executable for servers, started', () => {
  it('says what it is and what it takes, and writes nothing for that', () => {
    expect(run('unused', '--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(run('unused', '--help').stdout).toContain('Usage: askbell-headless ');
    expect(run('unused', '--nonsense')).toMatchObject({ status: 2, stdout: '' });
    expect(readdirSync(folder)).toEqual(['askbell-headless']);
  });

  it('tells of the demo network with an empty home, and is asked how it is doing', async () => {
    const askbell = startProgram(program, ['--demo', '--print-notifications'], {
      cwd: folder,
      env: environment('ada'),
    });
    try {
      const { origin } = new URL(await firstNotification(askbell, MAX_START_MS));
      // The C library reads it at the start of a program only, and nobody has set it here.
      expect(readFileSync(`/proc/${askbell.child.pid}/environ`, 'latin1')).toContain('MALLOC_ARENA_MAX=1');
      const status = run('ada', 'status', '--json');
      expect(JSON.parse(status.stdout)).toMatchObject({ phase: 'running', address: origin });
      expect(status.status).toBe(0);
    } finally {
      expect(await askbell.end(), askbell.err()).toBe(0);
    }
    expect(run('ada', 'status').status).toBe(3);
  });

  it('keeps what it unpacks to its owner, and unpacks again what was damaged', () => {
    const cache = join(home('ada'), '.cache', 'askbell');
    const [app] = readdirSync(cache);
    expect(statSync(cache).mode & 0o777).toBe(0o700);
    expect(readdirSync(cache)).toHaveLength(1);
    writeFileSync(join(cache, app ?? '', 'headless.mjs'), 'damaged');
    expect(run('ada', 'status').status).toBe(3);
    expect(statSync(join(cache, app ?? '', 'headless.mjs')).size).toBeGreaterThan(1_000);
    expect(readdirSync(cache)).toEqual([app]);
  });

  it('brings the keyring that belongs to it', () => {
    const doctor = run('ada', '--doctor', '--json');
    const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string; said: string }[] };
    // Without a session bus there is no keyring to reach; the library itself is there.
    expect(checks.map(({ name }) => name)).toContain('keyring');
    const [app] = readdirSync(join(home('ada'), '.cache', 'askbell'));
    const keyring = join(home('ada'), '.cache', 'askbell', app ?? '', 'node_modules', '@napi-rs', 'keyring');
    const loaded = spawnSync(process.execPath, ['-p', `typeof require(${JSON.stringify(keyring)}).AsyncEntry`], {
      encoding: 'utf8',
    });
    expect(loaded.stdout).toBe('function\n');
  });

  it('starts where the home cannot be written', async () => {
    const askbell = startProgram(program, ['--hidden', '--data-dir', join(folder, 'data')], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', HOME: '/dev/null', TMPDIR: folder },
    });
    await askbell.line(/^Askbell is at http/);
    expect(await askbell.end()).toBe(0);
  });
});
