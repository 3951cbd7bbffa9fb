import { utilityProcess, type UtilityProcess } from 'electron';
import { MINUTE_MS } from '../../../common/durations.ts';
import type { Log } from '../../log.ts';
import { createPrivateFile } from '../../private-files.ts';
import { demoArguments, Ready, readReady } from '../demo-process.ts';
import type { DemoNetwork, DemoOptions } from '../desktop.ts';

/** How long it may take to start, in ms: the first start writes its whole world. */
const MAX_START_MS = MINUTE_MS;

/** How long it may take to stop by itself, in ms. */
const MAX_STOP_MS = 3_000;

/**
 * Runs the embedded network (`script`) in a process of its own. Rejects with words for the person when it ends
 * before it listens or takes longer than a minute.
 */
export async function startDemoNetwork(script: string, options: DemoOptions, log: Log): Promise<DemoNetwork> {
  // Made here with a private mode: Chromium may start processes from one that it made before Askbell set its mode for
  // new files.
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

/** Waits for the ready message or line, or for what makes it pointless to wait. */
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
