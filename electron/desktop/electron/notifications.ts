import { Notification } from 'electron';
import type { DesktopNotification, NotificationAction } from '../desktop.ts';
import type { DesktopEmitter } from '../desktop-emitter.ts';

/** How many shown notifications are kept in memory; the desktop has long dropped older ones. */
const MAX_REMEMBERED = 100;

/** How long a desktop may take to confirm that it shows one. */
const HANDED_OVER_MS = 2_000;

export interface Notifier {
  /** Resolves when the system took it; rejects with words for the person when it refused. */
  notify(notification: DesktopNotification): Promise<void>;
  /** Closes a notification that is still on show. */
  withdraw(id: number): void;
  closeAll(): void;
}

/** Raises native notifications and tells the emitter what a person did with them. */
export function createNotifier(emitter: DesktopEmitter, iconPath: string): Notifier {
  // An Electron notification that is garbage-collected loses its click, so those on show are held here.
  const shown = new Map<number, Notification>();

  return {
    async notify(notification) {
      if (!Notification.isSupported()) {
        throw new Error(
          'This desktop has no notification service. On Linux, start one (for example dunst or mako), then try again.',
        );
      }
      // The first action of the port is often `open`, which a click on the notification does already.
      const buttons = notification.actions.filter((action) => action.id !== 'open');
      const native = new Notification({
        title: notification.title,
        body: notification.body,
        silent: notification.silent,
        ...(process.platform === 'linux' && { icon: iconPath }),
        actions: buttons.map((button) => ({ type: 'button', text: button.label })),
      });
      const act = (action: NotificationAction) => emitter.emit('notification-action', { id: notification.id, action });
      native.on('click', () => act('open'));
      native.on('action', (details) => act(buttons[details.actionIndex]?.id ?? 'open'));
      native.on('close', () => {
        shown.delete(notification.id);
        emitter.emit('notification-closed', { id: notification.id });
      });
      shown.set(notification.id, native);
      const oldest = shown.keys().next();
      if (shown.size > MAX_REMEMBERED && !oldest.done) shown.delete(oldest.value);
      let limit: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve, reject) => {
        native.once('show', () => resolve());
        native.once('failed', (_event, error) => {
          shown.delete(notification.id);
          reject(
            new Error(
              `The system refused the notification: ${error}. ` +
                `Check Askbell's notification permission in the system settings.`,
            ),
          );
        });
        native.show();
        // Not every desktop confirms that it showed one; handing it over has to be enough there.
        limit = setTimeout(resolve, HANDED_OVER_MS).unref();
      }).finally(() => clearTimeout(limit));
    },
    withdraw(id) {
      shown.get(id)?.close();
      shown.delete(id);
    },
    closeAll() {
      for (const native of shown.values()) native.close();
      shown.clear();
    },
  };
}
