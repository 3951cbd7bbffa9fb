import dbus, { type MessageBus } from 'dbus-native';
import type { NetworkInterfaceInfo } from 'node:os';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DesktopEvents, Presence } from '../../../../electron/desktop/desktop.ts';
import type { Bus } from '../../../../electron/desktop/linux/message-bus.ts';
import {
  followNetwork,
  followScreenSavers,
  followSession,
  watchConnection,
  watchIdleTime,
} from '../../../../electron/desktop/headless/presence.ts';
import { PresenceTracker } from '../../../../electron/desktop/presence-tracker.ts';
import { Emitter } from '../../../../electron/base/emitter.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { Arrivals } from './fake-desktop.ts';
import { missing } from './private-bus.ts';
import { TestBus } from './test-bus.ts';

describe.skipIf(missing('dbus-daemon'))('who is there, over a real bus', () => {
  let daemon: TestBus;
  let bus: Bus;
  let system: MessageBus;
  let told: Arrivals<Presence['state']>;
  /** What is told beside who is there. */
  let happened: Arrivals<string>;
  let events: Emitter<DesktopEvents>;
  let tracker: PresenceTracker;
  let clock: ManualClock;

  beforeEach(async () => {
    daemon = await TestBus.start();
    bus = await daemon.connect();
    system = await daemon.program();
    told = new Arrivals();
    clock = createManualClock();
    happened = new Arrivals();
    events = eventsInto(happened);
    events.on('presence', ({ state }) => told.push(state));
    tracker = new PresenceTracker(events, clock.now);
  });

  /** logind with one session, whose properties a test changes and tells of. */
  async function logind(session: { Type: string; IdleHint: boolean; LockedHint: boolean; Active: boolean }) {
    const path = '/org/freedesktop/login1/session/_32';
    const facts = dbus.defineInterface({
      name: 'org.freedesktop.login1.Session',
      properties: {
        Id: { type: 's', access: 'read', value: '2' },
        Type: { type: 's', access: 'read', value: session.Type },
        IdleHint: { type: 'b', access: 'read', get: () => session.IdleHint },
        LockedHint: { type: 'b', access: 'read', get: () => session.LockedHint },
        Active: { type: 'b', access: 'read', get: () => session.Active },
      },
    });
    for (const at of ['/org/freedesktop/login1/session/auto', path]) await system.export(at, facts);
    const manager = dbus.defineInterface({
      name: 'org.freedesktop.login1.Manager',
      methods: { GetSession: { in: { id: 's' }, out: { path: 'o' }, handler: () => path } },
      signals: { PrepareForSleep: { args: { start: 'b' } } },
    });
    await system.export('/org/freedesktop/login1', manager);
    await system.ownName('org.freedesktop.login1');
    return {
      become(part: Partial<Omit<typeof session, 'Type'>>) {
        Object.assign(session, part);
        system.emitPropertiesChanged(path, 'org.freedesktop.login1.Session', part);
      },
      sleep: (going: boolean) =>
        system.sendSignal('/org/freedesktop/login1', 'org.freedesktop.login1.Manager', 'PrepareForSleep', 'b', [going]),
    };
  }
  const awake = { Type: 'wayland', IdleHint: false, LockedHint: false, Active: true };

  it('logind: idle, locked, another session in front, asleep, each by itself, and waking', async () => {
    const session = await logind({ ...awake });
    await followSession(bus, tracker, events);
    for (const part of [{ IdleHint: true }, { LockedHint: true }, { Active: false }]) {
      session.become(part);
      expect(await told.next()).toBe('away');
      session.become({ IdleHint: false, LockedHint: false, Active: true });
      expect(await told.next()).toBe('present');
    }
    session.sleep(true);
    expect(await told.next()).toBe('away');
    expect(happened.all).toEqual([]);
    session.sleep(false);
    expect(await told.next()).toBe('present');
    expect(happened.all).toEqual(['woke']);
  });

  it('NetworkManager: that it is connected, and not that it tries', async () => {
    await followNetwork(bus, events);
    await system.ownName('org.freedesktop.NetworkManager');
    const [path, name] = ['/org/freedesktop/NetworkManager', 'org.freedesktop.NetworkManager'];
    for (const state of [20, 70]) system.sendSignal(path, name, 'StateChanged', 'u', [state]);
    expect(await happened.next()).toBe('online');
    expect(happened.all).toEqual(['online']);
  });

  it('logind: a terminal nobody types into says nothing, but sleep does', async () => {
    const session = await logind({ ...awake, Type: 'tty', IdleHint: true });
    await followSession(bus, tracker, events);
    session.become({ IdleHint: true });
    session.sleep(true);
    session.sleep(false);
    expect([await told.next(), await told.next()]).toEqual(['away', 'present']);
    expect(told.all).toHaveLength(2);
  });

  it('logind: without a session, or without logind, somebody is there', async () => {
    await system.ownName('org.freedesktop.login1');
    await followSession(bus, tracker, events);
    await followScreenSavers(bus, tracker);
    expect(tracker.current().state).toBe('present');
  });

  it('logind: a screen that was locked before Askbell started, and no longer once logind goes away', async () => {
    await logind({ ...awake, LockedHint: true });
    await followSession(bus, tracker, events);
    expect(await told.next()).toBe('away');
    await system.close();
    expect(await told.next()).toBe('present');
  });

  it.each(['org.freedesktop', 'org.gnome', 'org.mate'])('the screen saver of %s, at start or later', async (owner) => {
    const saver = await daemon.screenSaver(owner);
    saver.cover(true);
    await followScreenSavers(bus, tracker);
    expect(await told.next()).toBe('away');
    saver.cover(false);
    expect(await told.next()).toBe('present');
    saver.cover(true);
    expect(await told.next()).toBe('away');
    // The bus itself goes: nothing is known any more.
    await daemon.stop();
    expect(await told.next()).toBe('present');
  });

  /** GNOME's idle monitor, which tells of touches by itself where it has watches; returns what fires one of them. */
  async function idleMonitor(idleTime: () => number, watches?: { idle: () => number; active: () => number }) {
    const [path, name] = ['/org/gnome/Mutter/IdleMonitor/Core', 'org.gnome.Mutter.IdleMonitor'];
    const monitor = dbus.defineInterface({
      name,
      methods: {
        GetIdletime: { out: { ms: 't' }, handler: idleTime },
        ...(watches && {
          AddIdleWatch: { in: { interval: 't' }, out: { id: 'u' }, handler: watches.idle },
          AddUserActiveWatch: { out: { id: 'u' }, handler: watches.active },
        }),
      },
      signals: { WatchFired: { args: { id: 'u' } } },
    });
    await system.export(path, monitor);
    await system.ownName(name);
    return (watch: number | undefined) => system.sendSignal(path, name, 'WatchFired', 'u', [watch]);
  }

  it('GNOME’s idle time, looked at seldom while somebody is there and more often while not', async () => {
    let idle = 1_000;
    let asked = 0;
    await idleMonitor(() => (asked++, idle));
    const stop = new AbortController();
    const watching = watchIdleTime(bus, clock, stop.signal, tracker);
    await clock.until(() => asked === 1 && clock.sleepers() === 1);
    idle = 301_000;
    await clock.advance(29_000);
    expect(asked).toBe(1);
    await clock.advance(1_000);
    expect(await told.next()).toBe('away');
    await clock.until(() => clock.sleepers() === 1);
    idle = 50;
    await clock.advance(15_000);
    expect(await told.next()).toBe('present');
    stop.abort();
    await watching;
    expect(clock.sleepers()).toBe(0);
  });

  it('GNOME’s idle monitor tells of both by itself, and is not asked again and again', async () => {
    let [idle, asked, watched] = [400_000, 0, 0];
    const watches: Record<string, number> = {};
    const add = (what: string) => (watches[what] = ++watched);
    const send = await idleMonitor(() => (asked++, idle), { idle: () => add('idle'), active: () => add('active') });
    const fire = (what: string) => send(watches[what]);
    const stop = new AbortController();
    await watchIdleTime(bus, clock, stop.signal, tracker);
    // Nobody was there when it began to look.
    expect(await told.next()).toBe('away');
    await clock.until(() => watched === 2 && asked === 2);
    idle = 50;
    fire('active');
    expect(await told.next()).toBe('present');
    await clock.advance(600_000);
    expect([asked, clock.sleepers()]).toEqual([2, 0]);
    idle = 300_001;
    fire('idle');
    expect(await told.next()).toBe('away');
    expect(tracker.current().since).toBe(clock.now() - 300_000);
    await clock.until(() => watched === 3);
    fire('active');
    expect(await told.next()).toBe('present');
    // A touch between the two is not missed.
    idle = 1000;
    fire('idle');
    expect([await told.next(), await told.next()]).toEqual(['away', 'present']);
    stop.abort();
  });

  it('GNOME’s idle time is asked for where its monitor tells of no touch, until there was one', async () => {
    let [idle, fails] = [400_000, false];
    const active = () => {
      if (fails) throw new Error('not now');
      return 2;
    };
    const fire = await idleMonitor(() => idle, { idle: () => 1, active });
    const stop = new AbortController();
    await watchIdleTime(bus, clock, stop.signal, tracker);
    expect(await told.next()).toBe('away');
    idle = 50;
    fire(2);
    expect(await told.next()).toBe('present');
    [idle, fails] = [300_001, true];
    fire(1);
    expect(await told.next()).toBe('away');
    await clock.until(() => clock.sleepers() === 1);
    idle = 50;
    await clock.advance(15_000);
    expect(await told.next()).toBe('present');
    await clock.until(() => clock.sleepers() === 0);
    stop.abort();
  });
});

function address(text: string, internal = false): NetworkInterfaceInfo {
  return { address: text, netmask: '', mac: '', cidr: null, internal, family: 'IPv4' };
}

function eventsInto(happened: { push(name: string): unknown }): Emitter<DesktopEvents> {
  const events = new Emitter<DesktopEvents>(silentLog);
  for (const name of ['woke', 'online'] as const) events.on(name, () => happened.push(name));
  return events;
}

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

it('watching the connection tells once of a network that comes or changes, and nothing of addresses that lead nowhere', async () => {
  const { clock, happened, machine } = watch();
  const lo = [address('127.0.0.1', true)];
  machine.interfaces = { lo };
  await clock.advance(60_000);
  expect(happened).toEqual([]);
  machine.interfaces = { lo, wlan0: [address('fe80::1'), address('192.168.0.7')] };
  await clock.advance(15_000);
  expect(happened).toEqual(['online']);
  machine.interfaces = { ...machine.interfaces, br0: [address('fe80::2')], lo: [address('127.0.0.2', true)] };
  await clock.advance(60_000);
  expect(happened).toEqual(['online']);
  machine.interfaces = { wlan0: [address('10.9.9.9')] };
  await clock.advance(30_000);
  expect(happened).toEqual(['online', 'online']);
});

it('watching the connection looks twice a minute, and four times while there is no connection, until it is told to end', async () => {
  const { clock, machine, looks, stop, watching } = watch();
  await clock.advance(600_000);
  expect(looks()).toBe(1 + 20);
  machine.interfaces = {};
  await clock.advance(30_000);
  await clock.advance(600_000);
  expect(looks()).toBe(1 + 20 + 1 + 40);
  stop.abort();
  await watching;
  expect(clock.sleepers()).toBe(0);
});

it('watching the connection notices a sleep by the time that is gone', async () => {
  const { clock, happened } = watch();
  await clock.advance(30_000);
  clock.set(clock.now() + 3_600_000);
  await clock.advance(30_000);
  expect(happened).toEqual(['woke']);
});
