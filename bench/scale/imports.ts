import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HEADLESS_FLAGS } from '../../build/start/shells.ts';
import { MEMORY_GOES_BACK } from '../../electron/desktop/linux/memory.ts';
import { startSandbox } from '../../sandbox/server/server.ts';
import { demoDataCopy, storyStart } from '../../test/support/demo-data.ts';
import { print } from '../support/command.ts';
import type { ImportsOrder, ImportStep } from './child/main.ts';

const CHILD = fileURLToPath(new URL('child/main.ts', import.meta.url));

/**
 * Has an Askbell in a process of its own, with the headless shell's flags, import very large files and undo that, and
 * prints how long each step took and blocked. Returns the steps that blocked for longer than they may. @throws Error
 * where it died
 */
export async function measureImports(folder: string, most: number): Promise<string[]> {
  const sandbox = await startSandbox({
    file: await demoDataCopy(folder, storyStart),
    apps: [{ clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Mine' }],
    burst: Infinity,
  });
  const child = fork(CHILD, [], { execArgv: HEADLESS_FLAGS, env: { ...process.env, ...MEMORY_GOES_BACK } });
  const missed: string[] = [];
  child.on('message', (step: ImportStep) => {
    print(step);
    if (step.longestMs > most) missed.push(step.what);
  });
  try {
    const ended = once(child, 'exit');
    child.send({
      url: sandbox.apiBaseUrl,
      authUrl: sandbox.authUrl,
      dataDir: join(folder, 'imports'),
    } satisfies ImportsOrder);
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new Error(`The Askbell that imports ended with ${code}.`);
  } finally {
    child.kill();
    await sandbox.close();
  }
  return missed;
}
