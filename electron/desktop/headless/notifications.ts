import dbus from 'dbus-native';
import { z } from 'zod';
import { escapeMarkup, plainLine } from '../../../common/safe-text.ts';
import type { Emitter } from '../../base/emitter.ts';
import { appFiles } from '../app-files.ts';
import type { DesktopEvents, DesktopNotification, NotificationAction } from '../desktop.ts';
import type { Bus, RemoteObject } from '../linux/message-bus.ts';
import { trayPixels } from '../media/number-mark.ts';

const SERVICE = 'org.freedesktop.Notifications';
const ICON_SIZE_PX = 48;

const ActionInvoked = z.tuple([z.number(), z.string()]);
const NotificationClosed = z.tuple([z.number(), z.number()]);
const NotifyAnswer = z.tuple([z.number()]);
const Capabilities = z.tuple([z.array(z.string())]);

/** Notifications on the desktop (Desktop Notifications Specification 1.2), over the session bus. */
export class DesktopNotifications {
  readonly #bus: Bus;
  readonly #server: RemoteObject;
  readonly #events: Emitter<DesktopEvents>;
  /** Our id of each shown notification, by the server's. */
  readonly #shown = new Map<number, number>();
  #capabilities: Set<string> | undefined;
  #hasServer = false;
  #isStartable = false;

  constructor(bus: Bus, events: Emitter<DesktopEvents>) {
    this.#bus = bus;
    this.#server = bus.object(SERVICE, '/org/freedesktop/Notifications');
    this.#events = events;
  }

  /** Follows the bus's notification server, now and after each of its restarts. */
  async connect(): Promise<void> {
    this.#isStartable = await this.#bus.isStartable(SERVICE).catch(() => false);
    await this.#bus.onOwner(SERVICE, (owner) => {
      this.#hasServer = owner !== undefined;
      this.#capabilities = undefined;
      const gone = [...this.#shown.values()];
      this.#shown.clear();
      for (const id of gone) this.#events.emit('notification-closed', { id });
    });
    await this.#bus.onSignal({ service: SERVICE, interface: SERVICE }, ({ member, body }) => {
      if (member === 'ActionInvoked') this.#invoked(body);
      else if (member === 'NotificationClosed') this.#closed(body);
    });
  }

  /** Whether there is a notification server, or one would be started. */
  get available(): boolean {
    return !this.#bus.isClosed && (this.#hasServer || this.#isStartable);
  }

  /** Rejects if there is no notification server, or it refused the notification. */
  async show(notification: DesktopNotification): Promise<void> {
    this.#capabilities ??= new Set(Capabilities.parse(await this.#server.call('GetCapabilities'))[0]);
    await this.#server.callInOrder(
      (values) => {
        const answer = NotifyAnswer.safeParse(values).data;
        if (answer) this.#shown.set(answer[0], notification.id);
      },
      'Notify',
      'susssasa{sv}i',
      ...notifyBody(notification, this.#capabilities),
    );
  }

  /** Closes a notification that is still shown. Rejects if the server refuses. */
  async withdraw(id: number): Promise<void> {
    const number = [...this.#shown].find(([, own]) => own === id)?.[0];
    if (number === undefined) return;
    // Notifications closed by Askbell were not dismissed by the user.
    this.#shown.delete(number);
    await this.#close(number);
  }

  #invoked(body: unknown[]): void {
    const [number = NaN, key = ''] = ActionInvoked.safeParse(body).data ?? [];
    const action = ACTION_OF_KEY.get(key);
    const id = this.#shown.get(number);
    if (action === undefined || id === undefined) return;
    // After a click most servers close the notification, and dunst leaves it if its menu was used; neither is a
    // dismissal.
    this.#shown.delete(number);
    this.#close(number).catch(() => undefined);
    this.#events.emit('notification-action', { id, action });
  }

  #closed(body: unknown[]): void {
    const [number = NaN] = NotificationClosed.safeParse(body).data ?? [];
    const id = this.#shown.get(number);
    if (id === undefined) return;
    this.#shown.delete(number);
    this.#events.emit('notification-closed', { id });
  }

  /** Closes a notification by the server's id. */
  #close(number: number): Promise<unknown> {
    return this.#server.call('CloseNotification', 'u', number);
  }
}

/** Actions by the keys that a server returns; clicking the notification itself is `default`. */
const ACTION_OF_KEY = new Map<string, NotificationAction>([
  ['default', 'open'],
  ['open', 'open'],
  ['mark-read', 'mark-read'],
  ['mute-question', 'mute-question'],
  ['snooze', 'snooze'],
]);

/**
 * Returns keys and labels, alternating. Clicking the notification itself is the action `default`, which has no button;
 * servers that list all actions in a menu show its label.
 */
function offered(actions: DesktopNotification['actions']): string[] {
  const opening = actions.find(({ id }) => id === 'open');
  return ['default', opening?.label ?? '', ...actions.flatMap(({ id, label }) => [id, label])];
}

/** Returns the arguments of Notify, adapted to the server's capabilities. */
function notifyBody(
  { title, body, actions, silent, kind }: DesktopNotification,
  capabilities: ReadonlySet<string>,
): unknown[] {
  const icon = trayPixels(appFiles.icons, { status: 'unread', unread: 0 }, ICON_SIZE_PX);
  const hints = [
    ['urgency', new dbus.Variant('y', kind === 'status' ? 0 : 1)],
    ['category', new dbus.Variant('s', 'im.received')],
    [
      'image-data',
      new dbus.Variant('(iiibiiay)', [ICON_SIZE_PX, ICON_SIZE_PX, ICON_SIZE_PX * 4, true, 8, 4, icon.rgba]),
    ],
    ...(silent ? [['suppress-sound', new dbus.Variant('b', true)]] : []),
  ];
  return [
    'Askbell',
    0,
    '',
    title,
    capabilities.has('body-markup') ? escapeMarkup(body) : body,
    capabilities.has('actions') ? offered(actions) : [],
    hints,
    -1,
  ];
}

/** Output for the user: standard error, so that standard output stays machine-readable. */
export type Terminal = (line: string) => void;

/** Returns a notification as one line: local time, title, and the lines of the body separated by dots. */
export function notificationLine({ title, body }: Pick<DesktopNotification, 'title' | 'body'>, at: Date): string {
  const clock = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  const text = body
    .split('\n')
    .map(squeezed)
    .filter((line) => line !== '')
    .join(' · ');
  return `[${clock}] ${squeezed(title)}${text === '' ? '' : ` – ${text}`}`;
}

/** Returns text as one line without repeated spaces. */
const squeezed = (text: string): string => plainLine(text).replace(/ {2,}/g, ' ').trim();
