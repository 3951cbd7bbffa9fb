import { app, dialog, Menu, nativeTheme, net, session } from 'electron';
import Store from 'electron-store';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { errorMessage, errorStack } from '../common/error-message.ts';
import { plainLines } from '../common/safe-text.ts';
import { DOCTOR_WAIT_MS, readOnlySettings, runDoctor } from './agent/health/doctor.ts';
import { RELEASE_FEED } from './agent/health/update-check.ts';
import { assemble, openHistoryIn, readBuiltInClients } from './assemble.ts';
import { systemClock } from './base/clock.ts';
import { openLogFile } from './base/log-file.ts';
import { logUncaught, redact, type Log } from './base/log.ts';
import {
  keepNewFilesPrivate,
  makePrivateFolder,
  PRIVATE_FILE_MODE,
  refuseOddFile,
  refuseUnsafeFolder,
  UnusableFile,
} from './base/private-files.ts';
import { CommandSocket } from './desktop/command-socket.ts';
import { ownArguments } from './desktop/electron/installation.ts';
import { createElectronProbe, ElectronDesktop } from './desktop/electron/electron-desktop.ts';
import { createSystemFetch, setProxy } from './desktop/electron/net.ts';
import { createSecretStore, lendKey } from './desktop/electron/secrets.ts';
import { wasOpenedAtLogin } from './desktop/electron/system.ts';
import { PanelWindow } from './desktop/electron/window/panel.ts';
import { openOutside, registerAppScheme, serveApp, setUpSecurity } from './desktop/electron/window/security.ts';
import { MainWindow, offerToMove, servePages, windowIcon } from './desktop/electron/window/windows.ts';
import {
  askRunning,
  claimDataFolder,
  DATA_FOLDER_IN_USE,
  type Instance,
  requestEntry,
} from './desktop/single-instance.ts';
import { runInTerminal } from './commands/in-terminal.ts';
import { loginArguments, type Options, OptionsError, parseOptions } from './commands/options.ts';
import { openSettingsFile } from './store/settings.ts';

/** Folder of the built app, with main.cjs, preload.cjs, sandbox.mjs, renderer/ and icons/. */
const appDir = import.meta.dirname;

/** Time in ms after which a stop is forced. */
const MAX_STOP_MS = 8_000;

/** Maximum wait in ms for a headless Askbell that owns the data folder, which may still be starting. */
const SECOND_START_WAIT_MS = 10_000;

/** Uses the system's proxy and certificates. */
const systemFetch = createSystemFetch(net);

/** Parses the command line; prints and exits for `--help`, `--version` and invalid options. */
function readOptions(): Options {
  try {
    const options = parseOptions(ownArguments(process.argv, process.defaultApp), app.isPackaged ? 'app' : 'clone');
    if (options.answer === undefined) return options;
    process.stdout.write(options.answer);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    process.stderr.write(`${plainLines(error.message)}\n`);
    process.exit(2);
  }
}

/** Claims the data folder; if another Askbell owns it, opens that one's window in the browser, and exits. */
async function claimOrHandOver(dataDir: string, panel: boolean): Promise<Instance | undefined> {
  // Electron's own lock works among Electron apps only.
  const instance = claimDataFolder(dataDir);
  if (instance) return instance;
  const opens = panel ? 'panel' : 'window';
  const entry = await requestEntry(dataDir, opens, AbortSignal.timeout(SECOND_START_WAIT_MS));
  if (!entry) throw new Error(DATA_FOLDER_IN_USE);
  if ('ticket' in entry) await openOutside(panel ? `${entry.ticket}?view=panel` : entry.ticket);
  app.exit(0);
  return undefined;
}

/** Opens a file of electron-store that only its owner can read. An invalid one is cleared. */
const privateStore = (name: string) => new Store({ name, configFileMode: PRIVATE_FILE_MODE, clearInvalidConfig: true });

/** Shows the window or the panel on request, and runs `end` once before the app quits. */
function followApp(window: MainWindow, panel: PanelWindow, desktop: ElectronDesktop, end: () => Promise<void>): void {
  app.on('second-instance', (_event, argv) => (argv.includes('--panel') ? desktop.openPanel() : window.show()));
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
  makePrivateFolder(dataDir);
  refuseUnsafeFolder(dataDir);
  for (const name of ['secrets', 'window']) refuseOddFile(join(dataDir, `${name}.json`), `file of ${name}`);
  const instance = await claimOrHandOver(dataDir, options.panel);
  if (!instance) return;
  instance.announce('app');
  const safeLog = openLogFile(logFileIn(dataDir));
  // Electron would show the error without redaction, and continue.
  logUncaught(safeLog, (text) => dialog.showErrorBox('An error occurred in Askbell', text));
  for (const warning of earlier) safeLog.warn(warning);
  try {
    await live(options, dataDir, instance, safeLog);
  } catch (error) {
    safeLog.error(`Askbell could not start. ${errorStack(error)}`);
    instance.release();
    throw error;
  }
}

const logFileIn = (dataDir: string): string => join(dataDir, 'askbell.log');

/** Starts Askbell with its claimed data folder. */
async function live(options: Options, dataDir: string, instance: Instance, safeLog: Log): Promise<void> {
  const history = await openHistoryIn(
    dataDir,
    app.getPreferredSystemLanguages(),
    safeLog,
    (line) => void process.stderr.write(`${line}\n`),
  );
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

  const files = { preload: join(appDir, 'preload.cjs'), icon: windowIcon(appDir) };
  const window = new MainWindow(files, privateStore('window'));
  const panel = new PanelWindow(files);
  const desktop = new ElectronDesktop({
    appDir,
    window,
    panel,
    secretsFile: privateStore('secrets'),
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
  const shown = { shown: true };
  const answers = {
    'POST /open/window': () => (window.show(), shown),
    'POST /open/panel': () => (desktop.openPanel(), shown),
    'GET /status': () => askbell.status(),
    'GET /doctor': askbell.examine,
  };
  const socket = await new CommandSocket(answers, safeLog).open(dataDir);
  socket.serve(askbell.loadRouter);
  instance.announce('app', socket.path);
  followApp(window, panel, desktop, async () => {
    socket.close();
    await askbell.stop().catch((error: unknown) => safeLog.error(`while stopping: ${String(error)}`));
    await desktop.close();
    instance.release();
  });

  if (!options.hidden && !options.panel) window.show();
  const starting = askbell.start();
  for (const trouble of askbell.fileTroubles()) safeLog.warn(trouble);
  await starting;
  if (options.panel) desktop.openPanel();
}

/** Moves or runs. A start at login asks nothing and opens no window. */
async function moveOrRun(given: Options): Promise<void> {
  const options = { ...given, hidden: given.hidden || wasOpenedAtLogin() };
  const warnings: string[] = [];
  if (!options.hidden && (await offerToMove(() => privateStore('move'), warnings))) return;
  await run(options, warnings);
}

/** Prints the report of the running Askbell, or of all checks made here; exits with the code. */
async function runDoctorOnly({ json }: Options): Promise<void> {
  const dataDir = app.getPath('userData');
  const { output, exitCode } = await runDoctor({
    dataDir,
    version: app.getVersion(),
    running: await askRunning([dataDir], 'doctor', AbortSignal.timeout(DOCTOR_WAIT_MS)),
    probe: createElectronProbe(),
    secrets: createSecretStore(readOnlySettings(join(dataDir, 'secrets.json'))),
    // Tests the keyring without the file, which the running Askbell writes.
    probeSecrets: createSecretStore({ path: '', store: {} }),
    fetch: systemFetch,
    setProxy: (choice) => setProxy(choice, session.defaultSession),
    languages: app.getPreferredSystemLanguages(),
    json,
  });
  process.stdout.write(plainLines(output));
  app.exit(exitCode);
}

/** Has Electron use other Chromium files than those of a running Askbell. */
function useOwnSession(): string {
  const sessionDir = mkdtempSync(join(tmpdir(), 'askbell-command-'));
  app.setPath('sessionData', sessionDir);
  const remove = () => rmSync(sessionDir, { recursive: true, force: true });
  app.on('quit', remove);
  process.on('exit', remove);
  return sessionDir;
}

/** Runs `--doctor` once Electron is ready. */
function doctorWhenReady(options: Options): void {
  lendKey(app.getPath('userData'), useOwnSession());
  app
    .whenReady()
    .then(() => runDoctorOnly(options))
    .catch((error: unknown) => {
      process.stderr.write(`Askbell could not check anything: ${plainLines(redact(errorMessage(error)))}\n`);
      app.exit(1);
    });
}

const options = readOptions();
keepNewFilesPrivate();
if (options.dataDir) {
  const dataDir = resolve(options.dataDir);
  // Before Electron creates its own files there: a folder with other contents than Askbell's is left unchanged.
  if (!options.doctor && !options.command) makePrivateFolder(dataDir);
  app.setPath('userData', dataDir);
}
if (options.doctor) {
  doctorWhenReady(options);
} else if (options.command) {
  // Opens no window, and needs no display but Electron's own.
  useOwnSession();
  void runInTerminal(options.command, options)
    .catch((error: unknown) => Number(process.stderr.write(`${plainLines(errorMessage(error))}\n`)) || 1)
    .then((code) => app.exit(code));
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
