import { readDoNotDisturb } from '../../linux/do-not-disturb.ts';
import { connectToBus, sessionBusAddress, type Bus } from '../../linux/message-bus.ts';

/** Reads the "do not disturb" state. */
export interface DoNotDisturb {
  read(): Promise<boolean | undefined>;
  close(): Promise<void>;
}

/**
 * Reads the state of Linux desktops over the session bus, which is connected at the first call and reconnected after a
 * loss. Electron does not provide the state; other systems have no session bus, so it is unknown there.
 */
export function createDoNotDisturb(
  connect: () => Promise<Bus | undefined> = () => connectToBus(sessionBusAddress(process.env, process.platform)),
): DoNotDisturb {
  let bus: Promise<Bus | undefined> | undefined;
  return {
    async read() {
      if (!bus || (await bus)?.isClosed !== false) bus = connect();
      const connected = await bus;
      return connected && readDoNotDisturb(connected);
    },
    async close() {
      const connected = await bus;
      if (connected?.isClosed === false) await connected.close();
    },
  };
}
