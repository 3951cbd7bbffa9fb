import dbus from 'dbus-native';
import type { MessageBus } from 'dbus-native';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  linuxNotifications,
  linuxTrayHost,
  readDoNotDisturb,
} from '../../../../electron/desktop/linux/desktop-facts.ts';
import type { Bus } from '../../../../electron/desktop/linux/message-bus.ts';
import { missing } from '../headless/private-bus.ts';
import { TestBus } from '../headless/test-bus.ts';

const SERVER = '/org/freedesktop/Notifications';
const noProgram = () => Promise.reject(new Error('not installed'));

describe.skipIf(missing('dbus-daemon'))('do not disturb', () => {
  let daemon: TestBus;
  let bus: Bus;
  let desktop: MessageBus;

  beforeEach(async () => {
    daemon = await TestBus.start();
    bus = await daemon.connect();
    desktop = await daemon.program();
  });

  const told = (value: boolean) => ({ type: 'b', access: 'read' as const, value });
  /** A notification server of that name, whose interface may have more properties. */
  async function server(name: string, properties: Record<string, ReturnType<typeof told>> = {}): Promise<void> {
    const handler = () => ({ name, vendor: 'test', version: '1', spec: '1.2' });
    const methods = { GetServerInformation: { out: { name: 's', vendor: 's', version: 's', spec: 's' }, handler } };
    const notifications = dbus.defineInterface({ name: 'org.freedesktop.Notifications', properties, methods });
    await desktop.export(SERVER, notifications);
    await desktop.ownName('org.freedesktop.Notifications');
  }

  const dunst = (paused: boolean) => ({ name: 'org.dunstproject.cmd0', properties: { paused: told(paused) } });
  const mako = (...modes: string[]) => ({
    name: 'fr.emersion.Mako',
    methods: { ListModes: { out: { modes: 'as' }, handler: () => modes } },
  });
  const swaync = { name: 'org.erikreider.swaync.cc', methods: { GetDnd: { out: { on: 'b' }, handler: () => true } } };
  const xfconf = {
    name: 'org.xfce.Xfconf',
    methods: {
      GetProperty: {
        in: { channel: 's', property: 's' },
        out: { value: 'v' },
        handler: ({ channel, property }: { channel: string; property: string }) =>
          new dbus.Variant('b', channel === 'xfce4-notifyd' && property === '/do-not-disturb'),
      },
    },
  };

  it.each([
    ['dunst', true, SERVER, dunst(true)],
    ['dunst', false, SERVER, dunst(false)],
    ['mako', true, '/fr/emersion/Mako', mako('default', 'do-not-disturb')],
    ['mako', false, '/fr/emersion/Mako', mako('default')],
    ['SwayNotificationCenter', true, '/org/erikreider/swaync/cc', swaync],
    ['Xfce Notify Daemon', true, '/org/xfce/Xfconf', xfconf],
  ])('of %s, by an interface of its own: %s', async (name, on, path, own) => {
    await desktop.export(path, dbus.defineInterface(own));
    await desktop.ownName(own.name);
    await server(name);
    expect(await readDoNotDisturb(bus, noProgram)).toBe(on);
  });

  it.each([
    ['Plasma', true],
    ['Plasma', false],
    ['Something New', true],
  ])('of %s, by the property that Plasma has: %s', async (name, on) => {
    await server(name, { Inhibited: told(on) });
    expect(await readDoNotDisturb(bus, noProgram)).toBe(on);
  });

  it.each([
    ['false\n', true],
    ['true\n', false],
  ])('GNOME with show-banners %j: %s', async (printed, on) => {
    await server('gnome-shell');
    const asked: string[] = [];
    const run = async (program: string, args: string[]) => {
      asked.push([program, ...args].join(' '));
      return printed;
    };
    expect(await readDoNotDisturb(bus, run)).toBe(on);
    expect(asked).toEqual(['gsettings get org.gnome.desktop.notifications show-banners']);
    expect(await readDoNotDisturb(bus, noProgram)).toBeUndefined();
  });

  it('is unknown where the bus says nothing more, and then holds nothing up', async () => {
    await server('gnome-shell');
    const silent = new Promise<string>(() => undefined);
    expect(await readDoNotDisturb(bus, () => silent, 1)).toBeUndefined();
  });

  it('is unknown where nobody shows notifications, the server does not tell, or the bus is gone', async () => {
    expect(await readDoNotDisturb(bus, noProgram)).toBeUndefined();
    await server('plain');
    expect(await readDoNotDisturb(bus, noProgram)).toBeUndefined();
    await daemon.stop();
    expect(await readDoNotDisturb(bus, noProgram)).toBeUndefined();
  });
});

it('tells that there is no desktop session', async () => {
  expect([await linuxNotifications(undefined), await linuxTrayHost(undefined)]).toEqual([{ kind: 'no-bus' }, 'no-bus']);
});

describe.skipIf(missing('dbus-daemon'))('who shows notifications and tray icons', () => {
  let daemon: TestBus;
  let bus: Bus;
  beforeEach(async () => {
    daemon = await TestBus.start();
    bus = await daemon.connect();
  });

  it('tells that nobody shows notifications or tray icons', async () => {
    expect([await linuxNotifications(bus), await linuxTrayHost(bus)]).toEqual([{ kind: 'no-server' }, 'no-watcher']);
  });

  it('tells who does', async () => {
    await daemon.notificationServer(['body', 'actions']);
    const panel = await daemon.panel();
    expect(await linuxNotifications(bus)).toMatchObject({ kind: 'server', capabilities: ['body', 'actions'] });
    expect(await linuxTrayHost(bus)).toBe('hosted');
    expect(panel.registered.all).toEqual([]);
  });
});
