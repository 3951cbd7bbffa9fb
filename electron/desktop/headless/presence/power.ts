import { networkInterfaces } from 'node:os';
import type { NetworkInterfaceInfo } from 'node:os';
import type { Clock } from '../../../clock.ts';
import type { Bus } from '../../linux/message-bus.ts';

export interface PowerListeners {
  woke(): void;
  online(): void;
}

const LOGIND = 'org.freedesktop.login1';
const NETWORK_MANAGER = 'org.freedesktop.NetworkManager';
/** NM_STATE_CONNECTED_GLOBAL (NetworkManager D-Bus API, NMState). */
const CONNECTED = 70;
const LOOK_EVERY_MS = 15_000;
/** A pause this much longer than asked for means that the machine slept. */
const SLEPT_MS = 60_000;

/**
 * Hears from logind and NetworkManager, where the system bus has them, when the machine wakes or is connected again.
 */
export async function followSystemBus(bus: Bus, listeners: PowerListeners): Promise<void> {
  await bus.onSignal({ service: LOGIND, interface: `${LOGIND}.Manager` }, ({ member, body }) => {
    // True before sleeping, false after waking.
    if (member === 'PrepareForSleep' && body[0] === false) listeners.woke();
  });
  await bus.onSignal({ service: NETWORK_MANAGER, interface: NETWORK_MANAGER }, ({ member, body }) => {
    if (member === 'StateChanged' && body[0] === CONNECTED) listeners.online();
  });
}

/**
 * The plain way, for machines without those: looks every 15 s whether there is an address towards the outside that was
 * not there before, and whether far more time has passed than was waited. Ends when `signal` aborts.
 */
export async function watchConnection(
  clock: Clock,
  signal: AbortSignal,
  listeners: PowerListeners,
  interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces,
): Promise<void> {
  let known = outsideAddresses(interfaces());
  let looked = clock.now();
  while (!signal.aborted) {
    await clock.sleep(LOOK_EVERY_MS, signal);
    if (signal.aborted) return;
    const now = clock.now();
    if (now - looked > LOOK_EVERY_MS + SLEPT_MS) listeners.woke();
    looked = now;
    const found = outsideAddresses(interfaces());
    if ([...found].some((address) => !known.has(address))) listeners.online();
    known = found;
  }
}

function outsideAddresses(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): Set<string> {
  return new Set(
    Object.values(interfaces)
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
      .map(({ address }) => address),
  );
}
