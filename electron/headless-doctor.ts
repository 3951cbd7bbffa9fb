import { homedir } from 'node:os';
import { plainLines } from '../common/safe-text.ts';
import packageJson from '../package.json' with { type: 'json' };
import { DOCTOR_WAIT_MS, runDoctor } from './agent/health/doctor.ts';
import { nodeFetch } from './api/http/node-fetch.ts';
import { dataDirFor, systemLanguages } from './desktop/headless/data-dir.ts';
import { createHeadlessProbe } from './desktop/headless/headless-desktop.ts';
import { HeadlessSecrets, keyringOn } from './desktop/headless/secrets.ts';
import { connectToBus, sessionBusAddress } from './desktop/linux/message-bus.ts';
import { setNodeProxy } from './desktop/proxy.ts';
import { askRunning } from './desktop/single-instance.ts';
import type { Options } from './commands/options.ts';

/** Maximum wait of the doctor for the keyring in ms: a locked one may show a prompt that goes unseen. */
const DOCTOR_KEYRING_WAIT_MS = 3_000;

/** Prints the doctor's report; creates no folder and takes no lock. Returns the exit code. */
export async function doctor({ dataDir: chosen, json }: Options): Promise<number> {
  const dataDir = dataDirFor(chosen, { platform: process.platform, env: process.env, home: homedir() });
  const sessionBus = await connectToBus(sessionBusAddress(process.env, process.platform));
  const secrets = new HeadlessSecrets(keyringOn(sessionBus), DOCTOR_KEYRING_WAIT_MS);
  const { output, exitCode } = await runDoctor({
    dataDir,
    version: packageJson.version,
    running: await askRunning([dataDir], 'doctor', AbortSignal.timeout(DOCTOR_WAIT_MS)),
    probe: createHeadlessProbe(sessionBus),
    secrets,
    probeSecrets: secrets,
    fetch: nodeFetch,
    setProxy: async (choice) => setNodeProxy(choice),
    languages: systemLanguages(process.env),
    json,
  });
  process.stdout.write(plainLines(output));
  return exitCode;
}
