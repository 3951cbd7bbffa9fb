import { parentPort } from 'node:worker_threads';
import { errorMessage } from '../../../common/error-message.ts';
import type { ThreadAnswer } from './history-thread.ts';
import { jobs, type JobName } from './jobs.ts';

/** Worker thread that runs long reads one after the other; see history-thread.ts. */

async function answerTo(name: JobName, given: unknown[]): Promise<ThreadAnswer> {
  try {
    const work = jobs[name] as (...args: unknown[]) => unknown;
    return { value: await work(...given) };
  } catch (error) {
    return { error: errorMessage(error) };
  }
}

parentPort?.on('message', ([name, given]: [JobName, unknown[]]) => {
  void answerTo(name, given).then((answer) => parentPort?.postMessage(answer));
});
