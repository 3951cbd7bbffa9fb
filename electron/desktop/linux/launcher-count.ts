import dbus from 'dbus-native';
import type { Bus, BusOnDemand } from './message-bus.ts';

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

/** Sends the number over a bus that is connected at the first number. */
export function followLauncher(session: BusOnDemand): {
  show(view: { unread: number }): void;
  close(): Promise<void>;
} {
  let known: { bus: Bus; launcher: Promise<LauncherCount> } | undefined;
  let unread = 0;
  const tell = async () => {
    const bus = await session.open();
    if (!bus) return;
    if (known?.bus !== bus) known = { bus, launcher: createLauncherCount(bus) };
    // The latest number, which may have changed meanwhile.
    (await known.launcher).show(unread);
  };
  return {
    show(view) {
      if (view.unread === unread) return;
      ({ unread } = view);
      tell().catch(() => undefined);
    },
    async close() {
      // Clears the badge when Askbell ends.
      (await known?.launcher.catch(() => undefined))?.show(0);
    },
  };
}
