import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { ContractRouterClient } from '@orpc/contract';
import Conf from 'conf';
import { assemble } from '../../../electron/assemble.ts';
import type { contract } from '../../../common/contract/contract.ts';
import { silentLog } from '../../../electron/log.ts';
import { openHistory } from '../../../electron/store/history.ts';
import { createProcessDesktop } from './process-desktop.ts';
import { scaledClock, type Scale } from './scaled-clock.ts';

/** Askbell as a process that may be killed at any moment; prints the id of each notification it shows. */
const { url, dataDir, scale } = JSON.parse(process.argv[2]!) as { url: string; dataDir: string; scale: Scale };
const print = (line: object) => void writeSync(1, `${JSON.stringify(line)}\n`);

const askbell = await assemble({
  desktop: createProcessDesktop({
    dataDir,
    show: ({ id }) => print({ shown: id }),
    paste: (text) => window.session.paste({ text }),
  }),
  clock: scaledClock(scale),
  random: Math.random,
  fetch,
  loopbackFetch: fetch,
  log: silentLog,
  dataDir,
  history: openHistory(join(dataDir, 'history.sqlite'), { now: scaledClock(scale).now, warn: () => undefined }),
  settingsFile: new Conf({ cwd: dataDir, configName: 'settings' }),
  version: '0.0.0',
  thirdPartiesFile: join(dataDir, 'third-parties.json'),
  options: { demo: false, demoSpeed: 1, demoLike: 'specification', printNotifications: false },
});
const window = createRouterClient(await askbell.loadRouter()) as unknown as ContractRouterClient<typeof contract>;
await askbell.start();
const { phase } = await window.state.get();
if (phase === 'welcome')
  await window.session.signIn({
    kind: 'other',
    name: 'Crash',
    apiBaseUrl: url,
    authUrl: url,
    clientId: 'mine',
    key: 'my-key',
  });
print({ started: phase });
// Usually that is done at the end, which a killed process does not come to.
flushCompileCache();
process.on('message', (message) => {
  if (message === 'stop') void askbell.stop().then(() => process.exit(0));
});
