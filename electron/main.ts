import { RPCHandler } from '@orpc/server/message-port';
import { app, dialog, ipcMain, Menu, net, nativeTheme, session, type MessagePortMain, type Rectangle } from 'electron';
import log from 'electron-log/main';
import Store from 'electron-store';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { errorMessage } from '../common/error-message.ts';
import { plainLines } from '../common/safe-text.ts';
import { preferredLocale } from '../common/i18n/localized-text.ts';
import { loadLanguages } from '../common/i18n/words.ts';
import { DOCTOR_WAIT_MS, readOnlySettings, runDoctor } from './agent/health/doctor.ts';
import { RELEASE_FEED } from './agent/health/update-check.ts';
import { assemble, upgradeLine, type Askbell } from './assemble.ts';
import { readBuiltInClients } from './built-in-clients.ts';
import { systemClock } from './base/clock.ts';
import { wasOpenedAtLogin } from './desktop/electron/autostart.ts';
import { offerToMove } from './desktop/electron/window/applications-folder.ts';
import { isOwnPage, registerAppScheme, serveApp } from './desktop/electron/window/app-scheme.ts';
import { openDoor } from './desktop/electron/door.ts';
import { ownArguments } from './desktop/electron/command-line.ts';
import { createElectronDesktop } from './desktop/electron/electron-desktop.ts';
import { createElectronProbe } from './desktop/electron/probe.ts';
import { setProxy } from './desktop/electron/network/proxy.ts';
import { createSecretStore, lendKey } from './desktop/electron/secrets.ts';
import { createSystemFetch } from './desktop/electron/network/system-fetch.ts';
import { openOutside, setUpSecurity } from './desktop/electron/window/security.ts';
import { createPanelWindow, type PanelWindow } from './desktop/electron/window/panel-window.ts';
import { createMainWindow, windowIcon, type MainWindow } from './desktop/electron/window/windows.ts';
import {
  claimDataFolder,
  DATA_FOLDER_IN_USE,
  askRunning,
  requestEntry,
  runningInstance,
  type Instance,
} from './desktop/single-instance.ts';
import { holdBack, logUncaught, redact, redacted, type Log } from './base/log.ts';
import { helpText, loginArguments, OptionsError, parseOptions, type Options } from './options.ts';
import {
  keepNewFilesPrivate,
  mendPermissions,
  PRIVATE_FILE_MODE,
  PRIVATE_FOLDER_MODE,
  refuseOddFile,
  refuseUnsafeFolder,
  UnusableFile,
} from './base/private-files.ts';
import { openHistory } from './store/history.ts';
import { openSettingsFile } from './store/settings.ts';

/** Folder of the built app, with main.cjs, preload.cjs, sandbox.mjs, renderer/ and icons/. */
const appDir = import.meta.dirname;

/** Time in ms after which a stop is forced. */
const MAX_STOP_MS = 8_000;

/** Maximum wait in ms for a headless Askbell that owns the data folder, which may still be starting. */
const SECOND_START_WAIT_MS = 10_000;

/** Parses the command line; prints and exits for `--help`, `--version` and invalid options. */
function readOptions(): Options {
  try {
    const options = parseOptions(ownArguments(process.argv, process.defaultApp));
    if (options.status) throw new OptionsError('The window and the tray say how the desktop app is doing.');
    if (options.open) throw new OptionsError('Start Askbell again to open the window of the desktop app.');
    if (!options.help && !options.version) return options;
    process.stdout.write(options.help ? helpText(app.isPackaged ? 'app' : 'clone') : `${app.getVersion()}\n`);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    process.stderr.write(`${plainLines(error.message)}\n`);
    process.exit(2);
  }
}

/** Uses the system's proxy and certificates. */
const systemFetch = createSystemFetch(net);

/** Claims the data folder; if another Askbell owns it, opens that one's window in the browser, and exits. */
async function claimOrHandOver(dataDir: string, panel: boolean): Promise<Instance | undefined> {
  // Electron's own lock works among Electron apps only.
  const instance = claimDataFolder(dataDir);
  if (instance) return instance;
  const entry = await requestEntry(dataDir, {
    fetch: globalThis.fetch,
    signal: AbortSignal.timeout(SECOND_START_WAIT_MS),
  });
  if (!entry) throw new Error(DATA_FOLDER_IN_USE);
  await openOutside(panel ? `${entry.ticket}?view=panel` : entry.ticket);
  app.exit(0);
  return undefined;
}

/** Opens a log in this file and redacts secrets. */
function openLog(logFile: string): Log {
  refuseOddFile(logFile, 'log file');
  log.transports.file.writeOptions = { ...log.transports.file.writeOptions, mode: PRIVATE_FILE_MODE };
  log.transports.file.resolvePathFn = () => logFile;
  // Standard output is reserved for --print-notifications.
  log.transports.console.level = false;
  const flush = holdBack(log);
  const safeLog = redacted({
    flush,
    info: (message) => log.info(message),
    warn: (message) => log.warn(message),
    error: (message) => log.error(message),
  });
  // Electron would show the error without redaction, and continue.
  logUncaught(safeLog, (text) => dialog.showErrorBox('An error occurred in Askbell', text));
  return safeLog;
}

/** Creates the only window; its bounds are stored in a separate file. */
function openMainWindow(): MainWindow {
  const windowFile = new Store<{ bounds?: Rectangle }>({
    name: 'window',
    configFileMode: PRIVATE_FILE_MODE,
    clearInvalidConfig: true,
  });
  return createMainWindow({
    preload: join(appDir, 'preload.cjs'),
    icon: windowIcon(appDir),
    place: {
      load: () => windowFile.get('bounds'),
      save(bounds) {
        try {
          windowFile.set('bounds', bounds);
        } catch {
          // On a full disk the bounds are not stored.
        }
      },
    },
  });
}

/** Serves the pages of the window and the panel, and no others. */
function servePages(
  loadRouter: Askbell['loadRouter'],
  windows: readonly Pick<MainWindow, 'current'>[],
  safeLog: Log,
): void {
  let rpc: Promise<RPCHandler<Record<never, never>>> | undefined;
  const connect = async (port: MessagePortMain) => {
    try {
      rpc ??= loadRouter().then((router) => new RPCHandler(router));
      (await rpc).upgrade(port, { context: {} });
      port.start();
    } catch (error) {
      // The page retries.
      rpc = undefined;
      port.close();
      throw error;
    }
  };
  ipcMain.on('askbell:connect', (event) => {
    const [port] = event.ports;
    const contents = windows.map((window) => window.current()?.webContents).find((one) => one === event.sender);
    const fromOurPage =
      contents !== undefined && event.senderFrame === contents.mainFrame && isOwnPage(event.senderFrame.url);
    if (!port || !fromOurPage) {
      safeLog.warn('refused a connection that is not from the window or the panel');
      port?.close();
      return;
    }
    connect(port).catch((error: unknown) => safeLog.error(`Window: ${errorMessage(error)}`));
  });
}

/** Shows the window or the panel on request, and runs `end` once before the app quits. */
function followApp(
  { window, panel, openPanel }: { window: MainWindow; panel: PanelWindow; openPanel: () => void },
  end: () => Promise<void>,
): void {
  app.on('second-instance', (_event, argv) => (argv.includes('--panel') ? openPanel() : window.show()));
  app.on('activate', () => window.show());
  // The tray keeps Askbell alive; without a listener Electron would quit with the last window.
  app.on('window-all-closed', () => undefined);
  let stopped = false;
  app.on('before-quit', (event) => {
    window.letClose();
    panel.letClose();
    if (stopped) return;
    event.preventDefault();
    setTimeout(() => app.exit(0), MAX_STOP_MS).unref();
    void end().then(() => {
      stopped = true;
      app.quit();
    });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
}

/** Starts Askbell once the app is ready. `earlier` are warnings for the log. */
async function run(options: Options, earlier: readonly string[]): Promise<void> {
  const dataDir = app.getPath('userData');
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  mendPermissions(dataDir);
  refuseUnsafeFolder(dataDir);
  for (const name of ['secrets', 'window']) refuseOddFile(join(dataDir, `${name}.json`), `file of ${name}`);
  const instance = await claimOrHandOver(dataDir, options.panel);
  if (!instance) return;
  instance.announce('app');
  const safeLog = openLog(logFileIn(dataDir));
  for (const warning of earlier) safeLog.warn(warning);
  try {
    await live(options, dataDir, instance, safeLog);
  } catch (error) {
    safeLog.error(`Askbell could not start. ${errorMessage(error)}`);
    instance.release();
    throw error;
  }
}

const logFileIn = (dataDir: string): string => join(dataDir, 'askbell.log');

/** Starts Askbell with its claimed data folder. */
async function live(options: Options, dataDir: string, instance: Instance, safeLog: Log): Promise<void> {
  const historyFile = join(dataDir, 'history.sqlite');
  const upgrading = await upgradeLine(historyFile, app.getPreferredSystemLanguages());
  if (upgrading !== undefined) {
    process.stderr.write(`${upgrading}\n`);
    safeLog.info(upgrading);
    safeLog.flush?.();
  }
  const history = openHistory(historyFile, {
    now: systemClock.now,
    warn: (message) => safeLog.warn(message),
  });
  const settingsFile = openSettingsFile(
    dataDir,
    () => new Store({ name: 'settings', configFileMode: PRIVATE_FILE_MODE }),
  );

  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  );
  setUpSecurity();
  serveApp(join(appDir, 'renderer'), app.isPackaged ? undefined : process.env['ASKBELL_DEV_SERVER']);

  const window = openMainWindow();
  const panel = createPanelWindow({
    preload: join(appDir, 'preload.cjs'),
    icon: windowIcon(appDir),
  });
  const { desktop, openPanel, close } = createElectronDesktop({
    appDir,
    window,
    panel,
    secretsFile: new Store({ name: 'secrets', configFileMode: PRIVATE_FILE_MODE, clearInvalidConfig: true }),
    log: safeLog,
    logFile: logFileIn(dataDir),
    atLogin: loginArguments(options, process.cwd()),
  });
  const askbell = await assemble({
    desktop,
    clock: systemClock,
    random: Math.random,
    fetch: systemFetch,
    loopbackFetch: globalThis.fetch,
    log: safeLog,
    dataDir,
    history,
    settingsFile,
    version: app.getVersion(),
    releaseFeed: RELEASE_FEED,
    thirdPartiesFile: join(appDir, 'third-parties.json'),
    builtInClients: readBuiltInClients(join(appDir, 'networks.json'), safeLog),
    options,
  });
  servePages(askbell.loadRouter, [window, panel], safeLog);
  const door = await openDoor(askbell.examine, safeLog).catch((error: unknown) => {
    safeLog.warn(`--doctor cannot ask this Askbell: ${errorMessage(error)}`);
    return undefined;
  });
  if (door) instance.announce({ shell: 'app', openUrl: door.openUrl, secret: door.secret });
  followApp({ window, panel, openPanel }, async () => {
    door?.close();
    await askbell.stop().catch((error: unknown) => safeLog.error(`while stopping: ${String(error)}`));
    await close();
    instance.release();
  });

  if (!options.hidden && !options.panel) window.show();
  const starting = askbell.start();
  for (const trouble of askbell.fileTroubles()) safeLog.warn(trouble);
  await starting;
  if (options.panel) openPanel();
}

/**
 * On macOS, offers once to move to the Applications folder. Resolves with whether Askbell moved and restarts. There is
 * no log yet: `warn` collects its lines.
 */
function moveFirst(warn: (line: string) => void): Promise<boolean> {
  if (process.platform !== 'darwin') return Promise.resolve(false);
  const file = new Store<{ asked?: boolean }>({
    name: 'move',
    configFileMode: PRIVATE_FILE_MODE,
    clearInvalidConfig: true,
  });
  const question = async () => {
    await loadLanguages();
    const { words } = preferredLocale('system', app.getPreferredSystemLanguages());
    const [title, detail] = [
      words('conditions.moveToApplications.title'),
      words('conditions.moveToApplications.detail'),
    ];
    return {
      title,
      detail,
      move: words('conditions.moveToApplications.move'),
      stay: words('conditions.moveToApplications.stay'),
    };
  };
  const asked = { get: () => file.get('asked') === true, set: () => file.set('asked', true) };
  return offerToMove(question, asked, (error) =>
    warn(`Askbell could not move to the Applications folder: ${errorMessage(error)}`),
  );
}

/** Moves or runs. A start at login asks nothing and opens no window. */
async function moveOrRun(given: Options): Promise<void> {
  const options = { ...given, hidden: given.hidden || wasOpenedAtLogin() };
  const warnings: string[] = [];
  if (!options.hidden && (await moveFirst((line) => warnings.push(line)))) return;
  await run(options, warnings);
}

/** Prints the report of the running Askbell, or of all checks made here; exits with the code. */
async function runDoctorOnly(options: Options): Promise<void> {
  const dataDir = app.getPath('userData');
  const { output, exitCode } = await runDoctor({
    dataDir,
    version: app.getVersion(),
    running: {
      shell: runningInstance(dataDir),
      answer: await askRunning(dataDir, 'doctor', {
        fetch: globalThis.fetch,
        signal: AbortSignal.timeout(DOCTOR_WAIT_MS),
      }),
    },
    probe: createElectronProbe(),
    secrets: createSecretStore(readOnlySettings(join(dataDir, 'secrets.json'))),
    // Tests the keyring without the file, which the running Askbell writes.
    probeSecrets: createSecretStore({ path: '', store: {} }),
    fetch: systemFetch,
    setProxy: (choice) => setProxy(choice, session.defaultSession),
    languages: app.getPreferredSystemLanguages(),
    json: options.json,
  });
  process.stdout.write(plainLines(output));
  app.exit(exitCode);
}

const options = readOptions();
keepNewFilesPrivate();
if (options.dataDir) {
  const dataDir = resolve(options.dataDir);
  if (!options.doctor) {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    // Before Electron creates its own files there: a folder with other contents than Askbell's is left unchanged.
    mendPermissions(dataDir);
  }
  app.setPath('userData', dataDir);
}
if (options.doctor) {
  // Chromium's own files may be in use by a running Askbell.
  const sessionDir = mkdtempSync(join(tmpdir(), 'askbell-doctor-'));
  lendKey(app.getPath('userData'), sessionDir);
  app.setPath('sessionData', sessionDir);
  app.on('quit', () => rmSync(sessionDir, { recursive: true, force: true }));
  app
    .whenReady()
    .then(() => runDoctorOnly(options))
    .catch((error: unknown) => {
      process.stderr.write(`Askbell could not check anything: ${plainLines(redact(errorMessage(error)))}\n`);
      app.exit(1);
    });
} else if (!app.requestSingleInstanceLock()) {
  // The running Askbell was notified, and shows its window.
  app.exit(0);
} else {
  app.enableSandbox();
  registerAppScheme();
  app.setAppUserModelId('io.github.askbell');
  nativeTheme.themeSource = 'system';
  app
    .whenReady()
    .then(() => moveOrRun(options))
    .catch((error: unknown) => {
      const message = plainLines(errorMessage(error));
      process.stderr.write(`Askbell could not start: ${message}\n`);
      dialog.showErrorBox('Askbell could not start', message);
      app.exit(error instanceof UnusableFile ? 3 : 1);
    });
}
