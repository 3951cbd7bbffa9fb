import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { debFile, makeDeb } from '../../build/packages/server/deb/deb.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { startProgram } from './program.ts';

/**
 * The Debian package, built and looked at, and, as root in CI (or with ASKBELL_TEST_INSTALL=1), really installed,
 * started as its unit says, upgraded, removed and purged. No systemd runs for people there, so its command is started
 * by the test; what the unit forbids is only checked by systemd-analyze. A job of checks.yml has a systemd, and runs
 * build/packages/server/deb/try-under-systemd.sh.
 */
const { version } = packageJson;
const BEFORE = '0.0.1~before';
/** Whoever is nobody on Debian. */
const NOBODY = 65_534;

const has = (program: string) =>
  `${process.env['PATH']}${delimiter}/usr/sbin`.split(delimiter).some((folder) => existsSync(join(folder, program)));
const isHere = process.platform === 'linux' && process.arch === 'x64' && has('dpkg-deb');
const isInstalled = () => spawnSync('dpkg-query', ['-W', 'askbell-headless']).status === 0;
const mayChange = process.env['CI'] === 'true' || process.env['ASKBELL_TEST_INSTALL'] === '1';

/** Why it is not installed here; undefined when it is. */
function whyNotInstalled(): string | undefined {
  if (!isHere) return 'this is no Debian on x64';
  if (!mayChange) return 'neither CI nor ASKBELL_TEST_INSTALL=1 allows it';
  if (process.getuid?.() !== 0) return 'dpkg takes root for that';
  return isInstalled() ? 'it is installed already' : undefined;
}
const why = whyNotInstalled();
// A skipped test is a number in a summary; in CI, what was not tried is to be read.
if (why !== undefined && process.env['CI'] === 'true')
  console.warn(`The Debian package is not installed by deb.test.ts: ${why}.`);

let folder: string;
/** The package's files, not installed. */
let unpacked: string;
/** An environment in which nothing is set up. */
const bare = () => ({ PATH: '/usr/bin:/bin', HOME: folder, TERM: 'dumb', LC_ALL: 'C.UTF-8' });

const run = (program: string, ...args: string[]) =>
  spawnSync(program, args, { cwd: folder, env: bare(), encoding: 'utf8' });

beforeAll(() => {
  if (!isHere) return;
  folder = mkdtempSync(join(tmpdir(), 'askbell-deb-'));
  unpacked = join(folder, 'unpacked');
  // As it is shipped, but for xz, which takes most of a minute.
  makeDeb({ processor: 'x64', version, compression: 'gzip' });
  const extracted = run('dpkg-deb', '-x', debFile({ processor: 'x64', version }), unpacked);
  if (extracted.status !== 0) throw new Error(extracted.stderr);
}, 120_000);
afterAll(() => {
  if (isHere) rmSync(folder, { recursive: true, force: true });
});

const MAX_LINTIAN_MS = 600_000;

const unit = () => readFileSync(join(unpacked, 'usr/lib/systemd/user/askbell.service'), 'utf8');

describe.skipIf(!isHere)('the Debian package', () => {
  // It reads the whole program several times, and takes minutes on a busy machine.
  it.skipIf(!has('lintian'))('has no error and no warning of lintian', { timeout: MAX_LINTIAN_MS }, () => {
    const { stdout, status } = run('lintian', '--allow-root', debFile({ processor: 'x64', version }));
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it.skipIf(!has('man'))('has a manual that names every option and that man reads without a warning', () => {
    const page = join(unpacked, 'usr/share/man/man1/askbell-headless.1.gz');
    const shown = spawnSync('man', ['-l', '--warnings', page], {
      env: { ...bare(), MANWIDTH: '80', MANPAGER: 'cat' },
      encoding: 'utf8',
    });
    expect(shown.stderr).toBe('');
    const help = run(join(unpacked, 'usr/bin/askbell-headless'), '--help').stdout;
    const options = help.match(/^ {2}--[a-z-]+/gm)?.map((option) => option.trim()) ?? [];
    expect(options).toContain('--data-dir');
    for (const option of options) expect(shown.stdout).toContain(option);
  });

  it('completes options, words and folders in bash', () => {
    const file = join(unpacked, 'usr/share/bash-completion/completions/askbell-headless');
    const completed = (...words: string[]) => {
      const script = `source ${file}; COMP_WORDS=(askbell ${words.map((word) => `'${word}'`).join(' ')})
        COMP_CWORD=${words.length}; _askbell; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { stdout, stderr } = run('bash', '--norc', '-c', script);
      expect(stderr).toBe('');
      return stdout.split('\n').filter((line) => line !== '');
    };
    expect(completed('--d')).toEqual(['--demo', '--demo-speed', '--data-dir', '--doctor']);
    expect(completed('st')).toEqual(['status']);
    expect(completed('--like', 'p')).toEqual(['public']);
    expect(completed('--data-dir', '/us')).toEqual(['/usr']);
    expect(completed('--port', '1')).toEqual([]);
  });

  it.skipIf(!has('fish'))('completes the same in fish', () => {
    const file = join(unpacked, 'usr/share/fish/vendor_completions.d/askbell.fish');
    const completed = (line: string) =>
      run('fish', '--no-config', '-c', `source ${file}; complete -C '${line}'`)
        .stdout.replaceAll(/\t.*/g, '')
        .split('\n');
    expect(completed('askbell --d').filter((word) => word !== '')).toEqual(
      expect.arrayContaining(['--demo', '--demo-speed', '--data-dir', '--doctor']),
    );
    expect(completed('askbell st')).toContain('status');
    expect(completed('askbell --like p')).toContain('public');
    expect(completed('askbell --data-dir /us')).toContain('/usr/');
  });

  it.skipIf(!has('zsh'))('completes the same in zsh', () => {
    const folderOfIt = join(unpacked, 'usr/share/zsh/vendor-completions');
    // zsh completes only where somebody types, so it gets a terminal of its own, and Tab twice for the list.
    const script = `zmodload zsh/zpty; zpty z zsh -f -i
      zpty -w z "PS1=; fpath=(${folderOfIt} \\$fpath); autoload -Uz compinit; compinit -u -d ${folder}/dump; unsetopt beep"
      zpty -w z "LISTMAX=1000; zstyle ':completion:*' list-prompt ''; echo re''ady"
      zpty -r z out '*ready*'; zpty -n -w z "askbell-headless $1"$'\\t\\t'
      for i in {1..50}; do sleep 0.1; zpty -r -t z more && print -r -- $more; done`;
    const completed = (typed: string) => run('zsh', '-f', '-c', script, 'zsh', typed).stdout;
    const options = completed('--d');
    for (const option of ['--demo', '--demo-speed', '--data-dir', '--doctor']) expect(options).toContain(option);
  });

  it.skipIf(!has('systemd-analyze'))('limits its service, as systemd reads it', () => {
    const file = join(folder, 'askbell.service');
    // What it starts and documents is where nothing is installed yet.
    const text = unit()
      .replace(/^Documentation=.*\n/m, '')
      .replace('/usr/bin/askbell-headless', `${unpacked}$&`);
    writeFileSync(file, text);
    const analyze = (...args: string[]) =>
      spawnSync('systemd-analyze', ['--user', ...args, file], {
        env: { ...bare(), XDG_RUNTIME_DIR: folder },
        encoding: 'utf8',
      });
    expect(analyze('verify')).toMatchObject({ status: 0, stderr: '' });
    // Of what the tool counts, half is only to be had by services of the system: 9.6 is a service without any limit.
    expect(analyze('security', '--offline=true', '--threshold=60')).toMatchObject({ status: 0 });
    for (const limit of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'PrivateTmp=yes', 'MemoryMax=512M'])
      expect(unit()).toContain(`\n${limit}\n`);
  });
});

describe.skipIf(why !== undefined)(`the Debian package, installed${why ? ` (not here: ${why})` : ''}`, () => {
  let home: string;
  const dpkg = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('dpkg', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`dpkg ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const person = () => ({ cwd: home, env: { PATH: '/usr/bin:/bin', HOME: home }, uid: NOBODY, gid: NOBODY });
  const status = () => spawnSync('askbell', ['status', '--json'], { ...person(), encoding: 'utf8' });
  /** Starts what the unit starts, and ends it as systemd does, once `during` is done. */
  const asService = async (options: string[], during: () => Promise<void>) => {
    const [program = '', ...args] = /^ExecStart=(.*)$/m.exec(unit())?.[1]?.split(' ') ?? [];
    const set = [...unit().matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value]) => [name, value]);
    const env = { ...person().env, ...Object.fromEntries(set) };
    const service = startProgram(program, [...args, ...options], { ...person(), env });
    try {
      await service.line(/^Askbell is at http/);
      await during();
    } finally {
      expect(await service.end(), service.err()).toBe(0);
    }
  };
  const historyFile = () => join(home, '.config', 'askbell', 'history.sqlite');
  const items = () => {
    const history = new DatabaseSync(historyFile(), { readOnly: true });
    try {
      return history.prepare('SELECT * FROM inbox_items ORDER BY rowid').all();
    } finally {
      history.close();
    }
  };

  beforeAll(() => {
    home = join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, NOBODY, NOBODY);
    spawnSync('chmod', ['755', folder]);
    makeDeb({ processor: 'x64', version: BEFORE, compression: 'gzip' });
  }, 120_000);
  afterAll(() => {
    if (isInstalled()) dpkg('--purge', 'askbell-headless');
    rmSync(debFile({ processor: 'x64', version: BEFORE }), { force: true });
  });

  it('is installed, runs as its service says, answers, is upgraded with its history, and goes without it', async () => {
    expect(dpkg('--install', debFile({ processor: 'x64', version: BEFORE }))).toContain(
      'systemctl --user enable --now askbell',
    );
    expect(status()).toMatchObject({ status: 3 });
    await asService([], async () => {
      await expect.poll(() => status().status, { timeout: 30_000 }).toBe(4);
      expect(JSON.parse(status().stdout)).toMatchObject({ phase: 'welcome', version });
    });
    await asService(['--demo'], async () => {
      await expect.poll(() => status().status, { timeout: 60_000 }).toBe(0);
      await expect.poll(() => items().length, { timeout: 60_000 }).toBeGreaterThan(0);
    });
    const before = items();

    expect(dpkg('--install', debFile({ processor: 'x64', version }))).toContain('systemctl --user restart askbell');
    await asService([], async () => {
      await expect.poll(() => status().status, { timeout: 30_000 }).not.toBe(1);
    });
    expect(items()).toEqual(before);

    await asService([], () => {
      expect(dpkg('--remove', 'askbell-headless')).toContain('Askbell is still running for: nobody.');
      return Promise.resolve();
    });
    for (const command of ['askbell', 'askbell-headless']) expect(existsSync(join('/usr/bin', command))).toBe(false);
    expect(dpkg('--purge', 'askbell-headless')).toContain('settings and history stay with each person');
    expect(items()).toEqual(before);
    expect(isInstalled()).toBe(false);
  }, 240_000);
});
