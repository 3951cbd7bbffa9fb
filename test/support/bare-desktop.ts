import { join } from 'node:path';
import type { Desktop } from '../../electron/desktop/desktop.ts';
import { listenForRedirect } from '../../electron/desktop/loopback-listener.ts';

/** What the doctor finds where there is no desktop. */
export const NO_DESKTOP: Desktop['probe'] = {
  notifications: async () => ({ kind: 'no-bus' }),
  trayHost: async () => 'no-bus',
  proxyFor: async () => undefined,
};

/** Returns a headless desktop that does nothing: its parts that tests seldom change. */
export const bareDesktop = (dataDir: string) =>
  ({
    shell: 'headless',
    probe: NO_DESKTOP,
    opensDeepLinks: false,
    listenForRedirect,
    languages: ['en'],
    notificationsGoTo: 'desktop',
    windowShowsNotifications: true,
    setStartAtLogin: () => Promise.resolve(),
    readsSystemProxy: true,
    logFile: join(dataDir, 'askbell.log'),
    quit: () => undefined,
  }) satisfies Partial<Desktop>;
