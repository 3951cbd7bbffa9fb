import dbus from 'dbus-native';
import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { connectToBus } from '../../../../electron/desktop/linux/message-bus.ts';
import { followNetwork, followSession, watchConnection } from '../../../../electron/desktop/headless/presence.ts';
import { PresenceTracker } from '../../../../electron/desktop/presence-tracker.ts';
import type { DesktopEvents } from '../../../../electron/desktop/desktop.ts';
import { Emitter } from '../../../../electron/base/emitter.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { Arrivals } from './fake-desktop.ts';
import { missing, startPrivateBus } from './private-bus.ts';

function address(text: string, internal = false): NetworkInterfaceInfo {
  return { address: text, netmask: '', mac: '', cidr: null, internal, family: 'IPv4' };
}

function eventsInto(happened: { push(name: string): unknown }): Emitter<DesktopEvents> {
  const events = new Emitter<DesktopEvents>(silentLog);
  for (const name of ['woke', 'online'] as const) events.on(name, () => happened.push(name));
  return events;
}

describe('watching the connection', () => {
  const watch = () => {
    const clock = createManualClock();
    const stop = new AbortController();
    const happened: string[] = [];
    let looks = 0;
    const machine: { interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> } = {
      interfaces: { lo: [address('127.0.0.1', true)], eth0: [address('10.0.0.2')] },
    };
    const watching = watchConnection(clock, stop.signal, eventsInto(happened), () => {
      looks++;
      return machine.interfaces;
    });
    return { clock, stop, happened, machine, watching, looks: () => looks };
  };

  it('tells once when a network comes back', async () => {
    const { clock, happened, machine } = watch();
    machine.interfaces = { lo: [address('127.0.0.1', true)] };
    await clock.advance(60_000);
    expect(happened).toEqual([]);
    machine.interfaces = { ...machine.interfaces, wlan0: [address('fe80::1'), address('192.168.0.7')] };
    await clock.advance(15_000);
    expect(happened).toEqual(['online']);
    await clock.advance(60_000);
    expect(happened).toEqual(['online']);
  });

  it('tells when the machine moves to another network, and nothing of addresses that lead nowhere', async () => {
    const { clock, happened, machine } = watch();
    machine.interfaces = { eth0: [address('10.0.0.2')], br0: [address('fe80::2')], lo: [address('127.0.0.2', true)] };
    await clock.advance(30_000);
    expect(happened).toEqual([]);
    machine.interfaces = { eth0: [address('10.9.9.9')] };
    await clock.advance(30_000);
    expect(happened).toEqual(['online']);
  });

  it('looks twice a minute, and four times while there is no connection', async () => {
    const { clock, machine, looks } = watch();
    await clock.advance(600_000);
    expect(looks()).toBe(1 + 20);
    machine.interfaces = {};
    await clock.advance(30_000);
    await clock.advance(600_000);
    expect(looks()).toBe(1 + 20 + 1 + 40);
  });

  it('notices a sleep by the time that is gone', async () => {
    const { clock, happened } = watch();
    await clock.advance(30_000);
    clock.set(clock.now() + 3_600_000);
    await clock.advance(30_000);
    expect(happened).toEqual(['woke']);
  });

  it('ends when told', async () => {
    const { clock, stop, watching } = watch();
    await clock.advance(15_000);
    stop.abort();
    await watching;
    expect(clock.sleepers()).toBe(0);
  });
});

describe.skipIf(missing('dbus-daemon'))('what the system tells over its bus', () => {
  it('hears waking and connecting, and not the going to sleep', async () => {
    const daemon = await startPrivateBus();
    const bus = await connectToBus(daemon.address);
    if (!bus) throw new Error('the private bus did not let us in');
    const happened = new Arrivals<string>();
    const events = eventsInto(happened);
    await followSession(bus, new PresenceTracker(events, () => 0), events);
    await followNetwork(bus, events);

    const system = dbus.createClient({ busAddress: daemon.address });
    await system.ownName('org.freedesktop.login1');
    await system.ownName('org.freedesktop.NetworkManager');
    const sleep = (going: boolean) =>
      system.sendSignal('/org/freedesktop/login1', 'org.freedesktop.login1.Manager', 'PrepareForSleep', 'b', [going]);
    const network = (state: number) =>
      system.sendSignal('/org/freedesktop/NetworkManager', 'org.freedesktop.NetworkManager', 'StateChanged', 'u', [
        state,
      ]);
    sleep(true);
    sleep(false);
    expect(await happened.next()).toBe('woke');
    network(20);
    network(70);
    expect(await happened.next()).toBe('online');
    expect(happened.all).toHaveLength(2);
    await system.close();
    await bus.close();
    await daemon.stop();
  });
});
