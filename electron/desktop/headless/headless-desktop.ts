import { EventEmitter } from 'node:events';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { AuthorizationCancelled } from '../desktop.ts';
import type { Desktop, DesktopEvents, DesktopNotification, SecretStore, TrayView, WindowView } from '../desktop.ts';
import { systemLanguages } from './languages.ts';
import { setStartAtLogin, thisMachine } from './autostart.ts';
import { webAddress } from './window/browser.ts';
import type { OpenInBrowser } from './window/browser.ts';
import { startDemoNetwork } from './demo-network.ts';
import type { Bus } from '../linux/message-bus.ts';
import { createDesktopNotifications } from './notifications/dbus-notifications.ts';
import type { DesktopNotifications } from './notifications/dbus-notifications.ts';
import { trackPresence } from '../presence-tracker.ts';
import { setNodeProxy } from '../proxy.ts';
import type { SoundPlayer } from '../sound/player.ts';
import { readDoNotDisturb } from '../linux/do-not-disturb.ts';
import { followScreenSavers, followSession, watchIdleTime } from './presence/dbus-presence.ts';
import { followSystemBus, watchConnection } from './presence/power.ts';
import { createStatusNotifier } from './tray/status-notifier.ts';
import type { StatusNotifier } from './tray/status-notifier.ts';
import { notificationLine } from './notifications/notification-line.ts';
import type { Terminal } from './notifications/notification-line.ts';
import type { WindowServer } from './window/window-server.ts';

/** What the headless desktop is made of. */
export interface HeadlessParts {
  window: Pick<WindowServer, 'address' | 'ticketAddress' | 'onOpen'>;
  /** Where notifications and the tray are; undefined: the terminal and the page have to do. */
  sessionBus: Bus | undefined;
  /** Where waking and connecting is told; undefined: found out by looking. */
  systemBus: Bus | undefined;
  secrets: SecretStore;
  openInBrowser: OpenInBrowser;
  terminal: Terminal;
  clock: Clock;
  log: Log;
  /** Askbell's own sounds; those of the system without it. */
  sounds?: SoundPlayer;
  logFile: string;
  /** Shows a folder; gives whether that could be done. */
  openFolder: (path: string) => Promise<boolean>;
  /** Askbell's own arguments when it starts at login. */
  atLogin: readonly string[];
  /** Ends the program. */
  quit: () => void;
}

export interface HeadlessDesktop extends Desktop {
  readonly shell: 'headless';
  readonly authorizeMeans: 'paste';
  /** Leaves the buses and stops watching. */
  close(): Promise<void>;
}

/** The port over plain Node: the window is a page, notifications and tray are D-Bus's where a session bus is. */
export async function createHeadlessDesktop(parts: HeadlessParts): Promise<HeadlessDesktop> {
  const { window, sessionBus, systemBus, secrets, openInBrowser, terminal, clock, log } = parts;
  const events = new EventEmitter();
  const emit = <E extends keyof DesktopEvents>(event: E, detail: DesktopEvents[E]): void =>
    void events.emit(event, detail);
  const closing = new AbortController();
  const power = { woke: () => emit('woke', undefined), online: () => emit('online', undefined) };

  const presence = trackPresence(
    () => clock.now(),
    (now) => emit('presence', now),
  );

  let notifications: DesktopNotifications | undefined;
  let tray: StatusNotifier | undefined;
  if (sessionBus) {
    // Each on its own: a desktop may have one and not the other.
    [notifications, tray] = await Promise.all([
      orUndefined(
        log,
        'notifications',
        createDesktopNotifications(sessionBus, {
          action: (id, action) => emit('notification-action', { id, action }),
          closed: (id) => emit('notification-closed', { id }),
        }),
      ),
      orUndefined(
        log,
        'tray',
        createStatusNotifier(sessionBus, (command) => emit('tray-command', command)),
      ),
    ]);
    sessionBus.onClosed(() => {
      if (!closing.signal.aborted)
        log.warn('The desktop’s message bus is gone; notifications go to the terminal from now on.');
    });
  }
  // Presence first, so that whoever hears of a wake already knows whether somebody is there.
  if (systemBus) await orUndefined(log, 'word on who is there', followSession(systemBus, presence.learn));
  if (sessionBus) {
    await orUndefined(log, 'screen saver', followScreenSavers(sessionBus, presence.learn));
    void orUndefined(log, 'idle time', watchIdleTime(sessionBus, clock, closing.signal, presence));
  }
  if (systemBus) await orUndefined(log, 'power', followSystemBus(systemBus, power));
  void watchConnection(clock, closing.signal, power);

  const open = async (url: string, printed: string): Promise<void> => {
    if (!(await openInBrowser(url))) terminal(`Open this address in your browser: ${printed}`);
  };
  const showWindow = (view?: WindowView): void => {
    // The browser's command line is there for all to read, so it gets a ticket and never the run's secret.
    open(window.ticketAddress(view), window.address).catch((error: unknown) =>
      log.error(`Window: ${error instanceof Error ? error.message : String(error)}`),
    );
  };
  window.onOpen(() => showWindow());

  async function showOnDesktop(notification: DesktopNotification): Promise<boolean> {
    if (!notifications?.available) return false;
    try {
      await notifications.show(notification);
      return true;
    } catch (error) {
      log.warn(`Notifications: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }

  return {
    shell: 'headless',
    authorizeMeans: 'paste',
    secrets,
    languages: systemLanguages(process.env),
    get notificationsGoTo() {
      return notifications?.available ? 'desktop' : 'terminal';
    },
    get windowShowsNotifications() {
      return !notifications?.available;
    },
    async notify(notification) {
      const { sound } = notification;
      const own = sound && parts.sounds?.available ? parts.sounds : undefined;
      if (own) notification = { ...notification, silent: true };
      if (own && sound) own.play(sound);
      if (!(await showOnDesktop(notification))) terminal(notificationLine(notification, new Date(clock.now())));
    },
    setTray(view: TrayView) {
      tray?.show(view);
    },
    presence: presence.current,
    doNotDisturb: () => (sessionBus ? readDoNotDisturb(sessionBus) : Promise.resolve(undefined)),
    async openExternal(url) {
      const address = webAddress(url);
      await open(address, address);
    },
    showWindow,
    authorize({ dialogUrl, signal }) {
      return new Promise<string>((_, reject) => {
        const cancel = () => reject(new AuthorizationCancelled('The sign-in was given up.'));
        if (signal.aborted) return cancel();
        signal.addEventListener('abort', cancel, { once: true });
        open(webAddress(dialogUrl), dialogUrl).catch(reject);
      });
    },
    startDemoNetwork: (options) => startDemoNetwork(options, { log }),
    setStartAtLogin: (on) => setStartAtLogin(on, thisMachine(parts.atLogin)),
    setShortcut: (accelerator) => Promise.resolve(accelerator === '' ? 'off' : 'unsupported'),
    setProxy: async (choice) => setNodeProxy(choice),
    readsSystemProxy: false,
    playsSounds: parts.sounds?.available ?? false,
    logFile: parts.logFile,
    openFolder: async (path) => {
      if (!(await parts.openFolder(path))) throw new Error(`The folder is ${path}.`);
    },
    on(event, listener) {
      events.on(event, listener);
      return () => void events.off(event, listener);
    },
    quit: parts.quit,
    async close() {
      closing.abort();
      parts.sounds?.close();
      await Promise.all([sessionBus?.close(), systemBus?.close()]);
    },
  };
}

async function orUndefined<T>(log: Log, what: string, made: Promise<T>): Promise<T | undefined> {
  try {
    return await made;
  } catch (error) {
    log.warn(`No ${what} on this desktop: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
