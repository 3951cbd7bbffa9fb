import { spawn, type ChildProcess } from 'node:child_process';
import { homedir } from 'node:os';
import { Readable } from 'node:stream';
import { parseArgsStringToArgv } from 'string-argv';
import { cutText, plainLine } from '../../../common/safe-text.ts';
import type { Log } from '../../base/log.ts';
import { asThePerson } from '../../base/private-files.ts';
import { DeliveryFailed } from './delivery-failed.ts';

/** Maximum output that is logged: in characters, and in lines of that many. */
const MAX_OUTPUT = 4000;
const MAX_LINES = 20;
const MAX_LINE = 300;

/** Variables that may hold a secret; a command does not inherit them. */
const SECRET_VARIABLE = /secret|token|pass(?!ive)|credential|api_?key|_pat$|(?:^|_)key(?:$|_)/i;

interface CommandOptions {
  log: Log;
  signal: AbortSignal;
  timeoutMs: number;
  env?: NodeJS.ProcessEnv;
}

/**
 * Runs a command without a shell, with `input` on its standard input; its output goes to the log. One that takes too
 * long is killed, with what it started.
 * @throws DeliveryFailed if it cannot be started, is killed, or does not end with 0
 */
export async function runCommand(
  command: string,
  input: string,
  { log, signal, timeoutMs, env = process.env }: CommandOptions,
): Promise<void> {
  const [program = '', ...args] = parseArgsStringToArgv(command);
  if (program === '') throw new DeliveryFailed('unreachable');
  const hasGroups = process.platform !== 'win32';
  const inherited = Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET_VARIABLE.test(name)));
  const child: ChildProcess = asThePerson(() =>
    spawn(program, args, { cwd: homedir(), env: inherited, detached: hasGroups, windowsHide: true }),
  );
  let output = '';
  // Without free file descriptors there are no streams.
  const streams = [child.stdout, child.stderr].filter((stream) => stream instanceof Readable);
  for (const stream of streams)
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(0, MAX_OUTPUT)));
  const kill = () => {
    if (child.pid === undefined) return;
    try {
      if (hasGroups) process.kill(-child.pid, 'SIGKILL');
      else spawn('taskkill', ['/pid', String(child.pid), '/t', '/f']).on('error', () => child.kill());
    } catch {
      // It has ended; something that it started may still hold its output open.
    }
    for (const stream of streams) stream.destroy();
  };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  limit.addEventListener('abort', kill, { once: true });
  // A command need not read its input.
  child.stdin?.on('error', () => undefined).end(input);
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) => reject(new DeliveryFailed('unreachable', error.code)));
      child.once('close', (code, by) => {
        if (code === 0) resolve();
        else reject(limit.aborted ? new DeliveryFailed('timeout') : new DeliveryFailed('ended', String(code ?? by)));
      });
    });
  } finally {
    limit.removeEventListener('abort', kill);
    const lines = output.split('\n').filter((line) => line.trim() !== '');
    for (const line of lines.slice(0, MAX_LINES)) log.info(`command: ${cutText(plainLine(line), MAX_LINE)}`);
  }
}
