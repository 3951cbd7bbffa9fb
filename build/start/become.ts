import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** What a program gives when the system cannot even load it (a missing shared library). */
export const EXIT_COULD_NOT_LOAD = 127;

/**
 * Becomes another program, so that nothing of this one stays in memory; never comes back then. Where the system cannot
 * do that (Windows, an older Node), runs it in the foreground, passes signals on, and gives its exit code (128 + number
 * when a signal ended it). Takes the program's full path.
 */
export function become(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  // https://nodejs.org/api/process.html#processexecvefile-args-env
  if (process.execve && process.platform !== 'win32') {
    // It is to be replaced, so nobody is to hear that the call is young.
    process.removeAllListeners('warning');
    process.execve(program, [program, ...args], env);
  }
  return run(program, args, env);
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', env });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    child.once('error', () => resolve(EXIT_COULD_NOT_LOAD));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
