import { networkInterfaces } from 'node:os';
import type { NetworkInterfaceInfo } from 'node:os';
import { MINUTE_MS } from '../../../../common/durations.ts';
import { untilBeat, type Clock } from '../../../clock.ts';
import type { Bus } from '../../linux/message-bus.ts';

export interface PowerListeners {
  woke(): void;
  online(): void;
}

const LOGIND = 'org.freedesktop.login1';
const NETWORK_MANAGER = 'org.freedesktop.NetworkManager';
/** NM_STATE_CONNECTED_GLOBAL (NetworkManager D-Bus API, NMState). */
const NM_CONNECTED_GLOBAL = 70;
/** How often it is looked: seldom while there is a connection, often enough to notice its return soon. */
const LOOK_EVERY_MS = { connected: 30_000, cutOff: 15_000 };
/** A pause this much longer than asked for means that the machine slept. */
const SLEPT_MS = MINUTE_MS;

/**
 * Hears from logind and NetworkManager, where the system bus has them, when the machine wakes or is connected again.
 */
export async function followSystemBus(bus: Bus, listeners: PowerListeners): Promise<void> {
  await bus.onSignal({ service: LOGIND, interface: `${LOGIND}.Manager` }, ({ member, body }) => {
    // True before sleeping, false after waking.
    if (member === 'PrepareForSleep' && body[0] === false) listeners.woke();
  });
  await bus.onSignal({ service: NETWORK_MANAGER, interface: NETWORK_MANAGER }, ({ member, body }) => {
    if (member === 'StateChanged' && body[0] === NM_CONNECTED_GLOBAL) listeners.online();
  });
}

/**
 * The plain way, for machines without those: looks again and again whether there is an address towards the outside that
 * was not there before, and whether far more time has passed than was waited. Ends when `signal` aborts.
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
    const wait = untilBeat(clock, known.size > 0 ? LOOK_EVERY_MS.connected : LOOK_EVERY_MS.cutOff);
    await clock.sleep(wait, signal);
    if (signal.aborted) return;
    const now = clock.now();
    if (now - looked > wait + SLEPT_MS) listeners.woke();
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
