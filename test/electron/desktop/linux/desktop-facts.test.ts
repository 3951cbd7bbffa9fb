import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linuxNotifications, linuxTrayHost } from '../../../../electron/desktop/linux/desktop-facts.ts';
import { connectToBus, type Bus } from '../../../../electron/desktop/linux/message-bus.ts';
import { FakeNotificationServer, FakePanel } from '../headless/fake-desktop.ts';
import { missing, startPrivateBus, type PrivateBus } from '../headless/private-bus.ts';

it('tells that there is no desktop session', async () => {
  expect([await linuxNotifications(undefined), await linuxTrayHost(undefined)]).toEqual([{ kind: 'no-bus' }, 'no-bus']);
});

describe.skipIf(missing('dbus-daemon'))('on a real bus', () => {
  let daemon: PrivateBus;
  let bus: Bus;
  beforeEach(async () => {
    daemon = await startPrivateBus();
    bus = (await connectToBus(daemon.address))!;
  });
  afterEach(async () => {
    await bus.close().catch(() => undefined);
    await daemon.stop();
  });

  it('tells that nobody shows notifications or tray icons', async () => {
    expect([await linuxNotifications(bus), await linuxTrayHost(bus)]).toEqual([{ kind: 'no-server' }, 'no-watcher']);
  });

  it('tells who does', async () => {
    const server = await FakeNotificationServer.start(daemon.address, ['body', 'actions']);
    const panel = await FakePanel.start(daemon.address);
    expect(await linuxNotifications(bus)).toMatchObject({ kind: 'server', capabilities: ['body', 'actions'] });
    expect(await linuxTrayHost(bus)).toBe('hosted');
    expect(panel.registered.all).toEqual([]);
    await server.stop();
    await panel.stop();
  });
});
