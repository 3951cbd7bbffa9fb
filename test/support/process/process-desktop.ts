import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { walkDialog } from '../../../electron/agent/accounts/demo-network.ts';
import type { Desktop, DesktopNotification } from '../../../electron/desktop/desktop.ts';
import { bareDesktop } from '../bare-desktop.ts';
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
    ...bareDesktop(dataDir),
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
    setShortcut: () => Promise.resolve('off'),
    setProxy: () => Promise.resolve(),
    playsSounds: false,
    openFolder: () => Promise.resolve(),
    on: () => () => undefined,
  };
}
