import { Notification } from 'electron';
import type { DesktopEvents, DesktopNotification, NotificationAction } from '../desktop.ts';
import type { Emitter } from '../../base/emitter.ts';

/** Maximum number of shown notifications kept in memory; the desktop has long dropped older ones. */
const MAX_REMEMBERED = 100;

/** Maximum time for a desktop to confirm a notification, in ms. */
const HANDED_OVER_MS = 2_000;

/** Shows native notifications, and emits the user's actions on them. */
export class Notifier {
  readonly #events: Emitter<DesktopEvents>;
  readonly #iconPath: string;
  /** Kept while they are shown, because a garbage-collected Electron notification loses its click handler. */
  readonly #shown = new Map<number, Notification>();

  constructor(events: Emitter<DesktopEvents>, iconPath: string) {
    this.#events = events;
    this.#iconPath = iconPath;
  }

  /** Resolves when the system received it; rejects with a message for the user if it refused. */
  async notify(notification: DesktopNotification): Promise<void> {
    if (!Notification.isSupported()) {
      throw new Error(
        'This desktop has no notification service. On Linux, start one (for example dunst or mako), then try again.',
      );
    }
    const native = this.#create(notification);
    this.#shown.set(notification.id, native);
    const oldest = this.#shown.keys().next();
    if (this.#shown.size > MAX_REMEMBERED && !oldest.done) this.#shown.delete(oldest.value);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    native.once('show', () => resolve());
    native.once('failed', (_event, error) => {
      this.#shown.delete(notification.id);
      reject(
        new Error(
          `The system refused the notification: ${error}. ` +
            `Check Askbell's notification permission in the system settings.`,
        ),
      );
    });
    native.show();
    // Not every desktop confirms a notification, so a timeout counts as success.
    const limit = setTimeout(resolve, HANDED_OVER_MS).unref();
    await promise.finally(() => clearTimeout(limit));
  }

  /** Closes a notification that is still shown. */
  withdraw(id: number): void {
    this.#shown.get(id)?.close();
    this.#shown.delete(id);
  }

  closeAll(): void {
    for (const native of this.#shown.values()) native.close();
    this.#shown.clear();
  }

  #create({ id, title, body, silent, actions }: DesktopNotification): Notification {
    // `open` needs no button: clicking the notification does the same.
    const buttons = actions.filter((action) => action.id !== 'open');
    const native = new Notification({
      title,
      body,
      silent,
      ...(process.platform === 'linux' && { icon: this.#iconPath }),
      actions: buttons.map((button) => ({ type: 'button', text: button.label })),
    });
    const act = (action: NotificationAction) => this.#events.emit('notification-action', { id, action });
    native.on('click', () => act('open'));
    native.on('action', (details) => act(buttons[details.actionIndex]?.id ?? 'open'));
    native.on('close', () => {
      this.#shown.delete(id);
      this.#events.emit('notification-closed', { id });
    });
    return native;
  }
}
