import type { SystemProbe } from '../desktop.ts';
import { linuxNotifications, linuxTrayHost } from '../linux/desktop-facts.ts';
import type { Bus } from '../linux/message-bus.ts';
import { chosenProxyFor } from '../proxy.ts';

/** What plain Node can tell of the system: the programs on the session bus, and the proxies that Node goes by. */
export const createHeadlessProbe = (sessionBus: Bus | undefined): SystemProbe => ({
  notifications: () => linuxNotifications(sessionBus),
  trayHost: () => linuxTrayHost(sessionBus),
  proxyFor: async (address) => chosenProxyFor(address),
});
