import { app, clipboard, Notification, session, shell, utilityProcess, type BrowserWindow } from 'electron';
import { join } from 'node:path';
import { Emitter } from '../../base/emitter.ts';
import type { Log } from '../../base/log.ts';
import { createPrivateFile } from '../../base/private-files.ts';
import type { SettingsFile } from '../../store/settings.ts';
import type { DemoNetwork, DemoOptions, Desktop, DesktopEvents, PageName, SystemProbe } from '../desktop.ts';
import { isWindowCovered } from '../linux/active-window.ts';
import { linuxNotifications, linuxTrayHost } from '../linux/desktop-facts.ts';
import { readDoNotDisturb } from '../linux/do-not-disturb.ts';
import { BusOnDemand } from '../linux/message-bus.ts';
import { listenForRedirect } from '../loopback-listener.ts';
import { createSoundPlayer, playOwnSound } from '../media/player.ts';
import { followSandbox, sandboxArguments } from '../sandbox-process.ts';
import { proxyIn, setProxy } from './net.ts';
import { createNotifier } from './notifications.ts';
import { watchPower, watchPresence } from './presence.ts';
import { createSecretStore } from './secrets.ts';
import { createShortcuts, followDeepLinks, renewStartAtLogin, setStartAtLogin } from './system.ts';
import { ElectronTray } from './tray.ts';
import { createUnreadBadge } from './unread-badge.ts';
import { createUpdater } from './updater.ts';
import type { PanelWindow } from './window/panel.ts';
import { openLink } from './window/security.ts';
import { authorize } from './window/sign-in.ts';
import type { MainWindow } from './window/windows.ts';

/** The Electron adapter and the methods reserved for the shell. */
export interface ElectronDesktop {
  desktop: Desktop;
  /** Shows the panel, like its shortcut, when a second start requests it. */
  openPanel(): void;
  /** Stops the demo network and removes tray and notifications. */
  close(): Promise<void>;
}

interface ElectronDesktopOptions {
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

/** Creates the port from the Electron parts. */
export function createElectronDesktop(options: ElectronDesktopOptions): ElectronDesktop {
  const { appDir, window, panel, log } = options;
  const emitter = new Emitter<DesktopEvents>(log);
  const iconsDir = join(appDir, 'icons');
  const notifier = createNotifier(emitter, join(iconsDir, 'askbell.png'));
  const tray = new ElectronTray(iconsDir, emitter);
  // First, so that presence is up to date when others handle a wake event.
  const presence = watchPresence(emitter);
  const endPower = watchPower(emitter);
  const bus = new BusOnDemand();
  const sounds = createSoundPlayer(log, join(appDir, 'sounds'));
  const shortcuts = createShortcuts(emitter);
  const badge = createUnreadBadge(window, bus);
  const deepLinks = followDeepLinks(emitter);
  const networks: DemoNetwork[] = [];
  const shown = (page: PageName) => (page === 'panel' ? panel : window).current();

  const desktop: Desktop = {
    shell: 'electron',
    probe: createElectronProbe(bus),
    secrets: createSecretStore(options.secretsFile),
    languages: app.getPreferredSystemLanguages(),
    notificationsGoTo: 'desktop',
    windowShowsNotifications: false,
    notify: (notification) => notifier.notify(playOwnSound(sounds, notification)),
    withdraw: notifier.withdraw,
    setTray(view) {
      tray.show(view);
      badge.show(view);
      panel.setZoom(view.panel?.zoom);
    },
    showPanel: () => panel.show(tray.bounds()),
    togglePanel: () => panel.toggle(tray.bounds()),
    hidePanel: () => panel.hide(),
    presence: presence.current,
    isFocused: (page) => !presence.isLocked() && hasFocus(shown(page)),
    isCovered: (page) => isCovered(shown(page)),
    async doNotDisturb() {
      const opened = await bus.open();
      return opened && readDoNotDisturb(opened);
    },
    openExternal: openLink,
    showWindow: (view) => window.show(view),
    authorize: (request) => authorize(request, window.current()),
    listenForRedirect,
    opensDeepLinks: deepLinks.isRegistered,
    readClipboard: () => clipboard.readText(),
    async startDemoNetwork(demo) {
      const network = await startSandbox(join(appDir, 'sandbox.mjs'), demo, log);
      networks.push(network);
      return network;
    },
    setStartAtLogin: (on) => setStartAtLogin(on, options.atLogin),
    renewStartAtLogin: async () => renewStartAtLogin(options.atLogin),
    setShortcut: shortcuts.set,
    setProxy: (choice) => setProxy(choice, session.defaultSession),
    readsSystemProxy: true,
    updater: createUpdater(log, (appImage) => followRename(appImage, options)),
    playsSounds: sounds.available,
    logFile: options.logFile,
    async openFolder(path) {
      const problem = await shell.openPath(path);
      if (problem) throw new Error(`The folder is ${path}. (${problem})`);
    },
    on: (event, listener) => emitter.on(event, listener),
    quit: () => app.quit(),
  };
  return {
    desktop,
    openPanel: () => emitter.emit('shortcut', 'panel'),
    async close() {
      presence.stop();
      endPower();
      notifier.closeAll();
      tray.destroy();
      shortcuts.releaseAll();
      sounds.close();
      await Promise.all([badge.close(), ...networks.map((network) => network.stop())]);
      await bus.close();
    },
  };
}

/** Starts the demo network in a utility process. */
function startSandbox(program: string, options: DemoOptions, log: Log): Promise<DemoNetwork> {
  // Created here with a private mode: Chromium may fork from a process that it started before Askbell set its umask.
  createPrivateFile(options.dataFile);
  return followSandbox(
    utilityProcess.fork(program, sandboxArguments(options), { stdio: 'pipe', serviceName: 'Askbell demo network' }),
    log,
  );
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

/** Whether a window is shown and has the focus; a hidden one may keep it on some systems. */
const hasFocus = (window: BrowserWindow | undefined): boolean =>
  window !== undefined && !window.isDestroyed() && window.isVisible() && !window.isMinimized() && window.isFocused();

/** Whether another window covers this one; other than on X11, a covering window also takes the focus. */
async function isCovered(window: BrowserWindow | undefined): Promise<boolean> {
  if (!window || process.platform !== 'linux' || !process.env['DISPLAY']) return false;
  const id = `0x${window.getNativeWindowHandle().readUInt32LE(0).toString(16)}`;
  return (await isWindowCovered(id)) === true;
}

/**
 * Updates the start-at-login entry after an AppImage was renamed; desktops ignore an entry whose program is missing.
 */
function followRename(appImage: string, { atLogin, log }: ElectronDesktopOptions): void {
  try {
    renewStartAtLogin(atLogin, appImage);
  } catch (error) {
    // Askbell is quitting; the installed update stays.
    log.warn(`Start at login could not be renewed: ${String(error)}`);
  }
}
