import { errorMessage } from '../../../common/error-message.ts';
import type { Clock } from '../../base/clock.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Log } from '../../base/log.ts';
import {
  type DemoNetwork,
  type DemoOptions,
  type Desktop,
  type DesktopEvents,
  type DesktopNotification,
  type NotificationsGoTo,
  openableAddress,
  type PageName,
  type Presence,
  type ProxyChoice,
  type SecretStore,
  type ShortcutOutcome,
  type ShortcutTarget,
  StartAtLoginUnsupported,
  type SystemProbe,
  type TrayView,
  type WindowView,
} from '../desktop.ts';
import { renewEntry, setEntry, type AutostartEntry } from '../linux/autostart.ts';
import { linuxNotifications, linuxTrayHost, readDoNotDisturb } from '../linux/desktop-facts.ts';
import type { Bus } from '../linux/message-bus.ts';
import { createLauncherCount, type LauncherCount } from '../linux/launcher-count.ts';
import { listenForRedirect } from '../loopback-listener.ts';
import { playOwnSound, type SoundPlayer } from '../media/player.ts';
import { PresenceTracker } from '../presence-tracker.ts';
import { chosenProxyFor, setNodeProxy } from '../proxy.ts';
import { startSandbox } from '../sandbox-process.ts';
import { systemLanguages } from './data-dir.ts';
import { DesktopNotifications, notificationLine, type Terminal } from './notifications.ts';
import { followNetwork, followScreenSavers, followSession, watchConnection, watchIdleTime } from './presence.ts';
import { StatusNotifier } from './status-notifier.ts';
import type { WindowAccess } from './window/access.ts';
import { openEntry, type Browser } from './window/browser.ts';
import type { WindowServer } from './window/window-server.ts';

/** Maximum time to connect to the buses, in ms. */
const MAX_CONNECT_MS = 2_000;

/** Message buses; undefined if the connection failed. */
interface Buses {
  /** Bus of notifications and tray; without it, terminal and page are used instead. */
  session: Bus | undefined;
  /** Bus that reports wake-ups and connectivity; without it, both are detected by polling. */
  system: Bus | undefined;
}

/** Where texts and sounds go. */
export interface Output {
  log: Log;
  logFile: string;
  terminal: Terminal;
  sounds: Pick<SoundPlayer, 'available' | 'play' | 'close'>;
}

/** Things that the headless desktop is made of. */
export interface HeadlessParts {
  window: Pick<WindowServer, 'onLastPageLeft'> & { access: Pick<WindowAccess, 'entryLink' | 'ticketLink'> };
  browser: Pick<Browser, 'open' | 'openAppWindow' | 'openFolder' | 'isFocused' | 'isCovered' | 'stopFollowing'>;
  buses: Buses;
  secrets: SecretStore;
  output: Output;
  clock: Clock;
  autostart: AutostartEntry;
}

/** Creates a probe of the system with plain Node: the programs on the session bus, and Node's proxies. */
export const createHeadlessProbe = (session: Bus | undefined): SystemProbe => ({
  notifications: () => linuxNotifications(session),
  trayHost: () => linuxTrayHost(session),
  proxyFor: async (address) => chosenProxyFor(address),
});

/**
 * The port over plain Node: the window is a browser page; notifications and tray use D-Bus if there is a session bus.
 */
export class HeadlessDesktop implements Desktop {
  readonly shell = 'headless';
  readonly opensDeepLinks = false;
  readonly listenForRedirect = listenForRedirect;
  readonly languages = systemLanguages(process.env);
  readonly probe: SystemProbe;
  readonly secrets: SecretStore;
  readonly logFile: string;
  readonly playsSounds: boolean;
  readonly readsSystemProxy = false;
  readonly #parts: HeadlessParts;
  readonly #events: Emitter<DesktopEvents>;
  readonly #presence: PresenceTracker;
  readonly #closing = new AbortController();
  readonly #quit = Promise.withResolvers<void>();
  /** Resolves when the agent asks to end the program. */
  readonly quitRequested = this.#quit.promise;
  #notifications: DesktopNotifications | undefined;
  #icon: StatusNotifier | undefined;
  #launcher: LauncherCount | undefined;
  #view: TrayView | undefined;

  constructor(parts: HeadlessParts) {
    this.#parts = parts;
    this.probe = createHeadlessProbe(parts.buses.session);
    this.secrets = parts.secrets;
    this.logFile = parts.output.logFile;
    this.playsSounds = parts.output.sounds.available;
    this.#events = new Emitter(parts.output.log);
    this.#presence = new PresenceTracker(this.#events, () => parts.clock.now());
  }

  /**
   * Connects to the parts of the desktop, and starts watching. The wait for a bus that does not respond is limited;
   * later responses still count.
   */
  async connect(): Promise<void> {
    const { window, browser, clock, buses } = this.#parts;
    const connected = new AbortController();
    void Promise.all([
      buses.session && this.#connectSession(buses.session),
      buses.system && this.#connectSystem(buses.system),
    ]).then(() => connected.abort());
    await clock.sleep(MAX_CONNECT_MS, connected.signal);
    void watchConnection(clock, this.#closing.signal, this.#events);
    window.onLastPageLeft(() => browser.stopFollowing());
  }

  /** Whether a panel shows the tray icon. */
  get hasTray(): boolean {
    return this.#icon?.isRegistered ?? false;
  }

  get notificationsGoTo(): NotificationsGoTo {
    return this.#notifications?.available ? 'desktop' : 'terminal';
  }

  get windowShowsNotifications(): boolean {
    return this.notificationsGoTo === 'terminal';
  }

  async notify(notification: DesktopNotification): Promise<void> {
    const { output, clock } = this.#parts;
    const shown = playOwnSound(output.sounds, notification);
    if (this.#notifications?.available) {
      try {
        return await this.#notifications.show(shown);
      } catch (error) {
        this.#warn('Notifications', error);
      }
    }
    output.terminal(notificationLine(shown, new Date(clock.now())));
  }

  withdraw(id: number): void {
    this.#notifications?.withdraw(id).catch((error: unknown) => this.#warn('Notifications', error));
  }

  setTray(view: TrayView): void {
    this.#view = view;
    this.#icon?.show(view);
    this.#launcher?.show(view.unread);
  }

  presence(): Presence {
    return this.#presence.current();
  }

  isFocused(page: PageName): boolean {
    return this.#parts.browser.isFocused(page);
  }

  isCovered(): Promise<boolean> {
    return this.#parts.browser.isCovered();
  }

  async doNotDisturb(): Promise<boolean | undefined> {
    const { session } = this.#parts.buses;
    return session && readDoNotDisturb(session);
  }

  async openExternal(url: string): Promise<void> {
    const address = openableAddress(url);
    const { browser, output } = this.#parts;
    if (!(await browser.open(address))) output.terminal(openThis(address));
  }

  showWindow(view?: WindowView): void {
    void this.#openPage(view);
  }

  showPanel(): void {
    void this.#openPage('panel');
  }

  togglePanel(): void {
    // Askbell cannot close browser windows. An open panel window closes itself when the next one opens.
    this.showPanel();
  }

  hidePanel(): void {}

  startDemoNetwork(options: DemoOptions): Promise<DemoNetwork> {
    return startSandbox(options, this.#parts.output.log);
  }

  async setStartAtLogin(on: boolean): Promise<void> {
    if (process.platform === 'linux') setEntry(on, this.#parts.autostart);
    else if (on) throw new StartAtLoginUnsupported('system', process.platform);
  }

  async renewStartAtLogin(): Promise<void> {
    if (process.platform === 'linux') renewEntry(this.#parts.autostart);
  }

  async setShortcut(_opens: ShortcutTarget, accelerator: string): Promise<ShortcutOutcome> {
    return accelerator === '' ? 'off' : 'unsupported';
  }

  async setProxy(choice: ProxyChoice): Promise<void> {
    setNodeProxy(choice);
  }

  async openFolder(path: string): Promise<void> {
    if (!(await this.#parts.browser.openFolder(path))) throw new Error(`The folder is ${path}.`);
  }

  on<E extends keyof DesktopEvents>(event: E, listener: (detail: DesktopEvents[E]) => void): () => void {
    return this.#events.on(event, listener);
  }

  quit(): void {
    this.#quit.resolve();
  }

  /** Disconnects from the buses and stops watching. */
  async close(): Promise<void> {
    const { output, browser, buses } = this.#parts;
    this.#closing.abort();
    output.sounds.close();
    browser.stopFollowing();
    await Promise.all([buses.session?.close(), buses.system?.close()]);
  }

  /** Connects the parts independently, since a desktop may have only some of them. */
  async #connectSession(bus: Bus): Promise<void> {
    const { output, clock } = this.#parts;
    bus.onClosed(() => {
      if (!this.#closing.signal.aborted)
        output.log.warn('The desktop’s message bus is gone; notifications go to the terminal from now on.');
    });
    void this.#orWarn('idle time', watchIdleTime(bus, clock, this.#closing.signal, this.#presence));
    await Promise.all([
      this.#orWarn('notifications', this.#connectNotifications(bus)),
      this.#orWarn('tray', this.#connectTray(bus)),
      this.#orWarn('launcher', this.#connectLauncher(bus)),
      this.#orWarn('screen saver', followScreenSavers(bus, this.#presence)),
    ]);
  }

  async #connectSystem(bus: Bus): Promise<void> {
    await this.#orWarn('session state', followSession(bus, this.#presence, this.#events));
    await this.#orWarn('network state', followNetwork(bus, this.#events));
  }

  async #connectNotifications(bus: Bus): Promise<void> {
    const notifications = new DesktopNotifications(bus, this.#events);
    await notifications.connect();
    this.#notifications = notifications;
  }

  async #connectTray(bus: Bus): Promise<void> {
    const icon = new StatusNotifier(bus, this.#events);
    await icon.connect();
    this.#icon = icon;
    if (this.#view) icon.show(this.#view);
  }

  async #connectLauncher(bus: Bus): Promise<void> {
    this.#launcher = await createLauncherCount(bus);
    if (this.#view) this.#launcher.show(this.#view.unread);
  }

  /** Awaits the connection to a part; logs a warning if it fails. */
  async #orWarn(part: string, connected: Promise<void>): Promise<void> {
    await connected.catch((error: unknown) => this.#warn(`No ${part} on this desktop`, error));
  }

  #warn(subject: string, error: unknown): void {
    this.#parts.output.log.warn(`${subject}: ${errorMessage(error)}`);
  }

  /**
   * Opens the page. The browser's command line is readable by others, so it contains a ticket that expires after a
   * minute.
   */
  async #openPage(view: WindowView | 'panel' | undefined): Promise<void> {
    const { window, browser, output } = this.#parts;
    try {
      const isOpen = await openEntry(window.access.ticketLink(view), view === 'panel' ? view : 'window', browser);
      if (!isOpen) output.terminal(openThis(window.access.entryLink(view)));
    } catch (error) {
      output.log.error(`Window: ${errorMessage(error)}`);
    }
  }
}

const openThis = (address: string): string => `Open this address in your browser: ${address}`;
