import { plainLine, plainLines } from '../../common/safe-text.ts';
import type { Desktop, DesktopNotification, TrayMenuItem, TrayView } from './desktop.ts';

/** The same desktop with some of its methods replaced. */
const replacing = (desktop: Desktop, methods: Partial<Desktop>): Desktop =>
  // A proxy keeps the adapter's own `this` and getters working, whether it is a class or a plain object.
  new Proxy(desktop, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof Desktop];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

/**
 * The same desktop, which is given no character that could steer it: titles, names and tags are other people's, and a
 * message with a NUL in it cannot be sent over a bus at all.
 */
export const withPlainText = (desktop: Desktop): Desktop =>
  replacing(desktop, {
    notify: (notification) =>
      desktop.notify({
        ...notification,
        title: plainLine(notification.title).trim(),
        body: plainLines(notification.body).trim(),
        actions: notification.actions.map((action) => ({ ...action, label: plainLine(action.label) })),
      }),
    setTray: (view) => desktop.setTray(plainTray(view)),
  });

/** A tray's tooltip and menu are worded when they are first read, so they stay getters. */
const plainTray = (view: TrayView): TrayView => ({
  status: view.status,
  unread: view.unread,
  ...(view.panel && { panel: view.panel }),
  get tooltip() {
    return plainLine(view.tooltip);
  },
  get menu() {
    return plainMenu(view.menu);
  },
});

const plainMenu = (items: readonly TrayMenuItem[]): TrayMenuItem[] =>
  items.map((item) => {
    if (item.type === 'separator') return item;
    const label = plainLine(item.label);
    return item.type === 'submenu' ? { ...item, label, items: plainMenu(item.items) } : { ...item, label };
  });

/**
 * For `--print-notifications`: the same desktop, which also writes each notification as one JSON line
 * (`{"notification":{"id","kind","title","body"}}`) once it is shown.
 */
export const withPrintedNotifications = (desktop: Desktop, write: (line: string) => void): Desktop =>
  replacing(desktop, {
    async notify(notification: DesktopNotification) {
      await desktop.notify(notification);
      const { id, kind, title, body } = notification;
      write(`${JSON.stringify({ notification: { id, kind, title, body } })}\n`);
    },
  });
