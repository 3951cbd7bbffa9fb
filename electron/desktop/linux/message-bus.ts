import { existsSync } from 'node:fs';
import dbus, { type DefinedInterface, type MessageBus } from 'dbus-native';

/** Signal received over the bus. */
interface BusSignal {
  path: string | undefined;
  member: string;
  body: unknown[];
}

/** Name and interface of the bus itself. */
const BUS = 'org.freedesktop.DBus';
const PROPERTIES = `${BUS}.Properties`;
/** Maximum time to connect to a bus, in ms. */
const MAX_CONNECT_MS = 2_000;

/**
 * Returns the session bus's address: from the environment, else the socket that systemd creates for every login.
 * Undefined if there is none, and on macOS and Windows, whose desktops do not use D-Bus.
 */
export function sessionBusAddress(
  env: Record<string, string | undefined>,
  platform: NodeJS.Platform,
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  if (platform === 'darwin' || platform === 'win32') return undefined;
  if (env['DBUS_SESSION_BUS_ADDRESS']) return env['DBUS_SESSION_BUS_ADDRESS'];
  const socket = env['XDG_RUNTIME_DIR'] ? `${env['XDG_RUNTIME_DIR']}/bus` : undefined;
  return socket !== undefined && exists(socket) ? `unix:path=${socket}` : undefined;
}

/** Returns the system bus's address, as in the D-Bus specification; undefined if there is none. */
export function systemBusAddress(
  env: Record<string, string | undefined>,
  platform: NodeJS.Platform,
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  if (platform === 'darwin' || platform === 'win32') return undefined;
  if (env['DBUS_SYSTEM_BUS_ADDRESS']) return env['DBUS_SYSTEM_BUS_ADDRESS'];
  const socket = ['/run/dbus/system_bus_socket', '/var/run/dbus/system_bus_socket'].find((path) => exists(path));
  return socket === undefined ? undefined : `unix:path=${socket}`;
}

/**
 * Connects to a bus; returns undefined if that does not succeed within {@link MAX_CONNECT_MS}. A later end of the
 * connection only calls `onClosed` listeners.
 */
export async function connectToBus(address: string | undefined): Promise<Bus | undefined> {
  if (address === undefined) return undefined;
  let connection: MessageBus;
  try {
    // `direct`: the library's own greeting throws out of a timer if it gets no response, so it is sent below.
    connection = dbus.createClient({ busAddress: address, direct: true });
  } catch {
    return undefined;
  }
  // Without a listener Node would end the process when the bus goes away.
  connection.connection.on('error', () => {});
  connection.connection.on('handlerError', () => {});
  const refused = new Promise<never>((_, reject) => {
    connection.connection.on('close', reject);
    connection.connection.on('error', reject);
  });
  try {
    const greeted = connection.invokeDbus<string>({ member: 'Hello' }, { timeout: MAX_CONNECT_MS });
    connection.name = await Promise.race([greeted, refused]);
    return new Bus(connection);
  } catch {
    connection.connection.stream.destroy();
    return undefined;
  }
}

/** Object of a program on the bus, with one of its interfaces. Calls reject with the remote error, or after 25 s. */
export class RemoteObject {
  readonly #connection: MessageBus;
  readonly #of: { destination: string; path: string; interface: string };

  constructor(connection: MessageBus, of: { destination: string; path: string; interface: string }) {
    this.#connection = connection;
    this.#of = of;
  }

  /** Returns the response's values. `signature` describes `body` as in the D-Bus specification. */
  async call(member: string, signature?: string, ...body: unknown[]): Promise<unknown[]> {
    let answer: unknown[] = [];
    await this.callInOrder((values) => (answer = values), member, signature, ...body);
    return answer;
  }

  /** Like `call`; `answered` runs before any later message is processed, so that messages stay in order. */
  callInOrder(
    answered: (values: unknown[]) => void,
    member: string,
    signature?: string,
    ...body: unknown[]
  ): Promise<void> {
    const call = { ...this.#of, member, ...(signature !== undefined && { signature, body }) };
    return new Promise((resolve, reject) => {
      this.#connection.invoke(call, (error: Error | null, ...values: unknown[]) => {
        if (error) return reject(error);
        answered(values);
        resolve();
      });
    });
  }

  /** Returns a property as a plain value. */
  async property(name: string): Promise<unknown> {
    const properties = new RemoteObject(this.#connection, { ...this.#of, interface: PROPERTIES });
    return (await properties.call('Get', 'ss', this.#of.interface, name))[0];
  }
}

/** Connection to a D-Bus message bus, by dbus-native. */
export class Bus {
  readonly #connection: MessageBus;
  readonly #owners = new Map<string, string | undefined>();
  readonly #ownerListeners = new Map<string, ((owner: string | undefined) => void)[]>();
  readonly #closedListeners: (() => void)[] = [];
  #isClosed = false;

  constructor(connection: MessageBus) {
    this.#connection = connection;
    connection.connection.on('close', () => {
      if (this.#isClosed) return;
      this.#isClosed = true;
      for (const listener of this.#closedListeners) listener();
    });
    connection.connection.on('message', ({ interface: from, member, sender, body = [] }) => {
      if (from !== BUS || member !== 'NameOwnerChanged' || sender !== BUS) return;
      const [name, , owner] = body;
      if (typeof name === 'string' && this.#ownerListeners.has(name))
        this.#setOwner(name, typeof owner === 'string' && owner !== '' ? owner : undefined);
    });
  }

  /** Returns an object of the program that owns the name `destination`. */
  object(destination: string, path: string, interfaceName = destination): RemoteObject {
    return new RemoteObject(this.#connection, { destination, path, interface: interfaceName });
  }

  /** Whether a program owns a name; unlike a call to it, this starts none. */
  async hasOwner(name: string): Promise<boolean> {
    return (await this.#itself.call('NameHasOwner', 's', name))[0] === true;
  }

  /** Whether the bus would start a program for a name. */
  async isStartable(name: string): Promise<boolean> {
    const [names] = await this.#itself.call('ListActivatableNames');
    return Array.isArray(names) && names.includes(name);
  }

  /** Subscribes to signals of an interface sent by the current owner of `service`. */
  async onSignal(from: { service: string; interface: string }, listener: (signal: BusSignal) => void): Promise<void> {
    await this.#followOwner(from.service);
    this.#connection.connection.on('message', ({ type, interface: sentBy, sender, path, member, body = [] }) => {
      if (type !== dbus.messageType.signal || sentBy !== from.interface || member === undefined) return;
      if (sender === this.#owners.get(from.service)) listener({ path, member, body });
    });
    await this.#connection.addMatch(`type='signal',sender='${from.service}',interface='${from.interface}'`);
  }

  /** Calls `listener` with the owner of a name, now and at every change; undefined: no owner. */
  async onOwner(name: string, listener: (owner: string | undefined) => void): Promise<void> {
    await this.#followOwner(name);
    this.#ownerListeners.get(name)?.push(listener);
    listener(this.#owners.get(name));
  }

  async export(path: string, definition: DefinedInterface): Promise<void> {
    await this.#connection.export(path, definition);
  }

  async own(name: string): Promise<void> {
    await this.#connection.ownName(name);
  }

  onClosed(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#closedListeners.push(listener);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  get #itself(): RemoteObject {
    return this.object(BUS, '/org/freedesktop/DBus');
  }

  /** Tracks the owner of a name from now on. */
  async #followOwner(name: string): Promise<void> {
    if (this.#ownerListeners.has(name)) return;
    this.#ownerListeners.set(name, []);
    await this.#connection.addMatch(
      `type='signal',sender='${BUS}',interface='${BUS}',member='NameOwnerChanged',arg0='${name}'`,
    );
    const owner: string | undefined = await this.#connection.getNameOwner(name).catch(() => undefined);
    if (!this.#owners.has(name)) this.#setOwner(name, owner);
  }

  #setOwner(name: string, owner: string | undefined): void {
    if (this.#owners.has(name) && this.#owners.get(name) === owner) return;
    this.#owners.set(name, owner);
    for (const listener of this.#ownerListeners.get(name) ?? []) listener(owner);
  }
}

/** Bus connection made at the first use, and made again after a loss. */
export class BusOnDemand {
  readonly #connect: () => Promise<Bus | undefined>;
  #bus: Promise<Bus | undefined> | undefined;

  constructor(connect = () => connectToBus(sessionBusAddress(process.env, process.platform))) {
    this.#connect = connect;
  }

  /** Returns the open connection; undefined if there is no bus. */
  async open(): Promise<Bus | undefined> {
    if (!this.#bus || (await this.#bus)?.isClosed !== false) this.#bus = this.#connect();
    return this.#bus;
  }

  async close(): Promise<void> {
    const bus = await this.#bus;
    if (bus?.isClosed === false) await bus.close();
  }
}
