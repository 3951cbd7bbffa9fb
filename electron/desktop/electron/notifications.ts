import { Notification } from 'electron';
import type { DesktopEvents, NotificationAction } from '../desktop.ts';
import type { DesktopNotification } from '../display.ts';
import type { Emitter } from '../../base/emitter.ts';

/** Maximum number of shown notifications kept in memory; the desktop has long dropped older ones. */
const MAX_REMEMBERED = 100;

/** Maximum time for a desktop to confirm a notification, in ms. */
const HANDED_OVER_MS = 2_000;

export interface Notifier {
  /** Resolves when the system received it; rejects with a message for the user if it refused. */
  notify(notification: DesktopNotification): Promise<void>;
  /** Closes a notification that is still shown. */
  withdraw(id: number): void;
  closeAll(): void;
}

/** Shows native notifications and emits the user's actions on them. */
export function createNotifier(emitter: Emitter<DesktopEvents>, iconPath: string): Notifier {
  // Shown notifications are kept here, because a garbage-collected Electron notification loses its click handler.
  const shown = new Map<number, Notification>();

  return {
    async notify(notification) {
      if (!Notification.isSupported()) {
        throw new Error(
          'This desktop has no notification service. On Linux, start one (for example dunst or mako), then try again.',
        );
      }
      // `open` needs no button: clicking the notification does the same.
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
        // Not every desktop confirms a notification, so a timeout counts as success.
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
