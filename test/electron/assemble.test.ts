import { beforeEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Desktop, DesktopNotification, TrayView } from '../../electron/desktop/desktop.ts';
import { withPlainText, withPrintedNotifications } from '../../electron/assemble.ts';
import { Emitter } from '../../electron/base/emitter.ts';
import { silentLog } from '../../electron/base/log.ts';
import { DesktopNotifications } from '../../electron/desktop/headless/notifications.ts';
import { StatusNotifier } from '../../electron/desktop/headless/status-notifier.ts';
import { type Bus } from '../../electron/desktop/linux/message-bus.ts';
import { missing } from './desktop/headless/private-bus.ts';
import { TestBus } from './desktop/headless/test-bus.ts';

/** A NUL, colours of a terminal, a C1 command, a reversed direction, a line separator, half a character. */
const ODD = 'a\u0000b\u001b[31mc\u009b2Jd\u202ee\u2066f\u2028g\ud800';
const TRAY = 'org.kde.StatusNotifierItem-1-1';
const STEERING = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;
const notification: DesktopNotification = {
  id: 7,
  kind: 'inbox',
  title: ODD,
  body: `first\u0000\nsecond${ODD}`,
  silent: false,
  actions: [{ id: 'open', label: ODD }],
};
const view: TrayView = {
  status: 'unread',
  unread: 1,
  tooltip: ODD,
  menu: [
    { type: 'action', label: ODD, command: { do: 'open-item', key: 'inbox:1' } },
    { type: 'submenu', label: 'More', items: [{ type: 'label', label: ODD }] },
  ],
};
/** A desktop of which only these methods are used. */
const desktopOf = (methods: Partial<Desktop>): Desktop => methods as Desktop;

describe('text that leaves Askbell', () => {
  it('has no character that steers, in notifications, tray and printed lines, whatever was sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom(...ODD, '\n', '\u2029', '\u061c') }), async (text) => {
        const printed: string[] = [];
        const shown: DesktopNotification[] = [];
        const views: TrayView[] = [];
        const desktop = desktopOf({
          notify: async (one) => void shown.push(one),
          setTray: (one) => void views.push(one),
        });
        const plain = withPlainText(withPrintedNotifications(desktop, (line) => void printed.push(line)));
        await plain.notify({ ...notification, title: text, body: `${text}\n${text}` });
        plain.setTray({ ...view, tooltip: text, menu: [{ type: 'label', label: text }] });
        const { title, body } = shown[0]!;
        const { tooltip, menu } = views[0]!;
        for (const told of [title, ...body.split('\n'), tooltip, JSON.stringify(menu), printed[0]!.trimEnd()])
          expect(told).not.toMatch(STEERING);
      }),
    );
  });
});

describe.skipIf(missing('dbus-daemon'))('text on a message bus', () => {
  let daemon: TestBus;
  let bus: Bus;
  beforeEach(async () => {
    daemon = await TestBus.start();
    bus = await daemon.connect();
  });

  it('shows a notification with a NUL and what comes after it', async () => {
    const server = await daemon.notificationServer();
    const notifications = new DesktopNotifications(bus, new Emitter(silentLog));
    await notifications.connect();
    const desktop = withPlainText(desktopOf({ notify: (one) => notifications.show(one) }));
    await desktop.notify(notification);
    await desktop.notify({ ...notification, id: 8, title: 'The next one', body: '' });
    const first = await server.shown.next();
    for (const text of [first.summary, ...first.body.split('\n'), ...first.actions]) expect(text).not.toMatch(STEERING);
    expect(first.body.split('\n')).toHaveLength(2);
    expect((await server.shown.next()).summary).toBe('The next one');
  });

  it('shows a tray menu with a NUL in a title', async () => {
    const panel = await daemon.panel();
    const tray = new StatusNotifier(bus, new Emitter(silentLog));
    await tray.connect(TRAY);
    await panel.registered.next();
    withPlainText(desktopOf({ setTray: (one) => tray.show(one) })).setTray(view);
    const menu = JSON.stringify(await panel.menu(TRAY, 'GetLayout', 'iias', [0, -1, ['label']]));
    const { ToolTip: tooltip } = await panel.item(TRAY);
    for (const told of [menu, JSON.stringify(tooltip)]) {
      expect(told).toContain('a b [31mc 2Jd e f g');
      expect(told).not.toMatch(/\\u[0-9a-f]/);
    }
  });
});
