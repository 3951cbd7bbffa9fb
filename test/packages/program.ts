import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { SAME_REQUEST_FLOOR_MS } from '../../electron/api/http/pacing.ts';

/** A started program, and what it says. */
export interface Run {
  child: ChildProcess;
  /** The first line of standard output that matches, and after how many ms it came. */
  line(pattern: RegExp): Promise<{ text: string; afterMs: number }>;
  err(): string;
  /** Asks it to end, and with `detached` all that it started, as Ctrl+C does at a terminal; gives its exit code. */
  end(): Promise<number | null>;
}

/** How long the program has to print the window's address, in ms. */
export const MAX_START_MS = 5_000;

/** Starts a program in a folder with nothing but this environment, as another user where one is named. */
export function startProgram(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number; detached?: boolean },
): Run {
  const startedAt = performance.now();
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const seen: { text: string; afterMs: number }[] = [];
  const lines = createInterface({ input: child.stdout }).on('line', (text) =>
    seen.push({ text, afterMs: performance.now() - startedAt }),
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    child,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = seen.find(({ text }) => pattern.test(text));
          if (found) resolve(found);
        };
        lines.on('line', look);
        look();
        void ended.then((code) => reject(new Error(`ended with ${code}: ${err}`)));
      }),
    err: () => err,
    async end() {
      if (options.detached && child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
      else child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Waits for the window's address, and for the demo network's first notification; returns the address. */
export async function firstNotification(run: Run, longestStartMs: number): Promise<string> {
  const address = await run.line(/^Askbell is at http/);
  expect(address.afterMs).toBeLessThan(longestStartMs);
  const { text, afterMs } = await run.line(/^\{"notification":/);
  // At the first look: there is none like it within a minute.
  expect(afterMs - address.afterMs).toBeLessThan(SAME_REQUEST_FLOOR_MS);
  expect(JSON.parse(text)).toMatchObject({ notification: { title: expect.any(String) as string } });
  return address.text.split(' ').at(-1) ?? '';
}
