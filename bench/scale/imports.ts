import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HEADLESS_FLAGS } from '../../build/start/shells.ts';
import { MEMORY_GOES_BACK } from '../../electron/desktop/linux/environment.ts';
import { startSandbox } from '../../sandbox/server/server.ts';
import { demoDataCopy, storyStart } from '../../test/support/demo-data.ts';
import type { ImportsOrder } from './child/main.ts';

const CHILD = fileURLToPath(new URL('child/main.ts', import.meta.url));

/**
 * Has an Askbell in a process of its own, with the headless shell's flags, import very large files and undo that.
 * Returns the actions that blocked for longer than they may. @throws Error where it died
 */
export async function measureImports(folder: string, most: number): Promise<string[]> {
  const sandbox = await startSandbox({
    file: await demoDataCopy(folder, storyStart),
    apps: [{ clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Mine' }],
    burst: Infinity,
  });
  const { apiBaseUrl, authUrl } = sandbox;
  const order: ImportsOrder = { apiBaseUrl, authUrl, dataDir: join(folder, 'imports'), most };
  const env = { ...process.env, ...MEMORY_GOES_BACK };
  const child = fork(CHILD, [JSON.stringify(order)], { execArgv: HEADLESS_FLAGS, env });
  let missed: string[] = [];
  child.on('message', (message: string[]) => (missed = message));
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`The Askbell that imports ended with ${code}.`);
    return missed;
  } finally {
    child.kill();
    await sandbox.close();
  }
}
