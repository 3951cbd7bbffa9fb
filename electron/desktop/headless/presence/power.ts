import { networkInterfaces } from 'node:os';
import type { NetworkInterfaceInfo } from 'node:os';
import { MINUTE_MS } from '../../../../common/durations.ts';
import { untilBeat, type Clock } from '../../../base/clock.ts';
import type { Bus } from '../../linux/message-bus.ts';

export interface PowerListeners {
  woke(): void;
  online(): void;
}

const LOGIND = 'org.freedesktop.login1';
const NETWORK_MANAGER = 'org.freedesktop.NetworkManager';
/** NM_STATE_CONNECTED_GLOBAL (NetworkManager D-Bus API, NMState). */
const NM_CONNECTED_GLOBAL = 70;
/**
 * Interval of connectivity checks in ms: long while connected, short enough to notice the return soon while
 * disconnected.
 */
const LOOK_EVERY_MS = { connected: 30_000, cutOff: 15_000 };
/** A wait longer than planned by this many ms means that the machine slept. */
const SLEPT_MS = MINUTE_MS;

/** Follows logind and NetworkManager, if available on the system bus: wake-ups and connectivity. */
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
 * Detects connectivity and wake-ups by polling, without system services: a new external address, or much more time
 * passed than was waited. Ends when `signal` aborts.
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
