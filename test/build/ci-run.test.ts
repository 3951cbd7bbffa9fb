import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;

/** Writes a program that stands in for one that `.ci/run` calls. */
function program(path: string, script: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
}

beforeEach(() => {
  folder = temporaryFolder();
  cpSync('.ci', join(folder, 'project/.ci'), { recursive: true });
  program('bin/dpkg', 'exit 0');
  program('bin/npx', 'echo "npx $*"');
  program('bin/dbus-run-session', 'shift 4; "$@"');
});

/** Runs `.ci/run` with an npm that does what `npm` says of its arguments. */
function run(npm: string) {
  program('bin/npm', `echo "npm $*"\n${npm}`);
  const { status, stdout } = spawnSync(join(folder, 'project/.ci/run'), {
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}` },
  });
  return { status, lines: stdout.split('\n').map((line) => line.trim()) };
}

describe('.ci/run', () => {
  it('runs every step, prints its seconds, and ends with 0 where all pass', () => {
    const { status, lines } = run('exit 0');
    expect(lines.filter((line) => line.startsWith('npm ')).map((line) => line.replace(/^npm (run )?/, ''))).toEqual([
      'ci',
      'build',
      'check',
      'test',
      'test:whole',
      'test:desktop',
      'torture -- --kills 50',
      'test:packages -- --exclude **/electron/electron.test.ts',
      'fuzz -- --cases 5000',
      'faults -- --short',
      'mutants -- --only 4,7,18,30',
      'soak -- --hours 60',
      'test:packages -- electron/electron.test.ts',
    ]);
    expect(lines).toContain('npx install-electron --no');
    expect(lines).toContainEqual(expect.stringMatching(/^== soak: \d+ s \(processor: \d+ \+ \d+ s\)$/));
    expect(lines.at(-2)).toMatch(/^== all: \d+ s; failed: nothing$/);
    expect(status).toBe(0);
  });

  it('ends with 1 after a step in the background that failed, and repeats its last lines', () => {
    const { status, lines } = run('case "$*" in *faults*) seq 300; echo "a fault escaped"; exit 3;; esac');
    const from = lines.indexOf('== faults failed or did not end; its last lines:');
    expect(lines.slice(from + 1)).toEqual([
      ...Array.from({ length: 98 }, (_, index) => String(index + 203)),
      'a fault escaped',
      expect.stringMatching(/^== faults: \d+ s /),
      expect.stringMatching(/^== all: \d+ s; failed: faults$/),
      '',
    ]);
    expect(lines).toContain('npm run test:whole');
    expect(status).toBe(1);
  });

  it('ends after a foreground step that failed, and leaves none running', () => {
    const started = performance.now();
    const { status, lines } = run('case "$*" in *check*) exit 1;; *soak*) sleep 987;; esac');
    expect(lines.at(-2)).toMatch(/^== all: \d+ s; failed: check$/);
    expect(lines).not.toContain('npm test');
    expect(spawnSync('pgrep', ['-f', '^sleep 987$'], { encoding: 'utf8' }).stdout).toBe('');
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(status).toBe(1);
  });

  it('uses a stand-in for Electron where there is one beside the project', () => {
    program('shared/electron-rig/setup', 'echo "set up"');
    program('shared/electron-rig/desktop', 'echo "desktop with $ELECTRON_OVERRIDE_DIST_PATH"; shift; "$@"');
    const { status, lines } = run('exit 0');
    expect(lines).toContain('set up');
    expect(lines).toContain(`desktop with ${folder}/shared/electron-rig/dist`);
    expect(lines.some((line) => line.startsWith('npx'))).toBe(false);
    expect(status).toBe(0);
  });
});
