import dbus from 'dbus-native';
import type { DefinedInterface, MessageBus } from 'dbus-native';

/** What a notification server was told to show. */
export interface ShownNotification {
  id: number;
  appName: string;
  summary: string;
  body: string;
  actions: string[];
  hints: Record<string, unknown>;
}

/** The types of what a server shows, of whom, and instead of what. */
const SHOWN = { appName: 's', replaces: 'u', icon: 's', summary: 's', body: 's' } as const;

/** A queue that tests wait on instead of on time. */
export class Arrivals<T> {
  readonly all: T[] = [];
  #waiting: ((item: T) => void)[] = [];
  #unread: T[] = [];

  push(item: T): void {
    this.all.push(item);
    const waiter = this.#waiting.shift();
    if (waiter) waiter(item);
    else this.#unread.push(item);
  }

  /** The next one nobody took yet. */
  next(): Promise<T> {
    const unread = this.#unread.shift();
    return unread === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(unread);
  }
}

/** A program of a desktop, on a connection of its own. */
export abstract class FakeProgram {
  protected readonly bus: MessageBus;

  constructor(bus: MessageBus) {
    this.bus = bus;
  }

  /** Takes its name on the bus, where it then answers. */
  abstract start(): Promise<void>;

  stop(): Promise<void> {
    return this.bus.close();
  }
}

/** A notification server as the specification has it, that shows nothing and tells everything. */
export class FakeNotificationServer extends FakeProgram {
  readonly shown = new Arrivals<ShownNotification>();
  /** The ids of those that their sender closed. */
  readonly closed = new Arrivals<number>();
  readonly #server: DefinedInterface;
  /** Makes the next Notify fail with this text. */
  refusal: string | undefined;

  constructor(bus: MessageBus, capabilities = ['actions', 'body', 'body-markup']) {
    super(bus);
    let lastId = 100;
    this.#server = dbus.defineInterface({
      name: 'org.freedesktop.Notifications',
      methods: {
        GetCapabilities: { out: { capabilities: 'as' }, handler: () => capabilities },
        Notify: {
          in: { ...SHOWN, actions: 'as', hints: 'a{sv}', timeout: 'i' },
          out: { id: 'u' },
          handler: ({ appName, summary, body, actions, hints }: Omit<ShownNotification, 'id'>) => {
            if (this.refusal !== undefined) throw new Error(this.refusal);
            const id = ++lastId;
            this.shown.push({ id, appName, summary, body, actions, hints });
            return id;
          },
        },
        CloseNotification: {
          in: { id: 'u' },
          handler: ({ id }: { id: number }) => {
            this.closed.push(id);
            this.#server.emit['NotificationClosed']?.(id, 3);
          },
        },
      },
      signals: {
        ActionInvoked: { args: { id: 'u', key: 's' } },
        NotificationClosed: { args: { id: 'u', reason: 'u' } },
      },
    });
  }

  async start(): Promise<void> {
    await this.bus.export('/org/freedesktop/Notifications', this.#server);
    await this.bus.ownName('org.freedesktop.Notifications');
  }

  /** What a person does: clicks, and the server closes it. */
  click(id: number, key: string): void {
    this.#server.emit['ActionInvoked']?.(id, key);
    this.#server.emit['NotificationClosed']?.(id, 3);
  }

  dismiss(id: number): void {
    this.#server.emit['NotificationClosed']?.(id, 2);
  }
}

/** A desktop that covers the screen when nobody is there. */
export class FakeScreenSaver extends FakeProgram {
  readonly #owner: string;
  readonly #saver: DefinedInterface;
  #active = false;

  constructor(bus: MessageBus, owner = 'org.freedesktop') {
    super(bus);
    this.#owner = owner;
    this.#saver = dbus.defineInterface({
      name: `${owner}.ScreenSaver`,
      methods: { GetActive: { out: { active: 'b' }, handler: () => this.#active } },
      signals: { ActiveChanged: { args: { active: 'b' } } },
    });
  }

  async start(): Promise<void> {
    await this.bus.export(`/${this.#owner.replace('.', '/')}/ScreenSaver`, this.#saver);
    await this.bus.ownName(`${this.#owner}.ScreenSaver`);
  }

  cover(active: boolean): void {
    this.#active = active;
    this.#saver.emit['ActiveChanged']?.(active);
  }
}

export type MenuLayout = [id: number, properties: Record<string, unknown>, children: MenuLayout[]];

/** A panel with a tray: takes registrations, reads items and menus, clicks. */
export class FakePanel extends FakeProgram {
  readonly registered = new Arrivals<string>();
  readonly signals = new Arrivals<{ member: string; body: unknown[] }>();

  async start(): Promise<void> {
    await this.bus.addMatch("type='signal',interface='org.kde.StatusNotifierItem'");
    await this.bus.addMatch("type='signal',interface='com.canonical.dbusmenu'");
    this.bus.connection.on('message', ({ interface: from, member, body }) => {
      if (member !== undefined && (from === 'org.kde.StatusNotifierItem' || from === 'com.canonical.dbusmenu'))
        this.signals.push({ member, body: body ?? [] });
    });
    const register = ({ service }: { service: string }) => {
      this.registered.push(service);
      return null;
    };
    const watcher = dbus.defineInterface({
      name: 'org.kde.StatusNotifierWatcher',
      methods: { RegisterStatusNotifierItem: { in: { service: 's' }, handler: register } },
    });
    await this.bus.export('/StatusNotifierWatcher', watcher);
    await this.bus.ownName('org.kde.StatusNotifierWatcher');
  }

  /** Every property of the tray item. */
  async item(service: string): Promise<Record<string, unknown>> {
    const [path, name] = ['/StatusNotifierItem', 'org.kde.StatusNotifierItem'];
    const all = await this.call(service, path, 'org.freedesktop.DBus.Properties', 'GetAll', 's', [name]);
    return dbus.toPlain<Record<string, unknown>>(all);
  }

  call(to: string, path: string, from: string, member: string, signature: string, body: unknown[]) {
    return this.bus.invoke({ destination: to, path, interface: from, member, signature, body });
  }

  menu(service: string, member: string, signature: string, body: unknown[]): PromiseLike<unknown> {
    return this.call(service, '/MenuBar', 'com.canonical.dbusmenu', member, signature, body);
  }

  /** The menu below an entry (0: all of it), so deep (-1: wholly), with these properties (none: all). */
  async layout(service: string, parent = 0, depth = -1, names: string[] = []): Promise<[number, MenuLayout]> {
    return (await this.menu(service, 'GetLayout', 'iias', [parent, depth, names])) as [number, MenuLayout];
  }

  /** The id of a menu's entry, wherever it stands. */
  async entry(service: string, label: string): Promise<number | undefined> {
    const find = ([id, properties, children]: MenuLayout): number | undefined =>
      properties['label'] === label ? id : children.map(find).find((found) => found !== undefined);
    const [, root] = await this.layout(service);
    return find(root);
  }

  /** Clicks an entry of a menu, by its label or its id. */
  async click(service: string, chosen: string | number): Promise<void> {
    const id = typeof chosen === 'number' ? chosen : await this.entry(service, chosen);
    await this.menu(service, 'Event', 'isvu', [id, 'clicked', ['s', ''], 0]);
  }
}
