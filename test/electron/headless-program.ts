import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { compileCacheEnvironment } from '../support/process/compile-cache.ts';

const entry = fileURLToPath(new URL('fixtures/headless-entry.ts', import.meta.url));

/** The headless shell as a process of its own. */
export interface Run {
  child: ChildProcess;
  out: () => string;
  err: () => string;
  ended: Promise<number | NodeJS.Signals | null>;
}

let runs: Run[] = [];

/**
 * Starts the headless shell with a home of its own, without display, bus and browser, unless `env` says so.
 * @param uid whom it runs as, where that is not the tests' own user
 * @param openFiles limit of open files, where that is not the tests' own
 */
export function startHeadless(
  home: string,
  args: string[],
  { env = {}, uid, openFiles }: { env?: Record<string, string>; uid?: number; openFiles?: number | undefined } = {},
): Run {
  const program = ['--disable-warning=ExperimentalWarning', entry, ...args];
  const limited = ['-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, process.execPath, ...program];
  const child = spawn(openFiles ? 'sh' : process.execPath, openFiles ? limited : program, {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      // Another user may not write there.
      ...(uid === undefined && compileCacheEnvironment()),
      TEST_RENDERER_DIR: home,
      DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/nonexistent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  );
  const run = { child, out: () => out, err: () => err, ended };
  runs.push(run);
  return run;
}

/** The address that it prints. */
export async function addressOf({ out, err }: Run): Promise<string> {
  await expect.poll(() => out() + err()).toMatch(/Askbell is at \S+\n/);
  return /Askbell is at (\S+)/.exec(out())?.[1] ?? '';
}

/** Kills whatever a test has started. */
export async function endAll(): Promise<void> {
  for (const { child } of runs) child.kill('SIGKILL');
  await Promise.all(runs.map(({ ended }) => ended));
  runs = [];
}
