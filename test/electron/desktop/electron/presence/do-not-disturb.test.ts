import dbus from 'dbus-native';
import { describe, expect, test } from 'vitest';
import { createDoNotDisturb } from '../../../../../electron/desktop/electron/presence/do-not-disturb.ts';
import { connectToBus } from '../../../../../electron/desktop/linux/message-bus.ts';
import { missing, startPrivateBus } from '../../headless/private-bus.ts';

describe('do not disturb in the Electron shell', () => {
  test('is unknown where there is no session bus, as on Windows and macOS', async () => {
    const doNotDisturb = createDoNotDisturb(() => connectToBus(undefined));
    expect(await doNotDisturb.read()).toBeUndefined();
    await doNotDisturb.close();
  });

  test.skipIf(missing('dbus-daemon'))(
    'is read over one connection, and over a new one when that was lost',
    async () => {
      let connections = 0;
      let daemon = await startPrivateBus();
      const doNotDisturb = createDoNotDisturb(() => {
        connections++;
        return connectToBus(daemon.address);
      });
      const serve = async (inhibited: boolean) => {
        const desktop = dbus.createClient({ busAddress: daemon.address });
        desktop.connection.on('error', () => {});
        await desktop.export(
          '/org/freedesktop/Notifications',
          dbus.defineInterface({
            name: 'org.freedesktop.Notifications',
            properties: { Inhibited: { type: 'b', access: 'read', value: inhibited } },
            methods: {
              GetServerInformation: {
                out: { name: 's', vendor: 's', version: 's', spec: 's' },
                handler: () => ({ name: 'Plasma', vendor: 'test', version: '1', spec: '1.2' }),
              },
            },
          }),
        );
        await desktop.ownName('org.freedesktop.Notifications');
      };
      await serve(true);
      expect([await doNotDisturb.read(), await doNotDisturb.read(), connections]).toEqual([true, true, 1]);
      await daemon.stop();
      daemon = await startPrivateBus();
      await serve(false);
      await expect.poll(() => doNotDisturb.read()).toBe(false);
      expect(connections).toBe(2);
      await doNotDisturb.close();
      await daemon.stop();
    },
  );
});
