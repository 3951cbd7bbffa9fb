import { Notification, session } from 'electron';
import type { SystemProbe } from '../desktop.ts';
import { linuxNotifications, linuxTrayHost } from '../linux/desktop-facts.ts';
import { connectToBus, sessionBusAddress, type Bus } from '../linux/message-bus.ts';
import { proxyIn } from './network/proxy.ts';

/** Creates a probe of the system; on Linux it queries the programs on the session bus that Electron uses. */
export const createElectronProbe = (platform = process.platform): SystemProbe => ({
  async notifications() {
    if (!Notification.isSupported()) return { kind: 'unsupported' };
    return platform === 'linux' ? onSessionBus(linuxNotifications) : { kind: 'native' };
  },
  trayHost: async () => (platform === 'linux' ? onSessionBus(linuxTrayHost) : 'native'),
  proxyFor: async (address) => proxyIn(await session.defaultSession.resolveProxy(address).catch(() => 'DIRECT')),
});

/** Runs a query over its own bus connection, closed afterwards. */
async function onSessionBus<Facts>(ask: (bus: Bus | undefined) => Promise<Facts>): Promise<Facts> {
  const bus = await connectToBus(sessionBusAddress(process.env, process.platform));
  try {
    return await ask(bus);
  } finally {
    await bus?.close().catch(() => undefined);
  }
}
