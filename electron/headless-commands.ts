import { homedir } from 'node:os';
import { plainLines } from '../common/safe-text.ts';
import packageJson from '../package.json' with { type: 'json' };
import { DOCTOR_WAIT_MS, runDoctor } from './agent/health/doctor.ts';
import { runStatusCommand, STATUS_WAIT_MS } from './agent/health/status.ts';
import { nodeFetch } from './api/http/node-fetch.ts';
import { dataDirFor, dataDirsOf, systemLanguages } from './desktop/headless/data-dir.ts';
import { createHeadlessProbe } from './desktop/headless/headless-desktop.ts';
import { keyringOn } from './desktop/headless/keyring/keyring.ts';
import { openRunning, runOpenCommand, type Opening } from './desktop/headless/open-command.ts';
import { HeadlessSecrets } from './desktop/headless/secrets.ts';
import { Browser } from './desktop/headless/window/browser.ts';
import { connectToBus, sessionBusAddress } from './desktop/linux/message-bus.ts';
import { setNodeProxy } from './desktop/proxy.ts';
import { askRunning } from './desktop/single-instance.ts';
import type { Options } from './options.ts';

/** Commands of the shell without Electron, which end without starting Askbell. Each returns its exit code. */

/** Maximum wait of the doctor for the keyring in ms: a locked one may show a prompt that goes unseen. */
const DOCTOR_KEYRING_WAIT_MS = 3_000;

const surroundings = () => ({ platform: process.platform, env: process.env, home: homedir() });
const print = (text: string) => process.stdout.write(plainLines(text));

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

const opening = ({ panel, hidden }: Options): Opening => ({
  fetch: nodeFetch,
  browser: new Browser(),
  panel,
  hidden: hidden && !panel,
  languages: systemLanguages(process.env),
  print: (line) => process.stdout.write(`${line}\n`),
});

/** Opens the window of the running Askbell. */
export const open = (options: Options): Promise<number> =>
  runOpenCommand(dataDirsOf(options.dataDir, surroundings()), opening(options));

/** Opens the window of the Askbell that owns this folder, in place of a second one. */
export const openInstead = (dataDir: string, options: Options): Promise<void> => openRunning(dataDir, opening(options));
