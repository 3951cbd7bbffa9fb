import { errorMessage } from '../../../common/error-message.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import {
  openableAddress,
  type DemoNetwork,
  type Desktop,
  type DesktopEvents,
  type DesktopNotification,
  type NotificationsGoTo,
  type PageName,
  type Presence,
  type ProxyChoice,
  type SecretStore,
  type ShortcutOutcome,
  type ShortcutTarget,
  type SystemProbe,
  type TrayView,
  type WindowView,
} from '../desktop.ts';
import { createDesktopEmitter } from '../desktop-emitter.ts';
import { listenForRedirect } from '../loopback-listener.ts';
import { systemLanguages } from './languages.ts';
import { renewStartAtLogin, setStartAtLogin, thisMachine } from './autostart.ts';
import type { OpenInBrowser } from './window/browser.ts';
import { startDemoNetwork } from './demo-network.ts';
import { ActiveWindow } from '../linux/active-window.ts';
import { createLauncherCount, type LauncherCount } from '../linux/launcher-count.ts';
import type { Bus } from '../linux/message-bus.ts';
import { createDesktopNotifications } from './notifications/dbus-notifications.ts';
import type { DesktopNotifications } from './notifications/dbus-notifications.ts';
import { trackPresence, type PresenceTracker } from '../presence-tracker.ts';
import { setNodeProxy } from '../proxy.ts';
import { createHeadlessProbe } from './probe.ts';
import type { SoundPlayer } from '../sound/player.ts';
import { readDoNotDisturb } from '../linux/do-not-disturb.ts';
import { followScreenSavers, followSession, watchIdleTime } from './presence/dbus-presence.ts';
import { followSystemBus, watchConnection } from './presence/power.ts';
import { createStatusNotifier } from './tray/status-notifier.ts';
import type { StatusNotifier } from './tray/status-notifier.ts';
import { notificationLine } from './notifications/notification-line.ts';
import type { Terminal } from './notifications/notification-line.ts';
import { PANEL_WINDOW } from './window/panel-page.ts';
import type { WindowServer } from './window/window-server.ts';

/** How the title of a browser's window begins while it shows a page. */
const PAGE_TITLES: Record<PageName, RegExp> = { window: /^(\(\d+\) )?Askbell(?! panel)\b/, panel: /^Askbell panel\b/ };

/** What the headless desktop is made of. */
export interface HeadlessParts {
  window: Pick<WindowServer, 'entryLink' | 'ticketLink' | 'onOpen' | 'onLastPageLeft'>;
  /** Which window has the focus (default: on the display of this session). */
  activeWindow?: Pick<ActiveWindow, 'title' | 'stop'>;
  /** Where notifications and the tray are; undefined: the terminal and the page have to do. */
  sessionBus: Bus | undefined;
  /** Where waking and connecting is reported; undefined: found out by looking. */
  systemBus: Bus | undefined;
  secrets: SecretStore;
  openInBrowser: OpenInBrowser;
  /** Shows an address as a small window without tabs, where a browser can. */
  openAppWindow: OpenInBrowser;
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
  /** Leaves the buses and stops watching. */
  close(): Promise<void>;
}

/** The port over plain Node: the window is a page, notifications and tray are D-Bus's where a session bus is. */
export async function createHeadlessDesktop(parts: HeadlessParts): Promise<HeadlessDesktop> {
  const desktop = new NodeDesktop(parts);
  await desktop.connect();
  return desktop;
}

class NodeDesktop implements HeadlessDesktop {
  readonly shell = 'headless';
  readonly opensDeepLinks = false;
  readonly listenForRedirect = listenForRedirect;
  readonly secrets: SecretStore;
  readonly languages = systemLanguages(process.env);
  readonly probe: SystemProbe;
  readonly readsSystemProxy = false;
  readonly playsSounds: boolean;
  readonly logFile: string;
  readonly #parts: HeadlessParts;
  readonly #events = createDesktopEmitter();
  readonly #closing = new AbortController();
  readonly #presence: PresenceTracker;
  readonly #activeWindow: Pick<ActiveWindow, 'title' | 'stop'>;
  #notifications: DesktopNotifications | undefined;
  #tray: StatusNotifier | undefined;
  #launcher: LauncherCount | undefined;

  constructor(parts: HeadlessParts) {
    this.#parts = parts;
    this.secrets = parts.secrets;
    this.probe = createHeadlessProbe(parts.sessionBus);
    this.playsSounds = parts.sounds?.available ?? false;
    this.logFile = parts.logFile;
    this.#activeWindow = parts.activeWindow ?? new ActiveWindow();
    this.#presence = trackPresence(
      () => parts.clock.now(),
      (presence) => this.#events.emit('presence', presence),
    );
  }

  /** Connects to what is on the buses, and begins to watch. */
  async connect(): Promise<void> {
    const { window, sessionBus, systemBus, clock, log } = this.#parts;
    const power = {
      woke: () => this.#events.emit('woke', undefined),
      online: () => this.#events.emit('online', undefined),
    };
    if (sessionBus) await this.#connectSession(sessionBus);
    // Presence first, so that whoever hears of a wake already knows whether somebody is there.
    const { learn } = this.#presence;
    if (systemBus) await orUndefined(log, 'word on who is there', followSession(systemBus, learn));
    if (sessionBus) {
      await orUndefined(log, 'screen saver', followScreenSavers(sessionBus, learn));
      void orUndefined(log, 'idle time', watchIdleTime(sessionBus, clock, this.#closing.signal, this.#presence));
    }
    if (systemBus) await orUndefined(log, 'power', followSystemBus(systemBus, power));
    void watchConnection(clock, this.#closing.signal, power);
    window.onLastPageLeft(() => this.#activeWindow.stop());
    window.onOpen((opens) => {
      // Like the shortcut: the agent decides what a request for the panel opens.
      if (opens === 'panel') this.#events.emit('shortcut', opens);
      else this.showWindow();
    });
  }

  /** Notifications, tray and launcher, each on its own: a desktop may have one and not the others. */
  async #connectSession(bus: Bus): Promise<void> {
    const { log } = this.#parts;
    [this.#notifications, this.#tray, this.#launcher] = await Promise.all([
      orUndefined(
        log,
        'notifications',
        createDesktopNotifications(bus, {
          action: (id, action) => this.#events.emit('notification-action', { id, action }),
          closed: (id) => this.#events.emit('notification-closed', { id }),
        }),
      ),
      orUndefined(
        log,
        'tray',
        createStatusNotifier(bus, (command) => this.#events.emit('tray-command', command)),
      ),
      orUndefined(log, 'launcher', createLauncherCount(bus)),
    ]);
    bus.onClosed(() => {
      if (!this.#closing.signal.aborted)
        log.warn('The desktop’s message bus is gone; notifications go to the terminal from now on.');
    });
  }

  get notificationsGoTo(): NotificationsGoTo {
    return this.#notifications?.available ? 'desktop' : 'terminal';
  }

  get windowShowsNotifications(): boolean {
    return !this.#notifications?.available;
  }

  async notify(notification: DesktopNotification): Promise<void> {
    const { sounds, terminal, clock } = this.#parts;
    const ownSound = sounds?.available ? notification.sound : undefined;
    if (ownSound) sounds?.play(ownSound);
    const shown = ownSound ? { ...notification, silent: true } : notification;
    if (!(await this.#showOnDesktop(shown))) terminal(notificationLine(shown, new Date(clock.now())));
  }

  withdraw(id: number): void {
    const { log } = this.#parts;
    this.#notifications?.withdraw(id).catch((error: unknown) => log.warn(`Notifications: ${errorMessage(error)}`));
  }

  setTray(view: TrayView): void {
    this.#tray?.show(view);
    this.#launcher?.show(view.unread);
  }

  presence(): Presence {
    return this.#presence.current();
  }

  /** A page only knows what its browser believes, so the desktop has to name the browser's window. */
  isFocused(page: PageName): boolean {
    const title = this.#activeWindow.title();
    return title !== undefined && PAGE_TITLES[page].test(title);
  }

  async doNotDisturb(): Promise<boolean | undefined> {
    const { sessionBus } = this.#parts;
    return sessionBus && readDoNotDisturb(sessionBus);
  }

  async openExternal(url: string): Promise<void> {
    const address = openableAddress(url);
    await this.#open(address, () => address);
  }

  showWindow(view?: WindowView): void {
    this.#logFailure(this.#openPage(view));
  }

  showPanel(): void {
    this.#logFailure(this.#openPanel());
  }

  togglePanel(): void {
    // The browser's windows are not Askbell's to close. A small one that was open goes by itself when the next comes.
    this.showPanel();
  }

  hidePanel(): void {}

  startDemoNetwork(options: Parameters<Desktop['startDemoNetwork']>[0]): Promise<DemoNetwork> {
    return startDemoNetwork(options, { log: this.#parts.log });
  }

  setStartAtLogin(on: boolean): Promise<void> {
    return setStartAtLogin(on, thisMachine(this.#parts.atLogin));
  }

  renewStartAtLogin(): Promise<void> {
    return renewStartAtLogin(thisMachine(this.#parts.atLogin));
  }

  async setShortcut(_opens: ShortcutTarget, accelerator: string): Promise<ShortcutOutcome> {
    return accelerator === '' ? 'off' : 'unsupported';
  }

  async setProxy(choice: ProxyChoice): Promise<void> {
    setNodeProxy(choice);
  }

  async openFolder(path: string): Promise<void> {
    if (!(await this.#parts.openFolder(path))) throw new Error(`The folder is ${path}.`);
  }

  on<E extends keyof DesktopEvents>(event: E, listener: (detail: DesktopEvents[E]) => void): () => void {
    return this.#events.on(event, listener);
  }

  quit(): void {
    this.#parts.quit();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#parts.sounds?.close();
    this.#activeWindow.stop();
    await Promise.all([this.#parts.sessionBus?.close(), this.#parts.systemBus?.close()]);
  }

  /** The browser's command line is there for all to read, so it gets a ticket, which is of no use a minute later. */
  #openPage(view: WindowView | 'panel' | undefined): Promise<void> {
    const { window } = this.#parts;
    return this.#open(window.ticketLink(view), () => window.entryLink(view));
  }

  async #openPanel(): Promise<void> {
    const { window, openAppWindow } = this.#parts;
    if (!(await openAppWindow(window.ticketLink(PANEL_WINDOW)))) await this.#openPage('panel');
  }

  #logFailure(opening: Promise<void>): void {
    opening.catch((error: unknown) => this.#parts.log.error(`Window: ${errorMessage(error)}`));
  }

  /** Opens an address in the browser, or asks the person to: `printed` gives what they are shown. */
  async #open(url: string, printed: () => string): Promise<void> {
    const { openInBrowser, terminal } = this.#parts;
    if (!(await openInBrowser(url))) terminal(`Open this address in your browser: ${printed()}`);
  }

  /** Gives whether the desktop took it. */
  async #showOnDesktop(notification: DesktopNotification): Promise<boolean> {
    if (!this.#notifications?.available) return false;
    try {
      await this.#notifications.show(notification);
      return true;
    } catch (error) {
      this.#parts.log.warn(`Notifications: ${errorMessage(error)}`);
      return false;
    }
  }
}

/** A part of the desktop, or undefined with a warning where there is none. */
async function orUndefined<T>(log: Log, what: string, made: Promise<T>): Promise<T | undefined> {
  try {
    return await made;
  } catch (error) {
    log.warn(`No ${what} on this desktop: ${errorMessage(error)}`);
    return undefined;
  }
}
