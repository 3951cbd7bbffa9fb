import { app, net, session } from 'electron';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../common/error-message.ts';
import { plainLines } from '../common/safe-text.ts';
import { DOCTOR_WAIT_MS, readOnlySettings, runDoctor } from './agent/health/doctor.ts';
import { redact } from './base/log.ts';
import { createElectronProbe } from './desktop/electron/electron-desktop.ts';
import { createSystemFetch, setProxy } from './desktop/electron/net.ts';
import { createSecretStore, lendKey } from './desktop/electron/secrets.ts';
import { askRunning } from './desktop/single-instance.ts';
import type { Options } from './options.ts';

/** Uses the system's proxy and certificates. */
export const systemFetch = createSystemFetch(net);

/** Prints the report of the running Askbell, or of all checks made here; exits with the code. */
async function runDoctorOnly({ json }: Options): Promise<void> {
  const dataDir = app.getPath('userData');
  const { output, exitCode } = await runDoctor({
    dataDir,
    version: app.getVersion(),
    running: await askRunning([dataDir], 'doctor', {
      fetch: globalThis.fetch,
      signal: AbortSignal.timeout(DOCTOR_WAIT_MS),
    }),
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

/** Runs `--doctor` once Electron is ready, with other Chromium files than those of a running Askbell. */
export function doctorWhenReady(options: Options): void {
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
}
