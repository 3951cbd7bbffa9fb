import dbus from 'dbus-native';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLauncherCount, followLauncher } from '../../../../electron/desktop/linux/launcher-count.ts';
import { BusOnDemand, type Bus } from '../../../../electron/desktop/linux/message-bus.ts';
import { Arrivals } from '../headless/fake-desktop.ts';
import { missing } from '../headless/private-bus.ts';
import { TestBus } from '../headless/test-bus.ts';

const ENTRY = 'com.canonical.Unity.LauncherEntry';

describe.skipIf(missing('dbus-daemon'))('the number in docks and launchers', () => {
  let daemon: TestBus;
  let dock: Bus;
  let told: Arrivals<[string, Record<string, unknown>]>;
  beforeEach(async () => {
    daemon = await TestBus.start();
    told = new Arrivals();
    const dockConnection = await daemon.program();
    dockConnection.connection.on('message', ({ interface: from, member, body = [] }) => {
      if (from === ENTRY && member === 'Update')
        told.push([String(body[0]), dbus.toPlain<Record<string, unknown>>(body[1])]);
    });
    await dockConnection.addMatch(`type='signal',interface='${ENTRY}'`);
    dock = await daemon.connect();
  });

  it('follows what is unread, and goes away with it', async () => {
    const launcher = await createLauncherCount(dock);
    for (const count of [3, 3, 12, 0]) launcher.show(count);
    const all = [await told.next(), await told.next(), await told.next()];
    expect(all).toEqual(
      [3, 12, 0].map((count) => [
        'application://askbell.desktop',
        { count: expect.anything() as unknown, 'count-visible': count > 0 },
      ]),
    );
    expect(all.map(([, { count }]) => Number(count))).toEqual([3, 12, 0]);
  });

  it('joins the bus with the first number and takes the number away at the end', async () => {
    const session = new BusOnDemand(() => daemon.connect());
    const launcher = followLauncher(session);
    launcher.show({ unread: 7 });
    expect(Number((await told.next())[1]['count'])).toBe(7);
    await launcher.close();
    await session.close();
    expect((await told.next())[1]).toMatchObject({ 'count-visible': false });
  });

  it('does without a bus', async () => {
    const launcher = followLauncher(new BusOnDemand(() => Promise.resolve(undefined)));
    launcher.show({ unread: 7 });
    await expect(launcher.close()).resolves.toBeUndefined();
  });
});
