import { errorMessage } from '../../../common/error-message.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import {
  openableAddress,
  type DemoNetwork,
  type DemoOptions,
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
import { Emitter } from '../../base/emitter.ts';
import { listenForRedirect } from '../loopback-listener.ts';
import { systemLanguages } from './languages.ts';
import { renewStartAtLogin, setStartAtLogin, thisMachine } from './autostart.ts';
import { openEntry, type Browsers } from './window/app-window.ts';
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appFiles } from '../app-files.ts';
import { DemoNetworkFailed, followSandbox, sandboxArguments } from '../sandbox-process.ts';
import { ActiveWindow, isTitleOf } from '../linux/active-window.ts';
import type { Bus } from '../linux/message-bus.ts';
import { createDesktopNotifications, type DesktopNotifications } from './notifications/dbus-notifications.ts';
import { trackPresence, type PresenceTracker } from '../presence-tracker.ts';
import { setNodeProxy } from '../proxy.ts';
import { createHeadlessProbe } from './probe.ts';
import type { SoundPlayer } from '../sound/player.ts';
import { readDoNotDisturb } from '../linux/do-not-disturb.ts';
import { followScreenSavers, followSession, watchIdleTime } from './presence/dbus-presence.ts';
import { followSystemBus, watchConnection, type PowerListeners } from './presence/power.ts';
import { Tray } from './tray/tray.ts';
import { notificationLine, type Terminal } from './notifications/notification-line.ts';
import type { WindowServer } from './window/window-server.ts';

/** Maximum time to connect to the buses, in ms. */
const MAX_CONNECT_MS = 2_000;

/** Dependencies of the headless desktop. */
export interface HeadlessParts extends Browsers {
  window: Pick<WindowServer, 'entryLink' | 'ticketLink' | 'onLastPageLeft'>;
  /** Focused window (default: on the display of this session). */
  activeWindow?: Pick<ActiveWindow, 'title' | 'isCovered' | 'stop'>;
  /** Bus of notifications and tray; if undefined, terminal and page are used instead. */
  sessionBus: Bus | undefined;
  /** Bus that reports wake-ups and connectivity; if undefined, both are detected by polling. */
  systemBus: Bus | undefined;
  secrets: SecretStore;
  terminal: Terminal;
  clock: Clock;
  log: Log;
  /** Player of Askbell's own sounds; without it, the system's are used. */
  sounds?: SoundPlayer;
  logFile: string;
  /** Opens a folder. Resolves with whether that succeeded. */
  openFolder: (path: string) => Promise<boolean>;
  /** Askbell's own arguments for start at login. */
  atLogin: readonly string[];
  /** Ends the program. */
  quit: () => void;
}

export interface HeadlessDesktop extends Desktop {
  readonly shell: 'headless';
  /** Whether a panel shows the tray icon. */
  readonly hasTray: boolean;
  /** Disconnects from the buses and stops watching. */
  close(): Promise<void>;
}

/**
 * Creates the port over plain Node: the window is a browser page; notifications and tray use D-Bus if there is a
 * session bus.
 */
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
  readonly #events: Emitter<DesktopEvents>;
  readonly #closing = new AbortController();
  readonly #presence: PresenceTracker;
  readonly #tray = new Tray();
  readonly #activeWindow: Pick<ActiveWindow, 'title' | 'isCovered' | 'stop'>;
  #notifications: DesktopNotifications | undefined;

  constructor(parts: HeadlessParts) {
    this.#parts = parts;
    this.#events = new Emitter(parts.log);
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

  /**
   * Connects to the buses and starts watching. The wait for a bus that does not respond is limited; later responses
   * still count.
   */
  async connect(): Promise<void> {
    const { window, sessionBus, systemBus, clock } = this.#parts;
    const power = {
      woke: () => this.#events.emit('woke'),
      online: () => this.#events.emit('online'),
    };
    const connected = new AbortController();
    void Promise.all([this.#connectSession(sessionBus), this.#connectSystem(systemBus, power)]).then(() =>
      connected.abort(),
    );
    await clock.sleep(MAX_CONNECT_MS, connected.signal);
    void watchConnection(clock, this.#closing.signal, power);
    window.onLastPageLeft(() => this.#activeWindow.stop());
  }

  /** Connects notifications, tray, launcher and presence independently, since a desktop may have only some of them. */
  async #connectSession(bus: Bus | undefined): Promise<void> {
    if (!bus) return;
    const { clock, log } = this.#parts;
    bus.onClosed(() => {
      if (!this.#closing.signal.aborted)
        log.warn('The desktop’s message bus is gone; notifications go to the terminal from now on.');
    });
    void orWarn(log, 'idle time', watchIdleTime(bus, clock, this.#closing.signal, this.#presence));
    await Promise.all([
      orWarn(
        log,
        'notifications',
        createDesktopNotifications(bus, {
          action: (id, action) => this.#events.emit('notification-action', { id, action }),
          closed: (id) => this.#events.emit('notification-closed', { id }),
        }).then((made) => void (this.#notifications = made)),
      ),
      orWarn(
        log,
        'tray',
        this.#tray.connectIcon(bus, (command) => this.#events.emit('tray-command', command)),
      ),
      orWarn(log, 'launcher', this.#tray.connectLauncher(bus)),
      orWarn(log, 'screen saver', followScreenSavers(bus, this.#presence.learn)),
    ]);
  }

  /** Connects presence first, so that it is up to date when others handle a wake event. */
  async #connectSystem(bus: Bus | undefined, power: PowerListeners): Promise<void> {
    if (!bus) return;
    const { log } = this.#parts;
    await orWarn(log, 'session state', followSession(bus, this.#presence.learn));
    await orWarn(log, 'power', followSystemBus(bus, power));
  }

  get hasTray(): boolean {
    return this.#tray.isShown;
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
    this.#tray.show(view);
  }

  presence(): Presence {
    return this.#presence.current();
  }

  /** Whether the browser window of a page has the focus, as reported by the desktop; the page itself cannot know. */
  isFocused(page: PageName): boolean {
    return isTitleOf(page, this.#activeWindow.title());
  }

  isCovered(): Promise<boolean> {
    return this.#activeWindow.isCovered();
  }

  async doNotDisturb(): Promise<boolean | undefined> {
    const { sessionBus } = this.#parts;
    return sessionBus && readDoNotDisturb(sessionBus);
  }

  async openExternal(url: string): Promise<void> {
    const address = openableAddress(url);
    const { openInBrowser, terminal } = this.#parts;
    if (!(await openInBrowser(address))) terminal(openThis(address));
  }

  showWindow(view?: WindowView): void {
    this.#logFailure(this.#openPage(view));
  }

  showPanel(): void {
    this.#logFailure(this.#openPage('panel'));
  }

  togglePanel(): void {
    // Askbell cannot close browser windows. An open panel window closes itself when the next one opens.
    this.showPanel();
  }

  hidePanel(): void {}

  async startDemoNetwork(options: DemoOptions): Promise<DemoNetwork> {
    return startDemoNetwork(options, this.#parts.log);
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

  /**
   * Opens the page. The browser's command line is readable by others, so it contains a ticket that expires after a
   * minute.
   */
  async #openPage(view: WindowView | 'panel' | undefined): Promise<void> {
    const { window, terminal } = this.#parts;
    const isOpen = await openEntry(window.ticketLink(view), view === 'panel' ? view : 'window', this.#parts);
    if (!isOpen) terminal(openThis(window.entryLink(view)));
  }

  #logFailure(opening: Promise<void>): void {
    opening.catch((error: unknown) => this.#parts.log.error(`Window: ${errorMessage(error)}`));
  }

  /** Shows a notification on the desktop. Resolves with whether that succeeded. */
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

/** Starts the demo network in a process of Node. Rejects with `DemoNetworkFailed`. */
export async function startDemoNetwork(
  options: DemoOptions,
  log: Log,
  sandbox = appFiles.sandbox,
): Promise<DemoNetwork> {
  if (!existsSync(sandbox)) throw new DemoNetworkFailed('The demo network is not part of this copy of Askbell.');
  return followSandbox(
    fork(sandbox, sandboxArguments(options), { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] }),
    log,
  );
}

const openThis = (address: string): string => `Open this address in your browser: ${address}`;

/** Awaits the connection to a part of the desktop; logs a warning if it fails. */
async function orWarn(log: Log, part: string, connected: Promise<void>): Promise<void> {
  try {
    await connected;
  } catch (error) {
    log.warn(`No ${part} on this desktop: ${errorMessage(error)}`);
  }
}
