import { HEADLESS_FLAGS } from '../../build/start/shells.ts';
import { MEMORY_GOES_BACK } from '../../electron/desktop/linux/environment.ts';
import { createRandom } from '../../sandbox/world/random.ts';
import { Driver } from '../life/driver.ts';

/**
 * Has an Askbell in a process of its own, with the headless shell's flags, import very large files and undo that.
 * Returns the actions that blocked for longer than they may. @throws Error where it died
 */
export async function measureImports(most: number): Promise<string[]> {
  let missed: string[] = [];
  const driver = await Driver.create({
    name: 'imports',
    now: Date.now,
    random: createRandom(1),
    child: new URL('child/main.ts', import.meta.url),
    flags: HEADLESS_FLAGS,
    env: MEMORY_GOES_BACK,
    onMessage(message) {
      if (typeof message === 'object' && 'missed' in message) ({ missed } = message);
    },
  });
  try {
    const { apiBaseUrl, authUrl } = driver.sandbox;
    const life = await driver.begin({ apiBaseUrl, authUrl, watches: [], course: { most } });
    const { code } = await life.ended;
    if (code !== 0) throw new Error(`The Askbell that imports ended with ${code}: ${life.words}`);
    return missed;
  } finally {
    await driver.close();
  }
}
