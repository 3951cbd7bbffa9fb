import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { walkDialog } from '../../../electron/agent/accounts/demo-network.ts';
import type { Desktop, DesktopNotification } from '../../../electron/desktop/desktop.ts';
import { listenForRedirect } from '../../../electron/desktop/loopback-listener.ts';
import { comeBack } from '../browser-person.ts';

/** What a process with Askbell in it brings to its desktop. */
export interface ProcessDesktopParts {
  /** Where its files are; the keyring, a file of the test's, is among them. */
  dataDir: string;
  /** Shows a notification; throws where it refuses it. */
  show: (notification: DesktopNotification) => void;
  /** Pastes the address at which a sign-in ended, as a person does. */
  paste: (text: string) => Promise<unknown>;
}

/** The desktop of an Askbell that runs in a process of its own and may end at any moment: all it keeps is on the disk. */
export function createProcessDesktop({ dataDir, show, paste }: ProcessDesktopParts): Desktop {
  const secretsFile = join(dataDir, 'secrets-of-the-test.json');
  const secrets = (): Record<string, string> =>
    existsSync(secretsFile) ? (JSON.parse(readFileSync(secretsFile, 'utf8')) as Record<string, string>) : {};
  return {
    shell: 'headless',
    probe: {
      notifications: async () => ({ kind: 'no-bus' }),
      trayHost: async () => 'no-bus',
      proxyFor: async () => undefined,
    },
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
    // Whatever it throws is a refusal.
    notify: async (notification) => show(notification),
    withdraw: () => undefined,
    setTray: () => undefined,
    presence: () => ({ state: 'present', since: 0 }),
    isFocused: () => false,
    isCovered: async () => false,
    doNotDisturb: () => Promise.resolve(undefined),
    openExternal: async (url) => comeBack(await walkDialog(url, fetch), { fetch, paste }),
    showWindow: () => undefined,
    showPanel: () => undefined,
    togglePanel: () => undefined,
    hidePanel: () => undefined,
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
}
