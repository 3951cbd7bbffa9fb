import { app, clipboard, session, utilityProcess, type BrowserWindow } from 'electron';
import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import type { SettingsFile } from '../../store/settings.ts';
import type { DemoNetwork, Desktop, DesktopEvents, DesktopNotification } from '../desktop.ts';
import { createSoundPlayer, type SoundPlayer } from '../sound/player.ts';
import { renewStartAtLogin, setStartAtLogin } from './autostart.ts';
import { followDeepLinks } from './deep-links.ts';
import { isWindowCovered } from '../linux/window-cover.ts';
import { followSandbox, sandboxArguments } from '../sandbox-process.ts';
import { createPrivateFile } from '../../base/private-files.ts';
import { createDoNotDisturb } from './presence/do-not-disturb.ts';
import { Emitter } from '../../base/emitter.ts';
import { listenForRedirect } from '../loopback-listener.ts';
import { createNotifier } from './notifications.ts';
import { watchPower } from './presence/power.ts';
import { watchPresence } from './presence/presence.ts';
import { openFolder } from './open-folder.ts';
import { createElectronProbe } from './probe.ts';
import { setProxy } from './network/proxy.ts';
import { createSecretStore } from './secrets.ts';
import { openLink } from './window/security.ts';
import { createShortcuts } from './shortcut.ts';
import { authorize } from './window/sign-in.ts';
import { createTray } from './tray/tray.ts';
import { createUnreadBadge } from './tray/unread-badge.ts';
import { createUpdater } from './network/updater.ts';
import type { PanelWindow } from './window/panel-window.ts';
import { joinPanel } from './tray/tray-panel.ts';
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
  const tray = createTray({ iconsDir, choose: (command) => emitter.emit('tray-command', command) });
  // First, so that presence is up to date when others handle a wake event.
  const presence = watchPresence(emitter);
  const endPower = watchPower(emitter);
  const doNotDisturb = createDoNotDisturb();
  const sounds = createSoundPlayer(log);
  const shortcuts = createShortcuts((opens) => emitter.emit('shortcut', opens));
  const trayPanel = joinPanel(tray, panel);
  const badge = createUnreadBadge(() => window.current());
  const deepLinks = followDeepLinks((address) => emitter.emit('deep-link', address));
  const networks: DemoNetwork[] = [];

  const desktop: Desktop = {
    shell: 'electron',
    probe: createElectronProbe(),
    secrets: createSecretStore(options.secretsFile),
    languages: app.getPreferredSystemLanguages(),
    notificationsGoTo: 'desktop',
    windowShowsNotifications: false,
    notify: (notification) => notifier.notify(playedBy(sounds, notification)),
    withdraw: notifier.withdraw,
    ...trayPanel.desktop,
    setTray(view) {
      trayPanel.desktop.setTray(view);
      badge.show(view);
    },
    presence: presence.current,
    isFocused: (page) => !presence.isLocked() && hasFocus((page === 'panel' ? panel : window).current()),
    isCovered: (page) => isCovered((page === 'panel' ? panel : window).current()),
    doNotDisturb: doNotDisturb.read,
    openExternal: openLink,
    showWindow: (view) => window.show(view),
    authorize: (request) => authorize(request, window.current()),
    listenForRedirect,
    opensDeepLinks: deepLinks.isRegistered,
    readClipboard: () => clipboard.readText(),
    async startDemoNetwork(demo) {
      // Created here with a private mode: Chromium may fork from a process started before Askbell set its umask.
      createPrivateFile(demo.dataFile);
      const network = await followSandbox(
        utilityProcess.fork(join(appDir, 'sandbox.mjs'), sandboxArguments(demo), {
          stdio: 'pipe',
          serviceName: 'Askbell demo network',
        }),
        log,
      );
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
    openFolder,
    on: emitter.on,
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
      trayPanel.stop();
      sounds.close();
      await Promise.all([doNotDisturb.close(), badge.close(), ...networks.map((network) => network.stop())]);
    },
  };
}

/** Plays a notification's own sound where supported. Returns the notification to pass to the system. */
function playedBy(sounds: SoundPlayer, notification: DesktopNotification): DesktopNotification {
  if (!notification.sound || !sounds.available) return notification;
  sounds.play(notification.sound);
  return { ...notification, silent: true };
}

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
