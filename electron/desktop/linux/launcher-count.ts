import dbus from 'dbus-native';
import type { Bus } from './message-bus.ts';

/**
 * Unread badge on Askbell's icon in docks and launchers, by a signal introduced by Unity and supported by GNOME (Dash
 * to Dock), KDE, Plank and others.
 */

const LAUNCHER_ENTRY = 'com.canonical.Unity.LauncherEntry';
const PATH = '/com/canonical/Unity/LauncherEntry';
/** Launchers identify a program by its desktop file. */
const APP = 'application://askbell.desktop';

type Properties = [name: string, value: unknown][];

const propertiesOf = (count: number): Properties => [
  ['count', new dbus.Variant('x', count)],
  ['count-visible', new dbus.Variant('b', count > 0)],
];

export interface LauncherCount {
  show(count: number): void;
}

/** Sends the number of unread items to the launchers on a bus. */
export async function createLauncherCount(bus: Bus): Promise<LauncherCount> {
  let shown = 0;
  const entry = dbus.defineInterface({
    name: LAUNCHER_ENTRY,
    methods: { Query: { out: { app: 's', properties: 'a{sv}' }, handler: () => [APP, propertiesOf(shown)] } },
    signals: { Update: { args: { app: 's', properties: 'a{sv}' } } },
  });
  await bus.export(PATH, entry);
  return {
    show(count) {
      if (count === shown || bus.isClosed) return;
      shown = count;
      entry.emit['Update']?.(APP, propertiesOf(count));
    },
  };
}

/** Sends the number over its own bus connection: connects at the first number, and reconnects after a loss. */
export function followLauncher(connect: () => Promise<Bus | undefined>): {
  show(view: { unread: number }): void;
  close(): Promise<void>;
} {
  let known: Promise<{ bus: Bus; launcher: LauncherCount } | undefined> | undefined;
  let unread = 0;
  const join = async () => {
    const bus = await connect();
    return bus && { bus, launcher: await createLauncherCount(bus) };
  };
  const tell = async () => {
    if (known && (await known)?.bus.isClosed === true) known = undefined;
    known ??= join().catch(() => undefined);
    const joined = await known;
    // The latest number, which may have changed meanwhile.
    joined?.launcher.show(unread);
  };
  return {
    show(view) {
      if (view.unread === unread) return;
      ({ unread } = view);
      void tell();
    },
    async close() {
      const joined = await known;
      if (joined?.bus.isClosed !== false) return;
      // Clears the badge when Askbell ends.
      joined.launcher.show(0);
      await joined.bus.close();
    },
  };
}
