import { fc, it } from '@fast-check/vitest';
import { beforeEach, describe, expect, onTestFinished } from 'vitest';
import type { DesktopNotification } from '../../../../electron/desktop/desktop.ts';
import { escapeMarkup } from '../../../../common/safe-text.ts';
import { DesktopNotifications, notificationLine } from '../../../../electron/desktop/headless/notifications.ts';
import { NOTIFICATION, notifying } from './fixtures/notifying.ts';
import { startPrivateDunst } from './fixtures/private-dunst.ts';
import { missing } from './private-bus.ts';
import { TestBus } from './test-bus.ts';

describe.skipIf(missing('dbus-daemon'))('desktop notifications over a real bus', () => {
  let daemon: TestBus;
  let happened: Awaited<ReturnType<typeof notifying>>['happened'];

  const connect = async (): Promise<DesktopNotifications> => {
    const connected = await notifying(await daemon.connect());
    happened = connected.happened;
    return connected.notifications;
  };
  /** A server that can do so much, and a notification that it was told to show. */
  const showing = async (shown: Partial<DesktopNotification> = {}, capabilities?: string[]) => {
    const server = await daemon.notificationServer(capabilities);
    const notifications = await connect();
    await notifications.show({ ...NOTIFICATION, ...shown });
    return { server, notifications, shown: await server.shown.next() };
  };

  beforeEach(async () => void (daemon = await TestBus.start()));

  it('shows title, text, buttons and a picture of the size it says, and names a click on itself in the person’s language', async () => {
    const [, read] = NOTIFICATION.actions;
    const { shown } = await showing({ actions: [{ id: 'open', label: 'Öffnen' }, read!] });
    expect(shown).toMatchObject({ appName: 'Askbell', summary: 'A new answer', body: 'Use &lt;b&gt; &amp; be glad' });
    expect(shown.actions).toEqual(['default', 'Öffnen', 'open', 'Öffnen', 'mark-read', 'Mark as read']);
    expect(shown.hints).not.toHaveProperty('suppress-sound');
    type Picture = [number, number, number, boolean, number, number, Buffer];
    const [width, height, rowstride, hasAlpha, , channels, pixels] = shown.hints['image-data'] as Picture;
    expect(hasAlpha).toBe(true);
    expect(rowstride).toBe(width * channels);
    expect(pixels.length).toBe(rowstride * height);
  });

  it('closes a notification by itself, which is no dismissal, and once only', async () => {
    const { server, notifications, shown } = await showing();
    await notifications.withdraw(8);
    await notifications.withdraw(7);
    await notifications.withdraw(7);
    expect(await server.closed.next()).toBe(shown.id);
    await notifications.show({ ...NOTIFICATION, id: 9 });
    server.click((await server.shown.next()).id, 'default');
    expect(await happened.next()).toEqual({ action: 'open', id: 9 });
  });

  it('leaves the text as it is where the server reads no markup, and sends no buttons it cannot show', async () => {
    const { shown } = await showing({ silent: true }, ['body']);
    expect(shown).toMatchObject({ body: 'Use <b> & be glad', actions: [], hints: { 'suppress-sound': true } });
  });

  it.each(['open', 'mark-read', 'mute-question', 'snooze'] as const)('tells of a click on %s', async (action) => {
    const { server, notifications, shown: first } = await showing();
    await notifications.show({ ...NOTIFICATION, id: 8 });
    const second = await server.shown.next();
    server.click(first.id, action);
    server.dismiss(second.id);
    expect(await happened.next()).toEqual({ action, id: 7 });
    expect(await happened.next()).toEqual({ closed: 8 });
  });

  it('ignores buttons it never offered, notifications of other programs, and what others than the server tell', async () => {
    const { server, shown } = await showing();
    server.dismiss(9999);
    server.click(9998, 'default');
    const stranger = await daemon.program();
    const notifications = 'org.freedesktop.Notifications';
    const click = [shown.id, 'default'];
    stranger.sendSignal('/org/freedesktop/Notifications', notifications, 'ActionInvoked', 'us', click);
    await stranger.getId();
    server.dismiss(shown.id);
    expect(await happened.next()).toEqual({ closed: 7 });
    expect(happened.all).toHaveLength(1);
  });

  it('hears a click that arrives together with the answer to Notify', async () => {
    const server = await daemon.notificationServer();
    const notifications = await connect();
    const shown = server.shown.next().then(({ id }) => queueMicrotask(() => server.click(id, 'default')));
    await notifications.show(NOTIFICATION);
    await shown;
    expect(await happened.next()).toEqual({ action: 'open', id: 7 });
  });

  it('goes on with a server that was started again, and tells that the old ones are gone', async () => {
    const first = await daemon.notificationServer();
    const notifications = await connect();
    await notifications.show(NOTIFICATION);
    await first.stop();
    expect(await happened.next()).toEqual({ closed: 7 });
    expect(notifications.available).toBe(false);
    await expect(notifications.show(NOTIFICATION)).rejects.toThrow();

    const second = await daemon.notificationServer(['body']);
    await expect.poll(() => notifications.available).toBe(true);
    await notifications.show({ ...NOTIFICATION, id: 9 });
    const shown = await second.shown.next();
    expect(shown.actions).toEqual([]);
    second.dismiss(shown.id);
    expect(await happened.next()).toEqual({ closed: 9 });
  });
});

describe.skipIf(missing('dbus-daemon', 'dunst', 'Xvfb'))('notifications in dunst', () => {
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

it.prop([fc.string()])('escaped text holds no markup and loses nothing', (text) => {
  const escaped = escapeMarkup(text);
  expect(escaped).not.toMatch(/[<>"]|&(?!(amp|lt|gt|quot);)/);
  const signs = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
  expect(Object.entries(signs).reduce((read, [name, sign]) => read.replaceAll(name, sign), escaped)).toBe(text);
});

const at = new Date(2026, 0, 5, 9, 4);

it('notifications on the terminal are one line with time, title and text', () => {
  const line = notificationLine({ title: 'New answer', body: 'Try this\n\nor  that' }, at);
  expect(line).toBe('[09:04] New answer – Try this · or that');
  expect(notificationLine({ title: 'New answer', body: '' }, at)).toBe('[09:04] New answer');
});

it('notifications on the terminal cannot steer the terminal, whatever the network sends', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, body) => {
      expect(notificationLine({ title, body }, at)).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
    }),
  );
  const line = notificationLine({ title: '\u001b[31mred\u001b[0m\r', body: '\u202etxt' }, at);
  expect(line).toBe('[09:04] [31mred [0m – txt');
});
