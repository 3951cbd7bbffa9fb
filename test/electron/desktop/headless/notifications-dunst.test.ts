import { describe, expect, it, onTestFinished } from 'vitest';
import type { DesktopNotification } from '../../../../electron/desktop/desktop.ts';
import { NOTIFICATION, notifying } from './fixtures/notifying.ts';
import { missing } from './private-bus.ts';
import { startPrivateDunst } from './fixtures/private-dunst.ts';
import { TestBus } from './test-bus.ts';

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
  it('are carried out by a click and by each entry of its menu, and go when they are taken back', async () => {
    const daemon = await TestBus.start();
    const dunst = await startPrivateDunst(daemon.address);
    onTestFinished(() => dunst.stop());
    const { notifications, happened } = await notifying(await daemon.connect());
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
    await notifications.show({ ...notification, id: 30 });
    await expect.poll(() => dunst.displayed()).toBe(1);
    await notifications.withdraw(30);
    await expect.poll(() => dunst.displayed()).toBe(0);
    // Nobody has dismissed it.
    expect(happened.all).not.toContainEqual({ closed: 30 });
  });
});
