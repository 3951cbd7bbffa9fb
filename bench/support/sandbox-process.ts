import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { DemoNetwork } from '../../electron/desktop/desktop.ts';
import { followSandbox } from '../../electron/desktop/sandbox-process.ts';
import { say } from './command.ts';

const PROGRAM = join(import.meta.dirname, '../../sandbox/start.mjs');
/** More than any bench asks. */
const QUOTA = '1000000000';
const LOG = { info: () => undefined, warn: () => undefined, error: say };

/** Starts a sandbox in a process of its own, where nothing happens by itself and nobody is told to wait. */
export const startSandboxProcess = (args: readonly string[]): Promise<DemoNetwork> =>
  followSandbox(
    fork(PROGRAM, ['--quiet-world', '--burst', '0', '--quota-key', QUOTA, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
    }),
    LOG,
  );
