import { readDoNotDisturb } from '../../linux/do-not-disturb.ts';
import { connectToBus, sessionBusAddress, type Bus } from '../../linux/message-bus.ts';

/** The question whether the person wants to be left alone. */
export interface DoNotDisturb {
  read(): Promise<boolean | undefined>;
  close(): Promise<void>;
}

/**
 * Asks Linux desktops over the session bus, connected at the first question and anew once it was lost. Electron itself
 * tells no program of do-not-disturb; elsewhere there is no session bus and the answer is "unknown".
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
