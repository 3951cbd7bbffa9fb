import { homedir } from 'node:os';
import { join } from 'node:path';
import Conf from 'conf';
import { MINUTE_MS } from '../common/durations.ts';
import { errorMessage, errorStack } from '../common/error-message.ts';
import { plainLines } from '../common/safe-text.ts';
import packageJson from '../package.json' with { type: 'json' };
import { RELEASE_FEED } from './agent/health/update-check.ts';
import { nodeFetch } from './api/http/node-fetch.ts';
import { assemble, type Askbell, openHistoryIn, readBuiltInClients } from './assemble.ts';
import { systemClock } from './base/clock.ts';
import { openLogFile } from './base/log-file.ts';
import { logUncaught, type Log } from './base/log.ts';
import { keepNewFilesPrivate, PRIVATE_FILE_MODE, UnusableFile } from './base/private-files.ts';
import { appFiles } from './desktop/app-files.ts';
import { prepareDataDir, systemLanguages } from './desktop/headless/data-dir.ts';
import { HeadlessDesktop } from './desktop/headless/headless-desktop.ts';
import { awaitKeyring, HeadlessSecrets, keyringOn } from './desktop/headless/secrets.ts';
import { Browser, openEntry, UNIT_VARIABLE } from './desktop/headless/window/browser.ts';
import { startWindowServer, type WindowServer } from './desktop/headless/window/window-server.ts';
import { headlessEntry } from './desktop/linux/autostart.ts';
import { CommandSocket } from './desktop/command-socket.ts';
import { missingParts } from './desktop/linux/desktop-facts.ts';
import { connectToBus, sessionBusAddress, systemBusAddress, type Bus } from './desktop/linux/message-bus.ts';
import { SoundPlayer } from './desktop/media/player.ts';
import { claimDataFolder, type Instance } from './desktop/single-instance.ts';
import { runInTerminal } from './commands/in-terminal.ts';
import { loginArguments, type Options, OptionsError, parseOptions } from './commands/options.ts';
import { doctor } from './headless-doctor.ts';
import { openSettingsFile } from './store/settings.ts';

/**
 * Entry point of the shell without Electron: the same agent, with its window in the browser. Display, D-Bus and browser
 * are used if available, but not required. Exit codes: see options.ts.
 */

/** Time in ms after which a stop is forced. */
const MAX_STOP_MS = 8_000;
/** Maximum delay of the start by desktop services that do not respond (buses and keyring), in ms. */
const MAX_DESKTOP_WAIT_MS = 4_500;
/** Delay in ms after which memory of the start, or of a page, is garbage. */
const SOON_MS = MINUTE_MS / 2;
/** Interval in ms at which memory left by polls is released. */
const EVERY_MS = 15 * MINUTE_MS;

const toTerminal = (line: string) => void process.stderr.write(`${plainLines(line)}\n`);

const browser = new Browser();

/** The output of a service is in the journal, which others may read: it contains no entry link and no notifications. */
const toReader = process.env[UNIT_VARIABLE] ? () => undefined : toTerminal;

async function run(options: Options, rendererDir: string): Promise<void> {
  keepNewFilesPrivate();
  const dataDir = prepareDataDir(options.dataDir);
  const instance = claimDataFolder(dataDir);
  if (!instance) return openInstead(dataDir, options);
  const log = openLogFile(logFileIn(dataDir));
  logUncaught(log, (text) => {
    toTerminal(`Askbell stopped because of an error. ${text}`);
    process.exit(1);
  });
  try {
    await live({ options, rendererDir, dataDir, instance, log });
  } catch (error) {
    log.error(`Askbell could not start. ${errorStack(error)}`);
    throw error;
  } finally {
    instance.release();
  }
}

/** Opens the window of the Askbell that owns this folder, in place of a second one. */
async function openInstead(dataDir: string, { panel, hidden }: Options): Promise<void> {
  const { openWindow } = await import('./commands/open.ts');
  const languages = systemLanguages(process.env);
  const { text = '' } = await openWindow(dataDir, panel ? 'panel' : 'window', languages, hidden && !panel);
  process.stdout.write(text === '' ? '' : `${text}\n`);
}

const logFileIn = (dataDir: string): string => join(dataDir, 'logs', 'askbell.log');

/** A start with its claimed data folder. */
interface Start {
  options: Options;
  rendererDir: string;
  dataDir: string;
  instance: Instance;
  log: Log;
}

/** Runs Askbell until it is stopped. */
async function live(start: Start): Promise<void> {
  const { options, rendererDir, dataDir, instance, log } = start;
  const stopping = Promise.withResolvers<void>();
  // Before an address is printed: the history of a newer Askbell ends the start.
  const history = await openHistoryIn(dataDir, systemLanguages(process.env), log, toTerminal);
  const settingsFile = openSettingsFile(
    dataDir,
    () => new Conf({ cwd: dataDir, configName: 'settings', configFileMode: PRIVATE_FILE_MODE }),
  );
  const window = await startWindowServer({ port: options.port, rendererDir, log, now: systemClock.now });
  const { access } = window;
  let askbell: Askbell | undefined;
  const entry = () => ({ address: access.entryLink(), ticket: access.ticketLink() });
  const answers = {
    'POST /open/window': entry,
    'POST /open/panel': entry,
    'GET /status': () => askbell?.status(access.origin),
    'GET /doctor': () => askbell?.examine(),
  };
  const socket = await new CommandSocket(answers, log).open(dataDir);
  instance.announce('headless', socket.path);
  // Printed before anything that may wait for a bus or a network, and only once, whether a browser opens or not.
  process.stdout.write(`Askbell is at ${access.entryLink(options.panel ? 'panel' : undefined)}\n`);

  const buses = await connectToBuses();
  const desktop = await openDesktop(start, window, buses);
  void desktop.quitRequested.then(stopping.resolve);
  askbell = await assemble({
    desktop,
    clock: systemClock,
    random: Math.random,
    loopbackFetch: nodeFetch,
    fetch: nodeFetch,
    log,
    dataDir,
    history,
    settingsFile,
    version: packageJson.version,
    releaseFeed: RELEASE_FEED,
    thirdPartiesFile: appFiles.thirdParties,
    builtInClients: readBuiltInClients(appFiles.builtInClients, log),
    options,
  });
  window.serve(askbell.loadRouter);
  socket.serve(askbell.loadRouter);
  releaseMemoryRegularly(window);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stopping.resolve);
  // Signals are handled from here on: the first start of a demo network takes a while, and may be stopped.
  const starting = askbell.start().then(() => void showFirst(window, options, log));
  // The start has written to the history by now.
  for (const trouble of askbell.fileTroubles()) say(trouble, log);
  void sayMissing(desktop, buses, log);
  await Promise.race([starting.then(() => stopping.promise), stopping.promise]);

  setTimeout(() => process.exit(0), MAX_STOP_MS).unref();
  await askbell.stop();
  await desktop.close();
  socket.close();
  await window.close();
}

/** Writes a sentence to the terminal and the log. */
function say(sentence: string, log: Log): void {
  log.warn(sentence);
  toTerminal(sentence);
}

/** Connects to keyring, notifications, tray and presence, without those that do not respond in time. */
async function openDesktop(
  { options, dataDir, log }: Start,
  window: WindowServer,
  buses: Buses,
): Promise<HeadlessDesktop> {
  const secrets = new HeadlessSecrets(keyringOn(buses.session), MAX_DESKTOP_WAIT_MS - buses.tookMs);
  // Opened while the other parts of the desktop are connected.
  if (buses.session) void awaitKeyring(buses.session, secrets, systemClock);
  else void secrets.keeping();
  const desktop = new HeadlessDesktop({
    window,
    browser,
    buses,
    secrets,
    output: {
      log,
      logFile: logFileIn(dataDir),
      terminal: toReader,
      sounds: new SoundPlayer(log, appFiles.sounds),
    },
    clock: systemClock,
    autostart: headlessEntry(loginArguments(options, process.cwd()), homedir()),
  });
  await desktop.connect();
  return desktop;
}

/** Runs V8's most thorough collection; undefined if Node was not started with `--expose-gc`. */
const collectAll =
  globalThis.gc && (() => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }));

/**
 * Releases unused memory after the start, after the last page has disconnected, and periodically, unless a page is
 * connected, which would freeze for 50 ms. V8 by itself collects garbage only after many allocations: the garbage of
 * quiet hours would stay, and so would code that ran only once, 4 to 10 MB.
 */
export function releaseMemoryRegularly(
  window: { readonly connectedPages: number; onLastPageLeft(listener: () => void): void },
  collect = collectAll,
): void {
  if (!collect) return;
  const release = () => {
    if (window.connectedPages === 0) collect();
  };
  let soon: NodeJS.Timeout | undefined;
  const releaseSoon = () => {
    clearTimeout(soon);
    soon = setTimeout(release, SOON_MS).unref();
  };
  releaseSoon();
  window.onLastPageLeft(releaseSoon);
  setInterval(release, EVERY_MS).unref();
}

/** Opens the page that the options request after the start, if there is a browser. */
async function showFirst({ access }: WindowServer, { panel, hidden }: Options, log: Log): Promise<void> {
  try {
    if (panel || !hidden) await openEntry(access.ticketLink(), panel ? 'panel' : 'window', browser);
  } catch (error) {
    log.error(`Window: ${errorMessage(error)}`);
  }
}

/** Message buses of the desktop; undefined if the connection failed. */
interface Buses {
  session: Bus | undefined;
  system: Bus | undefined;
  /** Whether the system names an address. */
  told: { session: boolean; system: boolean };
  tookMs: number;
}

async function connectToBuses(): Promise<Buses> {
  const { env, platform } = process;
  const began = performance.now();
  const addresses = [sessionBusAddress(env, platform), systemBusAddress(env, platform)];
  const [session, system] = await Promise.all(addresses.map(connectToBus));
  const told = { session: addresses[0] !== undefined, system: addresses[1] !== undefined };
  return { session, system, told, tookMs: performance.now() - began };
}

/** Reports the missing parts of a desktop, once; without a desktop, nothing is reported. */
async function sayMissing(desktop: HeadlessDesktop, { session, system, told }: Buses, log: Log): Promise<void> {
  if (!told.session) return;
  const { persistent } = await desktop.secrets.keeping();
  const line = missingParts({
    sessionBus: session !== undefined,
    systemBus: system !== undefined || !told.system,
    notifications: desktop.notificationsGoTo === 'desktop',
    tray: desktop.hasTray,
    keyring: persistent,
  });
  if (line !== undefined) say(line, log);
}

/** Runs Askbell until it is stopped, or the command that the arguments request. Returns the exit code. */
export async function main(args: string[], rendererDir: string): Promise<number> {
  try {
    const options = parseOptions(args);
    if (options.answer !== undefined) process.stdout.write(options.answer);
    else if (options.doctor) return await doctor(options);
    else if (options.command) return await runInTerminal(options.command, options);
    else await run(options, rendererDir);
    return 0;
  } catch (error) {
    if (error instanceof OptionsError) {
      toTerminal(`${error.message}\nSee --help for all options.`);
      return 2;
    }
    toTerminal(`Askbell could not start. ${errorMessage(error)}`);
    return error instanceof UnusableFile ? 3 : 1;
  }
}

// Open connections (a browser's, a bus) must not keep a stopped program alive.
if (process.argv[1] === import.meta.filename) process.exit(await main(process.argv.slice(2), appFiles.renderer));
