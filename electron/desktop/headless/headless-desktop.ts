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
import { listenForRedirect } from '../loopback-listener.ts';
import { playOwnSound, type SoundPlayer } from '../media/player.ts';
import { chosenProxyFor, setNodeProxy } from '../proxy.ts';
import { startSandbox } from '../sandbox-process.ts';
import { systemLanguages } from './data-dir.ts';
import { notificationLine, type Terminal } from './notifications.ts';
import { DesktopSession, type Buses } from './desktop-session.ts';
import { watchConnection } from './presence.ts';
import type { WindowAccess } from './window/access.ts';
import { openEntry, type Browser } from './window/browser.ts';
import type { WindowServer } from './window/window-server.ts';

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
  readonly #session: DesktopSession;
  readonly #closing = new AbortController();
  readonly #quit = Promise.withResolvers<void>();
  /** Resolves when the agent asks to end the program. */
  readonly quitRequested = this.#quit.promise;

  constructor(parts: HeadlessParts) {
    this.#parts = parts;
    this.probe = createHeadlessProbe(parts.buses.session);
    this.secrets = parts.secrets;
    this.logFile = parts.output.logFile;
    this.playsSounds = parts.output.sounds.available;
    this.#events = new Emitter(parts.output.log);
    this.#session = new DesktopSession(parts.buses, parts.clock, parts.output.log, this.#events, this.#closing.signal);
  }

  /** Connects to the parts of the desktop, and starts watching. */
  async connect(): Promise<void> {
    const { window, browser, clock } = this.#parts;
    await this.#session.connect();
    void watchConnection(clock, this.#closing.signal, this.#events);
    window.onLastPageLeft(() => browser.stopFollowing());
  }

  /** Whether a panel shows the tray icon. */
  get hasTray(): boolean {
    return this.#session.hasTray;
  }

  get notificationsGoTo(): NotificationsGoTo {
    return this.#session.showsNotifications ? 'desktop' : 'terminal';
  }

  get windowShowsNotifications(): boolean {
    return !this.#session.showsNotifications;
  }

  async notify(notification: DesktopNotification): Promise<void> {
    const { output, clock } = this.#parts;
    const shown = playOwnSound(output.sounds, notification);
    if (!(await this.#session.notify(shown))) output.terminal(notificationLine(shown, new Date(clock.now())));
  }

  withdraw(id: number): void {
    this.#session.withdraw(id);
  }

  setTray(view: TrayView): void {
    this.#session.setTray(view);
  }

  presence(): Presence {
    return this.#session.presence.current();
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
