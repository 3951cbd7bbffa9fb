import { homedir } from 'node:os';
import { entryTexts } from '../common/i18n/entry-texts.ts';
import { plainLines } from '../common/safe-text.ts';
import packageJson from '../package.json' with { type: 'json' };
import { DOCTOR_WAIT_MS, runDoctor } from './agent/health/doctor.ts';
import { runStatusCommand, STATUS_WAIT_MS } from './agent/health/status.ts';
import { nodeFetch } from './api/http/node-fetch.ts';
import { dataDirFor, dataDirsOf, systemLanguages } from './desktop/headless/data-dir.ts';
import { createHeadlessProbe } from './desktop/headless/headless-desktop.ts';
import { HeadlessSecrets, keyringOn } from './desktop/headless/secrets.ts';
import { Browser, entryAt, openEntry } from './desktop/headless/window/browser.ts';
import { connectToBus, sessionBusAddress } from './desktop/linux/message-bus.ts';
import { setNodeProxy } from './desktop/proxy.ts';
import { askRunning, DATA_FOLDER_IN_USE, requestEntry, runningInstance } from './desktop/single-instance.ts';
import type { Options } from './options.ts';

/** Commands of the shell without Electron, which end without starting Askbell. Each returns its exit code. */

/** Maximum wait of the doctor for the keyring in ms: a locked one may show a prompt that goes unseen. */
const DOCTOR_KEYRING_WAIT_MS = 3_000;

/** Maximum time in ms for a running Askbell to respond: it may still be starting. */
const MAX_WAIT_MS = 10_000;

/** Exit codes of `askbell open`; options.ts documents all of them. */
const EXIT_OPEN = 0;
const EXIT_SILENT = 1;
const EXIT_NOT_RUNNING = 3;

const surroundings = () => ({ platform: process.platform, env: process.env, home: homedir() });
const print = (text: string) => process.stdout.write(plainLines(text));
const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** Prints the doctor's report; creates no folder and takes no lock. */
export async function doctor({ dataDir: chosen, json }: Options): Promise<number> {
  const dataDir = dataDirFor(chosen, surroundings());
  const sessionBus = await connectToBus(sessionBusAddress(process.env, process.platform));
  const secrets = new HeadlessSecrets(keyringOn(sessionBus), DOCTOR_KEYRING_WAIT_MS);
  const { output, exitCode } = await runDoctor({
    dataDir,
    version: packageJson.version,
    running: await asked([dataDir], 'doctor', DOCTOR_WAIT_MS),
    probe: createHeadlessProbe(sessionBus),
    secrets,
    probeSecrets: secrets,
    fetch: nodeFetch,
    setProxy: async (choice) => setNodeProxy(choice),
    languages: systemLanguages(process.env),
    json,
  });
  print(output);
  return exitCode;
}

/** Prints the status of the running Askbell. */
export async function status({ dataDir, json }: Options): Promise<number> {
  const { output, exitCode } = await runStatusCommand(
    await asked(dataDirsOf(dataDir, surroundings()), 'status', STATUS_WAIT_MS),
    systemLanguages(process.env),
    json,
  );
  print(output);
  return exitCode;
}

const asked = (folders: string[], what: 'status' | 'doctor', waitMs: number) =>
  askRunning(folders, what, { fetch: nodeFetch, signal: AbortSignal.timeout(waitMs) });

/**
 * Opens the window of the Askbell that owns this folder in the user's browser, in place of a second one, or prints its
 * address if there is none.
 * @throws Error with a message for the user if Askbell does not respond or has no such window
 */
export async function openInstead(dataDir: string, { panel, hidden }: Options): Promise<void> {
  const entry = await requestEntry(dataDir, { fetch: nodeFetch, signal: AbortSignal.timeout(MAX_WAIT_MS) });
  if (!entry) throw new Error(DATA_FOLDER_IN_USE);
  const { address, ticket } = entry;
  if ((panel || !hidden) && (await openEntry(ticket, panel ? 'panel' : 'window', new Browser())))
    printLine(entryTexts(systemLanguages(process.env)).texts.command.opened);
  else printLine(`Askbell is already running. Askbell is at ${panel ? entryAt(address, 'panel') : address}`);
}

/** Opens the window of the running Askbell. */
export async function open(options: Options): Promise<number> {
  const { notRunning, app, silent } = entryTexts(systemLanguages(process.env)).texts.command;
  const folder = dataDirsOf(options.dataDir, surroundings()).find((one) => runningInstance(one) !== 'none');
  if (folder === undefined) {
    printLine(notRunning);
    return EXIT_NOT_RUNNING;
  }
  if (runningInstance(folder) === 'app') {
    printLine(app);
    return EXIT_SILENT;
  }
  try {
    await openInstead(folder, { ...options, hidden: false });
    return EXIT_OPEN;
  } catch {
    printLine(silent);
    return EXIT_SILENT;
  }
}
