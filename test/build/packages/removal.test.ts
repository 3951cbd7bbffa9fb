import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { once } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The scripts that run when a package is removed, and the program that they look for. */
const SCRIPTS = [
  {
    file: 'server/deb/files/prerm',
    program: '/usr/bin/askbell-headless',
    // dpkg runs it before the files go, the other one afterwards.
    deletesBefore: false,
  },
  { file: 'electron/after-remove.tpl', program: '/opt/${sanitizedProductName}/${executable}', deletesBefore: true },
];

describe.runIf(process.platform === 'linux').each(SCRIPTS)('removing a package: $file', (script) => {
  let folder: string;
  let program: string;
  beforeEach(() => {
    folder = temporaryFolder();
    program = join(folder, 'askbell');
    copyFileSync('/bin/sleep', program);
    // The test leaves the machine's own alternatives alone.
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin', 'update-alternatives'), '#!/bin/sh\n', { mode: 0o755 });
  });

  const remove = (how: string) => {
    if (script.deletesBefore) rmSync(program);
    const text = readFileSync(join('build/packages', script.file), 'utf8').replaceAll(script.program, program);
    return spawnSync('bash', ['-c', text, 'script', how], {
      encoding: 'utf8',
      env: { PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter) },
    });
  };

  it.each([
    ['says for whom Askbell is still running', 'remove', true, true],
    ['says nothing of that where it does not run', 'remove', false, false],
    ['says nothing of that while it is upgraded', 'upgrade', true, false],
  ])('%s', async (_what, how, isRunning, isTold) => {
    const running = isRunning ? spawn(program, ['60'], { stdio: 'ignore' }) : undefined;
    if (running) await once(running, 'spawn');
    try {
      const { status, stdout } = remove(how);
      expect(status).toBe(0);
      if (isTold) expect(stdout).toContain(`Askbell is still running for: ${userInfo().username}. It runs on until`);
      else expect(stdout).not.toContain('running');
    } finally {
      running?.kill();
    }
  });
});
