import { fork, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Scale } from './scaled-clock.ts';

const child = fileURLToPath(new URL('crash-child.ts', import.meta.url));

/**
 * Starts Askbell as a process of its own, signed in at the network with this address. Resolves once it runs.
 * @param onShown gets the id of each notification that it shows
 */
export async function launchProcess(
  options: { url: string; dataDir: string; scale: Scale },
  onShown: (id: number) => void,
): Promise<ChildProcess> {
  const askbell = fork(child, [JSON.stringify(options)], { silent: true });
  const started = Promise.withResolvers<void>();
  createInterface({ input: askbell.stdout! }).on('line', (line) => {
    const said = JSON.parse(line) as { shown?: number; started?: string };
    if (said.shown !== undefined) onShown(said.shown);
    if (said.started !== undefined) started.resolve();
  });
  askbell.once('exit', () => started.reject(new Error('Askbell ended by itself')));
  await started.promise;
  return askbell;
}

/** Resolves once a process has ended. */
export const ended = (askbell: ChildProcess): Promise<void> =>
  new Promise((resolve) => askbell.once('exit', () => resolve()));
