import { spawn, type ChildProcess } from 'node:child_process';

/** A screen of its own that nobody sees. */
export interface PrivateScreen {
  /** As `DISPLAY` names it. */
  display: string;
  stop(): Promise<void>;
}

/** Ends a program and waits until it is gone. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Starts Xvfb on a number that it chooses, which it says on its third channel. */
export async function startPrivateScreen(): Promise<PrivateScreen> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    xvfb.once('error', reject);
    xvfb.once('exit', () => reject(new Error('Xvfb ended before it had a screen')));
    xvfb.stdio[3]?.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`));
  });
  return { display, stop: () => endProgram(xvfb) };
}
