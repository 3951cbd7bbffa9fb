import dbus from 'dbus-native';
import type { MessageBus } from 'dbus-native';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDoNotDisturb } from '../../../../electron/desktop/linux/desktop-facts.ts';
import { connectToBus } from '../../../../electron/desktop/linux/message-bus.ts';
import type { Bus } from '../../../../electron/desktop/linux/message-bus.ts';
import { missing, startPrivateBus } from '../headless/private-bus.ts';
import type { PrivateBus } from '../headless/private-bus.ts';

const noProgram = () => Promise.reject(new Error('not installed'));

describe.skipIf(missing('dbus-daemon'))('do not disturb', () => {
  let daemon: PrivateBus;
  let bus: Bus;
  let desktop: MessageBus;

  beforeEach(async () => {
    daemon = await startPrivateBus();
    const connected = await connectToBus(daemon.address);
    if (!connected) throw new Error('the private bus did not let us in');
    bus = connected;
    desktop = dbus.createClient({ busAddress: daemon.address });
    desktop.connection.on('error', () => {});
  });
  afterEach(async () => {
    await desktop.close();
    await bus.close();
    await daemon.stop();
  });

  /** A notification server of that name, with the interfaces that tell of do-not-disturb. */
  async function server(name: string, properties: Record<string, boolean> = {}): Promise<void> {
    await desktop.export(
      '/org/freedesktop/Notifications',
      dbus.defineInterface({
        name: 'org.freedesktop.Notifications',
        properties: Object.fromEntries(
          Object.entries(properties).map(([property, value]) => [
            property,
            { type: 'b', access: 'read' as const, value },
          ]),
        ),
        methods: {
          GetServerInformation: {
            out: { name: 's', vendor: 's', version: 's', spec: 's' },
            handler: () => ({ name, vendor: 'test', version: '1', spec: '1.2' }),
          },
        },
      }),
    );
    await desktop.ownName('org.freedesktop.Notifications');
  }

  it.each([true, false])('Plasma, and whoever took over its property: %s', async (on) => {
    await server('Plasma', { Inhibited: on });
    expect(await readDoNotDisturb(bus, noProgram)).toBe(on);
  });

  it('another server with the same property', async () => {
    await server('Something New', { Inhibited: true });
    expect(await readDoNotDisturb(bus, noProgram)).toBe(true);
  });

  it.each([true, false])('dunst: %s', async (paused) => {
    await desktop.export(
      '/org/freedesktop/Notifications',
      dbus.defineInterface({
        name: 'org.dunstproject.cmd0',
        properties: { paused: { type: 'b', access: 'read', value: paused } },
      }),
    );
    await server('dunst');
    expect(await readDoNotDisturb(bus, noProgram)).toBe(paused);
  });

  it.each([
    [['default', 'do-not-disturb'], true],
    [['default'], false],
  ])('mako with the modes %s: %s', async (modes, on) => {
    await desktop.export(
      '/fr/emersion/Mako',
      dbus.defineInterface({
        name: 'fr.emersion.Mako',
        methods: { ListModes: { out: { modes: 'as' }, handler: () => modes } },
      }),
    );
    await server('mako');
    expect(await readDoNotDisturb(bus, noProgram)).toBe(on);
  });

  it('SwayNotificationCenter', async () => {
    await desktop.export(
      '/org/erikreider/swaync/cc',
      dbus.defineInterface({
        name: 'org.erikreider.swaync.cc',
        methods: { GetDnd: { out: { on: 'b' }, handler: () => true } },
      }),
    );
    await desktop.ownName('org.erikreider.swaync.cc');
    await server('SwayNotificationCenter');
    expect(await readDoNotDisturb(bus, noProgram)).toBe(true);
  });

  it('Xfce, among its settings', async () => {
    await desktop.export(
      '/org/xfce/Xfconf',
      dbus.defineInterface({
        name: 'org.xfce.Xfconf',
        methods: {
          GetProperty: {
            in: { channel: 's', property: 's' },
            out: { value: 'v' },
            handler: ({ channel, property }: { channel: string; property: string }) =>
              new dbus.Variant('b', channel === 'xfce4-notifyd' && property === '/do-not-disturb'),
          },
        },
      }),
    );
    await desktop.ownName('org.xfce.Xfconf');
    await server('Xfce Notify Daemon');
    expect(await readDoNotDisturb(bus, noProgram)).toBe(true);
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
