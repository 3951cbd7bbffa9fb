import type { SystemProbe } from '../desktop.ts';
import { linuxNotifications, linuxTrayHost } from '../linux/desktop-facts.ts';
import type { Bus } from '../linux/message-bus.ts';
import { chosenProxyFor } from '../proxy.ts';

/** Creates a probe of the system with plain Node: the programs on the session bus, and Node's proxies. */
export const createHeadlessProbe = (sessionBus: Bus | undefined): SystemProbe => ({
  notifications: () => linuxNotifications(sessionBus),
  trayHost: () => linuxTrayHost(sessionBus),
  proxyFor: async (address) => chosenProxyFor(address),
});

/** Detected parts of the desktop. */
export interface FoundParts {
  /** Whether the connection to the session bus succeeded. */
  sessionBus: boolean;
  /** Whether the connection to the system bus succeeded; also true if there is none. */
  systemBus: boolean;
  notifications: boolean;
  tray: boolean;
  keyring: boolean;
}

/** Returns which parts of the desktop are missing, in sentences; undefined for none. Pure. */
export function missingParts({ sessionBus, systemBus, ...parts }: FoundParts): string | undefined {
  const missing = [
    ...(parts.keyring ? [] : ['keyring (sign-ins last until Askbell ends)']),
    ...(parts.notifications ? [] : ['notifications (they appear in the terminal and in the window)']),
    ...(parts.tray ? [] : ['tray icon']),
    ...(sessionBus && systemBus ? [] : ['presence (you count as present, also behind a locked screen)']),
  ];
  if (missing.length === 0) return undefined;
  const silent = [...(sessionBus ? [] : ['session']), ...(systemBus ? [] : ['system'])];
  const reason = silent.length === 0 ? '' : ` The ${silent.join(' and ')} bus does not answer.`;
  return `Missing on this desktop: ${missing.join(', ')}.${reason} Start Askbell with --doctor to see what helps.`;
}
