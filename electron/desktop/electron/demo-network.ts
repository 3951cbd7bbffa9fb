import { utilityProcess, type UtilityProcess } from 'electron';
import { MINUTE_MS } from '../../../common/durations.ts';
import type { Log } from '../../base/log.ts';
import { createPrivateFile } from '../../base/private-files.ts';
import { demoArguments, Ready, readReady } from '../demo-process.ts';
import type { DemoNetwork, DemoOptions } from '../desktop.ts';

/** Maximum start time in ms: the first start creates all data. */
const MAX_START_MS = MINUTE_MS;

/** Maximum time to stop by itself, in ms. */
const MAX_STOP_MS = 3_000;

/**
 * Runs the demo network (`script`) in its own process. Rejects with a message for the user if it ends before it
 * listens, or takes longer than a minute.
 */
export async function startDemoNetwork(script: string, options: DemoOptions, log: Log): Promise<DemoNetwork> {
  // Created here with a private mode: Chromium may fork from a process that it started before Askbell set its umask.
  createPrivateFile(options.dataFile);
  const child = utilityProcess.fork(script, demoArguments(options), {
    stdio: 'pipe',
    serviceName: 'Askbell demo network',
  });
  const exited = new Promise<number>((resolve) => child.once('exit', resolve));
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-2_000);
  });
  try {
    const ready = await whenReady(child, exited, () => lastWords);
    void exited.then((code) => log.info(`demo network ended with code ${code}`));
    return {
      ...ready,
      ended: exited.then(() => undefined),
      async stop() {
        child.kill();
        await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, MAX_STOP_MS).unref())]);
      },
    };
  } catch (error) {
    child.kill();
    log.error(`demo network: ${lastWords.trim()}`);
    throw error;
  }
}

/** Waits for the ready message or line; rejects on exit or timeout. */
function whenReady(child: UtilityProcess, exited: Promise<number>, lastWords: () => string): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error('The demo network did not start within a minute. Quit Askbell and start it again.')),
      MAX_START_MS,
    );
    const settle = (ready: Ready) => {
      clearTimeout(limit);
      resolve(ready);
    };
    child.on('message', (message: unknown) => {
      const ready = Ready.safeParse(message);
      if (ready.success) settle(ready.data);
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = readReady(output);
      if (ready) settle(ready);
    });
    void exited.then((code) => {
      clearTimeout(limit);
      const reason = lastWords().trim().split('\n').at(-1) ?? '';
      reject(
        new Error(
          `The demo network could not start (exit code ${code}${reason && `: ${reason}`}). Start Askbell again; ` +
            'if it stays so, delete its data file.',
        ),
      );
    });
  });
}
