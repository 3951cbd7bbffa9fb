import dbus from 'dbus-native';
import { z } from 'zod';
import type { DesktopNotification, NotificationAction } from '../../desktop.ts';
import type { Bus } from '../../linux/message-bus.ts';
import { bellPixels } from '../tray/tray-icon.ts';

const SERVICE = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';
const ICON_SIZE_PX = 48;

const ActionInvoked = z.tuple([z.number(), z.string()]);
const NotificationClosed = z.tuple([z.number(), z.number()]);
const NotifyAnswer = z.tuple([z.number()]);
const Capabilities = z.tuple([z.array(z.string())]);

export interface NotificationListeners {
  action(id: number, action: NotificationAction): void;
  /** Called when a notification was dismissed, timed out, or lost with its server. */
  closed(id: number): void;
}

/** Desktop notifications (Desktop Notifications Specification 1.2). */
export interface DesktopNotifications {
  /** Rejects if there is no notification server, or it refused the notification. */
  show(notification: DesktopNotification): Promise<void>;
  /** Closes a notification that is still shown. Rejects if the server refuses. */
  withdraw(id: number): Promise<void>;
  /** Whether there is a notification server, or one would be started. */
  readonly available: boolean;
}

/** Connects to the bus's notification server, now and after each of its restarts. */
export async function createDesktopNotifications(
  bus: Bus,
  listeners: NotificationListeners,
): Promise<DesktopNotifications> {
  /** Our id of each shown notification, by the server's. */
  const shown = new Map<number, number>();
  let capabilities: Set<string> | undefined;
  let hasServer = false;
  const startable = await canBeStarted(bus);

  /** Closes a notification by the server's id. */
  const close = (number: number): Promise<unknown> =>
    bus.call({
      destination: SERVICE,
      path: PATH,
      interface: SERVICE,
      member: 'CloseNotification',
      signature: 'u',
      body: [number],
    });

  await bus.onOwner(SERVICE, (owner) => {
    hasServer = owner !== undefined;
    capabilities = undefined;
    const gone = [...shown.values()];
    shown.clear();
    for (const id of gone) listeners.closed(id);
  });
  await bus.onSignal({ service: SERVICE, interface: SERVICE }, ({ member, body }) => {
    if (member === 'ActionInvoked') {
      const invoked = ActionInvoked.safeParse(body).data;
      const id = invoked && shown.get(invoked[0]);
      const action = invoked && actionOf(invoked[1]);
      if (invoked === undefined || id === undefined || action === undefined) return;
      // After a click most servers close the notification, and dunst leaves it if its menu was used; neither is a
      // dismissal.
      shown.delete(invoked[0]);
      close(invoked[0]).catch(() => undefined);
      listeners.action(id, action);
    } else if (member === 'NotificationClosed') {
      const closed = NotificationClosed.safeParse(body).data;
      const id = closed && shown.get(closed[0]);
      if (closed === undefined || id === undefined) return;
      shown.delete(closed[0]);
      listeners.closed(id);
    }
  });

  async function capable(): Promise<Set<string>> {
    if (capabilities) return capabilities;
    const answer = Capabilities.parse(
      await bus.call({ destination: SERVICE, path: PATH, interface: SERVICE, member: 'GetCapabilities' }),
    );
    return (capabilities = new Set(answer[0]));
  }

  return {
    get available() {
      return !bus.isClosed && (hasServer || startable);
    },
    async show(notification) {
      const body = notifyBody(notification, await capable());
      await bus.callInOrder(
        { destination: SERVICE, path: PATH, interface: SERVICE, member: 'Notify', signature: 'susssasa{sv}i', body },
        (values) => {
          const answer = NotifyAnswer.safeParse(values).data;
          if (answer) shown.set(answer[0], notification.id);
        },
      );
    },
    async withdraw(id) {
      const number = [...shown].find(([, own]) => own === id)?.[0];
      if (number === undefined) return;
      // Notifications closed by Askbell were not dismissed by the user.
      shown.delete(number);
      await close(number);
    },
  };
}

async function canBeStarted(bus: Bus): Promise<boolean> {
  try {
    const [names] = await bus.call({
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      interface: 'org.freedesktop.DBus',
      member: 'ListActivatableNames',
    });
    return Array.isArray(names) && names.includes(SERVICE);
  } catch {
    return false;
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

function actionOf(key: string): NotificationAction | undefined {
  return ACTION_OF_KEY.get(key);
}

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
  const icon = bellPixels('unread', ICON_SIZE_PX);
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

/** Escapes text for servers that parse markup. */
export function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
