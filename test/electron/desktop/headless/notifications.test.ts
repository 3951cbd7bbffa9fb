import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { DesktopEvents, DesktopNotification, NotificationAction } from '../../../../electron/desktop/desktop.ts';
import { connectToBus, escapeMarkup } from '../../../../electron/desktop/linux/message-bus.ts';
import type { Bus } from '../../../../electron/desktop/linux/message-bus.ts';
import { DesktopNotifications, notificationLine } from '../../../../electron/desktop/headless/notifications.ts';
import { Emitter } from '../../../../electron/base/emitter.ts';
import { silentLog } from '../../../../electron/base/log.ts';
import { Arrivals, FakeNotificationServer } from './fake-desktop.ts';
import { missing, startPrivateBus } from './private-bus.ts';
import type { PrivateBus } from './private-bus.ts';

const notification: DesktopNotification = {
  id: 7,
  kind: 'inbox',
  title: 'A new answer',
  body: 'Use <b> & be glad',
  silent: false,
  actions: [
    { id: 'open', label: 'Open' },
    { id: 'mark-read', label: 'Mark as read' },
  ],
};

describe.skipIf(missing('dbus-daemon'))('desktop notifications over a real bus', () => {
  let daemon: PrivateBus;
  let bus: Bus;
  let happened: Arrivals<{ action: NotificationAction; id: number } | { closed: number }>;

  const connect = async (): Promise<DesktopNotifications> => {
    const connected = await connectToBus(daemon.address);
    if (!connected) throw new Error('the private bus did not let us in');
    bus = connected;
    const events = new Emitter<DesktopEvents>(silentLog);
    events.on('notification-action', (detail) => happened.push(detail));
    events.on('notification-closed', ({ id }) => happened.push({ closed: id }));
    const notifications = new DesktopNotifications(bus, events);
    await notifications.connect();
    return notifications;
  };

  beforeEach(async () => {
    daemon = await startPrivateBus();
    happened = new Arrivals();
  });
  afterEach(async () => {
    await bus.close();
    await daemon.stop();
  });

  it('shows title, text and buttons', async () => {
    const server = await FakeNotificationServer.start(daemon.address);
    const notifications = await connect();
    await notifications.show(notification);
    const shown = await server.shown.next();
    expect(shown).toMatchObject({ appName: 'Askbell', summary: 'A new answer', body: 'Use &lt;b&gt; &amp; be glad' });
    expect(shown.actions).toEqual(['default', 'Open', 'open', 'Open', 'mark-read', 'Mark as read']);
    expect(shown.hints).not.toHaveProperty('suppress-sound');
    await server.stop();
  });

  it('calls a click on the notification itself by its name in the person’s language', async () => {
    const server = await FakeNotificationServer.start(daemon.address);
    const actions = [{ id: 'open' as const, label: 'Öffnen' }];
    await (await connect()).show({ ...notification, actions });
    expect((await server.shown.next()).actions).toEqual(['default', 'Öffnen', 'open', 'Öffnen']);
    await server.stop();
  });

  it('closes a notification by itself, which is no dismissal, and once only', async () => {
    const server = await FakeNotificationServer.start(daemon.address);
    const notifications = await connect();
    await notifications.show(notification);
    const { id } = await server.shown.next();
    await notifications.withdraw(8);
    await notifications.withdraw(7);
    await notifications.withdraw(7);
    expect(await server.closed.next()).toBe(id);
    await notifications.show({ ...notification, id: 9 });
    server.click((await server.shown.next()).id, 'default');
    expect(await happened.next()).toEqual({ action: 'open', id: 9 });
    await server.stop();
  });

  it('sends a picture of the size it says', async () => {
    const server = await FakeNotificationServer.start(daemon.address);
    await (await connect()).show(notification);
    const [width, height, rowstride, hasAlpha, , channels, pixels] = (await server.shown.next()).hints[
      'image-data'
    ] as [number, number, number, boolean, number, number, Buffer];
    expect(hasAlpha).toBe(true);
    expect(rowstride).toBe(width * channels);
    expect(pixels.length).toBe(rowstride * height);
    await server.stop();
  });

  it('leaves the text as it is where the server reads no markup, and sends no buttons it cannot show', async () => {
    const server = await FakeNotificationServer.start(daemon.address, ['body']);
    await (await connect()).show({ ...notification, silent: true });
    const shown = await server.shown.next();
    expect(shown.body).toBe('Use <b> & be glad');
    expect(shown.actions).toEqual([]);
    expect(shown.hints).toMatchObject({ 'suppress-sound': true });
    await server.stop();
  });

  it.each([
    ['default', 'open'],
    ['open', 'open'],
    ['mark-read', 'mark-read'],
    ['mute-question', 'mute-question'],
    ['snooze', 'snooze'],
  ] as const)('gives a click on %s as %s, and the closing after it is no dismissal', async (key, action) => {
    const server = await FakeNotificationServer.start(daemon.address);
    const notifications = await connect();
    await notifications.show(notification);
    await notifications.show({ ...notification, id: 8 });
    const first = await server.shown.next();
    const second = await server.shown.next();
    server.click(first.id, key);
    server.dismiss(second.id);
    expect(await happened.next()).toEqual({ action, id: 7 });
    expect(await happened.next()).toEqual({ closed: 8 });
    await server.stop();
  });

  it('ignores buttons it never offered and notifications of other programs', async () => {
    const server = await FakeNotificationServer.start(daemon.address);
    await (await connect()).show(notification);
    const { id } = await server.shown.next();
    server.dismiss(9999);
    server.click(9998, 'default');
    server.dismiss(id);
    expect(await happened.next()).toEqual({ closed: 7 });
    expect(happened.all).toHaveLength(1);
    await server.stop();
  });

  it('hears a click that arrives together with the answer to Notify', async () => {
    const server = await FakeNotificationServer.start(daemon.address);
    const notifications = await connect();
    const shown = server.shown.next().then(({ id }) => queueMicrotask(() => server.click(id, 'default')));
    await notifications.show(notification);
    await shown;
    expect(await happened.next()).toEqual({ action: 'open', id: 7 });
    await server.stop();
  });

  it('goes on with a server that was started again, and tells that the old ones are gone', async () => {
    const first = await FakeNotificationServer.start(daemon.address);
    const notifications = await connect();
    await notifications.show(notification);
    await first.stop();
    expect(await happened.next()).toEqual({ closed: 7 });
    expect(notifications.available).toBe(false);
    await expect(notifications.show(notification)).rejects.toThrow();

    const second = await FakeNotificationServer.start(daemon.address, ['body']);
    await expect.poll(() => notifications.available).toBe(true);
    await notifications.show({ ...notification, id: 9 });
    const shown = await second.shown.next();
    expect(shown.actions).toEqual([]);
    second.dismiss(shown.id);
    expect(await happened.next()).toEqual({ closed: 9 });
    await second.stop();
  });

  it('rejects when the server refuses', async () => {
    const server = await FakeNotificationServer.start(daemon.address);
    server.refusal = 'too many';
    await expect((await connect()).show(notification)).rejects.toThrow('too many');
    await server.stop();
  });

  it('is not available once the bus is gone', async () => {
    await FakeNotificationServer.start(daemon.address);
    const notifications = await connect();
    expect(notifications.available).toBe(true);
    await daemon.stop();
    await expect.poll(() => notifications.available).toBe(false);
    await expect(notifications.show(notification)).rejects.toThrow();
  });

  it('takes signals only from the server', async () => {
    const server = await FakeNotificationServer.start(daemon.address);
    await (await connect()).show(notification);
    const { id } = await server.shown.next();
    const { default: dbus } = await import('dbus-native');
    const stranger = dbus.createClient({ busAddress: daemon.address });
    await stranger.getId();
    stranger.sendSignal('/org/freedesktop/Notifications', 'org.freedesktop.Notifications', 'ActionInvoked', 'us', [
      id,
      'default',
    ]);
    await stranger.getId();
    server.dismiss(id);
    expect(await happened.next()).toEqual({ closed: 7 });
    await stranger.close();
    await server.stop();
  });
});

it('escaped text holds no markup and loses nothing', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const escaped = escapeMarkup(text);
      expect(escaped).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/);
      expect(escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(text);
    }),
  );
});

describe('notifications on the terminal', () => {
  const at = new Date(2026, 0, 5, 9, 4);

  it('are one line with time, title and text', () => {
    expect(notificationLine({ title: 'New answer', body: 'Try this\n\nor  that' }, at)).toBe(
      '[09:04] New answer – Try this · or that',
    );
    expect(notificationLine({ title: 'New answer', body: '' }, at)).toBe('[09:04] New answer');
  });

  it('cannot steer the terminal, whatever the network sends', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, body) => {
        expect(notificationLine({ title, body }, at)).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
      }),
    );
    expect(notificationLine({ title: '\u001b[31mred\u001b[0m\r', body: '\u202etxt' }, at)).toBe(
      '[09:04] [31mred [0m – txt',
    );
  });
});
