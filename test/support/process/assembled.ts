import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { ContractRouterClient } from '@orpc/contract';
import Conf from 'conf';
import type { contract } from '../../../common/contract/contract.ts';
import { assemble, type Askbell, type Parts } from '../../../electron/assemble.ts';
import { silentLog } from '../../../electron/base/log.ts';
import { openHistory } from '../../../electron/store/history.ts';

/** What the window calls. */
export type Window = ContractRouterClient<typeof contract>;

type OwnParts = Pick<Parts, 'desktop' | 'clock' | 'fetch' | 'dataDir'> & Partial<Parts>;

/**
 * Assembles an Askbell in this process, with its real history and settings in `dataDir`, for a test or a bench to
 * start; and makes what its window would call.
 */
export async function assembleInProcess(parts: OwnParts): Promise<{ askbell: Askbell; window: Window }> {
  const { dataDir, clock, fetch } = parts;
  mkdirSync(dataDir, { recursive: true });
  const askbell = await assemble({
    random: () => 0.5,
    log: silentLog,
    loopbackFetch: fetch,
    history: openHistory(join(dataDir, 'history.sqlite'), { now: () => clock.now(), warn: () => undefined }),
    settingsFile: new Conf({ cwd: dataDir, configName: 'settings' }),
    version: '0.0.0',
    thirdPartiesFile: join(dataDir, 'third-parties.json'),
    options: { demo: false, demoSpeed: 1, demoLike: 'specification', printNotifications: false },
    ...parts,
  });
  const window = createRouterClient(await askbell.loadRouter()) as unknown as Window;
  return { askbell, window };
}

/** Signs in at a network of the process's own, as the app that its sandbox knows by the name "mine". */
export const signInAt = (window: Window, name: string, at: { apiBaseUrl: string; authUrl: string }) =>
  window.session.signIn({ kind: 'other', name, ...at, clientId: 'mine', key: 'my-key' });
