import { existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { ContractRouterClient } from '@orpc/contract';
import Conf from 'conf';
import { walkDialog } from '../../electron/agent/accounts/sign-in/demo-sign-in.ts';
import { assemble } from '../../electron/assemble.ts';
import type { contract } from '../../common/contract/contract.ts';
import type { Desktop } from '../../electron/desktop/desktop.ts';
import { listenForRedirect } from '../../electron/desktop/loopback-listener.ts';
import { silentLog } from '../../electron/log.ts';
import { comeBack } from '../support/browser-person.ts';
import { scaledClock, type Scale } from './scaled-clock.ts';

/** Askbell as a process that may be killed at any moment; prints the id of each notification it shows. */
const { url, dataDir, scale } = JSON.parse(process.argv[2]!) as { url: string; dataDir: string; scale: Scale };
const secretsFile = join(dataDir, 'secrets-of-the-test.json');
const secrets = (): Record<string, string> =>
  existsSync(secretsFile) ? (JSON.parse(readFileSync(secretsFile, 'utf8')) as Record<string, string>) : {};
const print = (line: object) => void writeSync(1, `${JSON.stringify(line)}\n`);

const desktop: Desktop = {
  shell: 'headless',
  opensDeepLinks: false,
  listenForRedirect,
  languages: ['en'],
  notificationsGoTo: 'desktop',
  windowShowsNotifications: true,
  secrets: {
    keeping: () => Promise.resolve({ persistent: true, where: 'keyring' }),
    get: (name) => Promise.resolve(secrets()[name]),
    set: (name, secret) =>
      Promise.resolve(writeFileSync(secretsFile, JSON.stringify({ ...secrets(), [name]: secret }))),
    delete: () => Promise.resolve(),
  },
  notify: ({ id }) => Promise.resolve(print({ shown: id })),
  withdraw: () => undefined,
  setTray: () => undefined,
  presence: () => ({ state: 'present', since: 0 }),
  doNotDisturb: () => Promise.resolve(undefined),
  openExternal: async (url) => {
    const landed = await walkDialog(url, fetch);
    await comeBack(landed, { fetch, paste: (text) => window.session.paste({ text }) });
  },
  showWindow: () => undefined,
  startDemoNetwork: () => Promise.reject(new Error('not here')),
  setStartAtLogin: () => Promise.resolve(),
  setShortcut: () => Promise.resolve('off'),
  setProxy: () => Promise.resolve(),
  readsSystemProxy: true,
  playsSounds: false,
  logFile: join(dataDir, 'askbell.log'),
  openFolder: () => Promise.resolve(),
  on: () => () => undefined,
  quit: () => undefined,
};

const askbell = await assemble({
  desktop,
  clock: scaledClock(scale),
  random: Math.random,
  fetch,
  log: silentLog,
  dataDir,
  settingsFile: new Conf({ cwd: dataDir, configName: 'settings' }),
  version: '0.0.0',
  thirdPartiesFile: join(dataDir, 'third-parties.json'),
  options: { demo: false, demoSpeed: 1, demoLike: 'specification', printNotifications: false },
});
const window = createRouterClient(askbell.router) as unknown as ContractRouterClient<typeof contract>;
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
process.on('message', (message) => {
  if (message === 'stop') void askbell.stop().then(() => process.exit(0));
});
