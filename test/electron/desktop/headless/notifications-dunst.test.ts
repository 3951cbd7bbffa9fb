import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DesktopNotification } from '../../../../electron/desktop/desktop.ts';
import { DesktopNotifications } from '../../../../electron/desktop/headless/notifications.ts';
import { connectToBus, type Bus } from '../../../../electron/desktop/linux/message-bus.ts';
import { NOTIFICATION, notifying } from './fixtures/notifying.ts';
import { missing, startPrivateBus, type PrivateBus } from './private-bus.ts';
import { startPrivateDunst, type PrivateDunst } from './fixtures/private-dunst.ts';

const notification: DesktopNotification = {
  ...NOTIFICATION,
  silent: true,
  actions: [
    { id: 'open', label: 'Open it' },
    { id: 'mark-read', label: 'Mark as read' },
    { id: 'mute-question', label: 'Mute question' },
    { id: 'snooze', label: 'Snooze' },
  ],
};

describe.skipIf(missing('dbus-daemon', 'dunst', 'Xvfb'))('notifications in dunst', () => {
  let daemon: PrivateBus;
  let dunst: PrivateDunst;
  let bus: Bus;
  let notifications: DesktopNotifications;
  let happened: Awaited<ReturnType<typeof notifying>>['happened'];

  beforeAll(async () => {
    daemon = await startPrivateBus();
    dunst = await startPrivateDunst(daemon.address);
    bus = (await connectToBus(daemon.address))!;
    ({ notifications, happened } = await notifying(bus));
  });
  afterAll(async () => {
    await bus.close();
    await dunst.stop();
    await daemon.stop();
  });

  it('are carried out by a click, and by each entry of its menu', async () => {
    await expect.poll(() => notifications.available).toBe(true);
    await notifications.show(notification);
    await expect.poll(() => dunst.displayed()).toBe(1);
    await dunst.click();
    expect(await happened.next()).toEqual({ action: 'open', id: 7 });
    let id = 10;
    for (const { id: action, label } of notification.actions) {
      await notifications.show({ ...notification, id: ++id });
      await expect.poll(() => dunst.displayed()).toBe(1);
      await dunst.choose(label);
      expect(await happened.next()).toEqual({ action, id });
      await expect.poll(() => dunst.displayed()).toBe(0);
    }
  });

  it('go when they are taken back, which nobody has dismissed', async () => {
    await notifications.show({ ...notification, id: 30 });
    await expect.poll(() => dunst.displayed()).toBe(1);
    await notifications.withdraw(30);
    await expect.poll(() => dunst.displayed()).toBe(0);
    expect(happened.all).not.toContainEqual({ closed: 30 });
  });
});
