import { app, globalShortcut } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { homedir } from 'node:os';
import type { Emitter } from '../../base/emitter.ts';
import type { Log } from '../../base/log.ts';
import type { DesktopEvents, ShortcutOutcome, ShortcutTarget, Updater } from '../desktop.ts';
import { ownAppImage } from '../linux/environment.ts';
import { renewEntry, setEntry, type AutostartEntry } from '../linux/autostart.ts';
import { deepLinkIn, DEEP_LINK_SCHEME, updateWay } from './installation.ts';

/** Returns the path of the running program: the AppImage, or the packaged program. */
const ownProgram = (): string => ownAppImage(process.env, process.execPath) ?? process.execPath;

/**
 * Returns the arguments with the app's folder first if the program is not packaged, as the Electron binary needs it.
 */
const ownArguments = (args: readonly string[]): string[] => [...(app.isPackaged ? [] : [app.getAppPath()]), ...args];

const entryOf = (args: readonly string[], program = ownProgram()): AutostartEntry => ({
  name: 'askbell',
  env: process.env,
  home: homedir(),
  command: [program, ...ownArguments(args)],
});

/**
 * Turns start at login with these arguments on or off.
 * @throws StartAtLoginUnsupported if that is not possible
 */
export async function setStartAtLogin(on: boolean, args: readonly string[]): Promise<void> {
  // Electron supports no login items on Linux. On macOS they take no arguments: see `wasOpenedAtLogin`.
  if (process.platform === 'linux') setEntry(on, entryOf(args));
  else app.setLoginItemSettings({ openAtLogin: on, args: ownArguments(args) });
}

/**
 * Rewrites, on Linux, an existing entry that starts another program than this one, or than `program` if Askbell was
 * just renamed to that. Other systems update their entries themselves.
 */
export function renewStartAtLogin(args: readonly string[], program?: string): void {
  if (process.platform === 'linux') renewEntry(entryOf(args, program));
}

/** Whether macOS started Askbell at login: its login items take no `--hidden`. */
export function wasOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/**
 * Registers this program for `askbell:` addresses and emits each one received: as an argument of a second
 * start (Linux, Windows), or as an event (macOS). An address that starts Askbell is ignored: its sign-in ended with the
 * previous process. Returns whether it is registered: a checkout is not, since the system could not tell it from
 * others.
 */
export function followDeepLinks(events: Emitter<DesktopEvents>): boolean {
  app.on('open-url', (event, address) => {
    event.preventDefault();
    events.emit('deep-link', address);
  });
  app.on('second-instance', (_event, argv) => {
    const address = deepLinkIn(argv);
    if (address !== undefined) events.emit('deep-link', address);
  });
  return app.isPackaged && app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);
}

/** Global shortcuts, one per target; emits each press. */
export class Shortcuts {
  readonly #events: Emitter<DesktopEvents>;
  readonly #registered = new Map<ShortcutTarget, string>();

  constructor(events: Emitter<DesktopEvents>) {
    this.#events = events;
  }

  async set(opens: ShortcutTarget, accelerator: string): Promise<ShortcutOutcome> {
    this.#release(opens);
    if (accelerator === '') return 'off';
    // Electron would replace the other listener.
    if ([...this.#registered.values()].includes(accelerator)) return 'taken';
    try {
      if (!globalShortcut.register(accelerator, () => this.#events.emit('shortcut', opens))) return 'taken';
    } catch {
      // Electron throws on an invalid accelerator.
      return 'invalid';
    }
    this.#registered.set(opens, accelerator);
    return 'registered';
  }

  releaseAll(): void {
    for (const opens of this.#registered.keys()) this.#release(opens);
  }

  #release(opens: ShortcutTarget): void {
    const accelerator = this.#registered.get(opens);
    if (accelerator !== undefined) globalShortcut.unregister(accelerator);
    this.#registered.delete(opens);
  }
}

/**
 * Loads electron-updater for this system, lazily. On Linux it would choose by `package-type`, which an AppImage may
 * have from a deb: see `updateWay`.
 */
async function loadUpdater(onAppImageRenamed: (file: string) => void): Promise<AppUpdater> {
  const updaters = await import('electron-updater');
  if (process.platform !== 'linux') return updaters.autoUpdater;
  const updater = new updaters.AppImageUpdater();
  updater.on('appimage-filename-updated', onAppImageRenamed);
  return updater;
}

/**
 * Creates the updater; undefined if the user has to install updates. `onAppImageRenamed` is called synchronously with
 * the new file when an AppImage was replaced by one with another name while the app quits.
 */
export function createUpdater(log: Log, onAppImageRenamed: (file: string) => void): Updater | undefined {
  const { platform, arch, env, execPath: program } = process;
  if (updateWay({ platform, arch, env, program, isPackaged: app.isPackaged }) === 'page') return undefined;
  // One instance for all releases: each would install its own download when the app quits.
  let updater: Promise<AppUpdater> | undefined;
  return {
    async download(version) {
      updater ??= loadUpdater(onAppImageRenamed);
      await downloadRelease(await updater, { version, present: app.getVersion(), log });
    },
  };
}

/**
 * Downloads a release and schedules its installation for when the app quits.
 * @param version the release that was found; `present` is the running version
 * @throws Error if its files are missing, it is not newer, or a file does not match the release's metadata
 */
export async function downloadRelease(
  updater: AppUpdater,
  { version, present, log }: { version: string; present: string; log: Log },
): Promise<void> {
  updater.logger = log;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  // Overrides electron-updater's staging id, which would identify this installation. The user agent is only recognized
  // in this spelling; otherwise electron-updater sends `electron-builder`.
  updater.requestHeaders = { 'x-user-staging-id': 'none', 'User-Agent': `Askbell/${present}` };
  const found = await updater.checkForUpdates();
  if (found?.isUpdateAvailable !== true || found.updateInfo.version !== version)
    throw new Error(`the files of ${version} are not there yet`);
  await updater.downloadUpdate(found.cancellationToken);
}
