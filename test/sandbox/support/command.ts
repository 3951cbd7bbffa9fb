import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { atEndOfFile } from '../../support/end-of-file.ts';

export const cli = fileURLToPath(new URL('../../../sandbox/command/command.ts', import.meta.url));
/** What `npm run sandbox` starts. */
export const startProgram = fileURLToPath(new URL('../../../sandbox/start.mjs', import.meta.url));

interface Ready {
  apiBaseUrl: string;
  authUrl: string;
}

const children = new Set<ChildProcess>();
/** Ends a process by force at the end of the file, where it has not ended before. */
export function endAtLast<Child extends ChildProcess>(child: Child): Child {
  children.add(child);
  return child;
}
atEndOfFile.add(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  children.clear();
});

/** Starts Node.js with a program of the sandbox. */
export function startCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = endAtLast(
    spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } }),
  );
  const ended = once(child, 'close');
  const said = { output: '', errors: '' };
  child.stdout.on('data', (piece: Buffer) => (said.output += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (said.errors += piece.toString()));
  return {
    child,
    /** What stands in the first line on standard output. */
    async ready(): Promise<Ready> {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      return JSON.parse(line) as Ready;
    },
    /** Resolves with all that it said, once it has ended. */
    async ended() {
      const [code, signal] = (await ended) as [number | null, string | null];
      return { code, signal, ...said };
    },
    stop() {
      child.kill('SIGTERM');
      return this.ended();
    },
  };
}
