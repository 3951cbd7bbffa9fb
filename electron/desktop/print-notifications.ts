import type { Desktop, DesktopNotification } from './desktop.ts';

/**
 * For `--print-notifications`: the same desktop, which also writes each notification as one JSON line
 * (`{"notification":{"id","kind","title","body"}}`) once it is shown.
 */
export function withPrintedNotifications(desktop: Desktop, write: (line: string) => void): Desktop {
  const notify = async (notification: DesktopNotification) => {
    await desktop.notify(notification);
    const { id, kind, title, body } = notification;
    write(`${JSON.stringify({ notification: { id, kind, title, body } })}\n`);
  };
  // A proxy keeps the adapter's own `this` and getters working, whether it is a class or a plain object.
  return new Proxy(desktop, {
    get(target, name) {
      if (name === 'notify') return notify;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
