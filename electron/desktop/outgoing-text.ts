import { plainLine, plainLines } from '../../common/safe-text.ts';
import type { Desktop, DesktopNotification, TrayMenuItem, TrayView } from './desktop.ts';

/** Returns a desktop with some methods replaced. */
const replacing = (desktop: Desktop, methods: Partial<Desktop>): Desktop =>
  // A proxy keeps the adapter's own `this` and getters working, for both classes and plain objects.
  new Proxy(desktop, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof Desktop];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

/**
 * Returns a desktop that receives no control characters: titles, names and tags are untrusted, and a message with a NUL
 * cannot be sent over a bus.
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

/** Keeps tooltip and menu as getters, because their texts are created when they are first read. */
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
 * For `--print-notifications`: returns a desktop that also writes each notification as one JSON line
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
