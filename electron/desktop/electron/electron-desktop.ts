import { app, clipboard, Notification, session, shell, utilityProcess, type BrowserWindow } from 'electron';
import { join } from 'node:path';
import { Emitter } from '../../base/emitter.ts';
import type { Log } from '../../base/log.ts';
import { createPrivateFile } from '../../base/private-files.ts';
import type { SettingsFile } from '../../store/settings.ts';
import type {
  AuthorizationRequest,
  DemoNetwork,
  DemoOptions,
  Desktop,
  DesktopEvents,
  DesktopNotification,
  PageName,
  Presence,
  ProxyChoice,
  SecretStore,
  ShortcutOutcome,
  ShortcutTarget,
  SystemProbe,
  TrayView,
  Updater,
  WindowView,
} from '../desktop.ts';
import { isWindowCovered } from '../linux/active-window.ts';
import { linuxNotifications, linuxTrayHost, readDoNotDisturb } from '../linux/desktop-facts.ts';
import { BusOnDemand } from '../linux/message-bus.ts';
import { listenForRedirect } from '../loopback-listener.ts';
import { playOwnSound, SoundPlayer } from '../media/player.ts';
import { followSandbox, sandboxArguments } from '../sandbox-process.ts';
import { proxyIn, setProxy } from './net.ts';
import { Notifier } from './notifications.ts';
import { ElectronPresence } from './presence.ts';
import { createSecretStore } from './secrets.ts';
import { createUpdater, followDeepLinks, renewStartAtLogin, setStartAtLogin, Shortcuts } from './system.ts';
import { createUnreadBadge, ElectronTray, type UnreadBadge } from './tray.ts';
import type { PanelWindow } from './window/panel.ts';
import { openLink } from './window/security.ts';
import { authorize } from './window/sign-in.ts';
import type { MainWindow } from './window/windows.ts';

interface ElectronParts {
  /** Folder of the built app (`out/app`). */
  appDir: string;
  window: MainWindow;
  panel: PanelWindow;
  secretsFile: SettingsFile;
  log: Log;
  logFile: string;
  /** Askbell's own arguments for start at login. */
  atLogin: readonly string[];
}

/** The port over Electron. */
export class ElectronDesktop implements Desktop {
  readonly shell = 'electron';
  readonly languages = app.getPreferredSystemLanguages();
  readonly notificationsGoTo = 'desktop';
  readonly windowShowsNotifications = false;
  readonly readsSystemProxy = true;
  readonly listenForRedirect = listenForRedirect;
  readonly openExternal = openLink;
  readonly probe: SystemProbe;
  readonly secrets: SecretStore;
  readonly opensDeepLinks: boolean;
  readonly updater: Updater | undefined;
  readonly playsSounds: boolean;
  readonly logFile: string;
  readonly #parts: ElectronParts;
  readonly #events: Emitter<DesktopEvents>;
  readonly #notifier: Notifier;
  readonly #tray: ElectronTray;
  readonly #presence: ElectronPresence;
  readonly #bus = new BusOnDemand();
  readonly #sounds: SoundPlayer;
  readonly #shortcuts: Shortcuts;
  readonly #badge: UnreadBadge;
  readonly #networks: DemoNetwork[] = [];

  constructor(parts: ElectronParts) {
    const { appDir, window, log } = parts;
    const iconsDir = join(appDir, 'icons');
    this.#parts = parts;
    this.logFile = parts.logFile;
    this.#events = new Emitter(log);
    this.#notifier = new Notifier(this.#events, join(iconsDir, 'askbell.png'));
    this.#tray = new ElectronTray(iconsDir, this.#events);
    this.#presence = new ElectronPresence(this.#events);
    this.#sounds = new SoundPlayer(log, join(appDir, 'sounds'));
    this.playsSounds = this.#sounds.available;
    this.#shortcuts = new Shortcuts(this.#events);
    this.#badge = createUnreadBadge(window, this.#bus);
    this.opensDeepLinks = followDeepLinks(this.#events);
    this.probe = createElectronProbe(this.#bus);
    this.secrets = createSecretStore(parts.secretsFile);
    this.updater = createUpdater(log, (appImage) => this.#followRename(appImage));
  }

  notify(notification: DesktopNotification): Promise<void> {
    return this.#notifier.notify(playOwnSound(this.#sounds, notification));
  }

  withdraw(id: number): void {
    this.#notifier.withdraw(id);
  }

  setTray(view: TrayView): void {
    this.#tray.show(view);
    this.#badge.show(view);
    if (view.panel) this.#parts.panel.follow(view.panel);
  }

  showPanel(): void {
    this.#parts.panel.show(this.#tray.bounds());
  }

  togglePanel(): void {
    this.#parts.panel.toggle(this.#tray.bounds());
  }

  hidePanel(): void {
    this.#parts.panel.hide();
  }

  setPanelHeight(px: number): void {
    this.#parts.panel.setHeight(px);
  }

  presence(): Presence {
    return this.#presence.current();
  }

  /** Whether a page's window is shown and has the focus; a hidden one may keep it on some systems. */
  isFocused(page: PageName): boolean {
    const window = this.#windowOf(page);
    if (!window || window.isDestroyed() || this.#presence.isLocked()) return false;
    return window.isVisible() && !window.isMinimized() && window.isFocused();
  }

  /** Whether another window covers a page's; other than on X11, a covering window also takes the focus. */
  async isCovered(page: PageName): Promise<boolean> {
    const window = this.#windowOf(page);
    if (!window || process.platform !== 'linux' || !process.env['DISPLAY']) return false;
    const id = `0x${window.getNativeWindowHandle().readUInt32LE(0).toString(16)}`;
    return (await isWindowCovered(id)) === true;
  }

  async doNotDisturb(): Promise<boolean | undefined> {
    const bus = await this.#bus.open();
    return bus && readDoNotDisturb(bus);
  }

  showWindow(view?: WindowView): void {
    this.#parts.window.show(view);
  }

  authorize(request: AuthorizationRequest): Promise<string> {
    return authorize(request, this.#parts.window.current());
  }

  async readClipboard(): Promise<string> {
    return clipboard.readText();
  }

  /** Starts the demo network in a utility process. */
  async startDemoNetwork(options: DemoOptions): Promise<DemoNetwork> {
    // Created here with a private mode: Chromium may fork from a process that it started before Askbell set its umask.
    createPrivateFile(options.dataFile);
    const program = join(this.#parts.appDir, 'sandbox.mjs');
    const network = await followSandbox(
      utilityProcess.fork(program, sandboxArguments(options), { stdio: 'pipe', serviceName: 'Askbell demo network' }),
      this.#parts.log,
    );
    this.#networks.push(network);
    return network;
  }

  setStartAtLogin(on: boolean): Promise<void> {
    return setStartAtLogin(on, this.#parts.atLogin);
  }

  async renewStartAtLogin(): Promise<void> {
    renewStartAtLogin(this.#parts.atLogin);
  }

  setShortcut(opens: ShortcutTarget, accelerator: string): Promise<ShortcutOutcome> {
    return this.#shortcuts.set(opens, accelerator);
  }

  setProxy(choice: ProxyChoice): Promise<void> {
    return setProxy(choice, session.defaultSession);
  }

  async openFolder(path: string): Promise<void> {
    const problem = await shell.openPath(path);
    if (problem) throw new Error(`The folder is ${path}. (${problem})`);
  }

  on<E extends keyof DesktopEvents>(event: E, listener: (detail: DesktopEvents[E]) => void): () => void {
    return this.#events.on(event, listener);
  }

  quit(): void {
    app.quit();
  }

  /** Shows the panel, like its shortcut, when a second start requests it. */
  openPanel(): void {
    this.#events.emit('shortcut', 'panel');
  }

  /** Stops the demo network and removes tray and notifications. */
  async close(): Promise<void> {
    this.#presence.stop();
    this.#notifier.closeAll();
    this.#tray.destroy();
    this.#shortcuts.releaseAll();
    this.#sounds.close();
    await Promise.all([this.#badge.close(), ...this.#networks.map((network) => network.stop())]);
    await this.#bus.close();
  }

  #windowOf(page: PageName): BrowserWindow | undefined {
    return (page === 'panel' ? this.#parts.panel : this.#parts.window).current();
  }

  /** Renews the start-at-login entry of a renamed AppImage; desktops ignore an entry whose program is missing. */
  #followRename(appImage: string): void {
    const { atLogin, log } = this.#parts;
    try {
      renewStartAtLogin(atLogin, appImage);
    } catch (error) {
      // Askbell is quitting; the installed update stays.
      log.warn(`Start at login could not be renewed: ${String(error)}`);
    }
  }
}

/** Creates a probe of the system; on Linux it queries the programs on the session bus that Electron uses. */
export const createElectronProbe = (bus = new BusOnDemand(), platform = process.platform): SystemProbe => ({
  async notifications() {
    if (!Notification.isSupported()) return { kind: 'unsupported' };
    return platform === 'linux' ? linuxNotifications(await bus.open()) : { kind: 'native' };
  },
  trayHost: async () => (platform === 'linux' ? linuxTrayHost(await bus.open()) : 'native'),
  proxyFor: async (address) => proxyIn(await session.defaultSession.resolveProxy(address).catch(() => 'DIRECT')),
});
