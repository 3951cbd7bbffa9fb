import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Job, Outcome } from './job.ts';
import { TraceError } from '../replay/trace.ts';

/** What a thread says. */
type Said = { share: number } | { outcome: Outcome } | { failed: string; isTraceError: boolean; message: string };

/** Does jobs on all processors; gives the outcomes in the jobs' order. `done` is told of each as it ends. */
export async function runJobs(
  jobs: Job[],
  done: (outcome: Outcome, ended: number) => void,
  progress: (share: number) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const shares = jobs.map(() => 0);
  let next = 0;
  let ended = 0;
  const work = async (): Promise<void> => {
    while (next < jobs.length) {
      const index = next++;
      const outcome = await one(jobs[index]!, (share) => {
        shares[index] = share;
        progress(shares.reduce((sum, each) => sum + each, 0) / jobs.length);
      });
      shares[index] = 1;
      outcomes[index] = outcome;
      done(outcome, ++ended);
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), jobs.length) }, work));
  return outcomes;
}

/** Does one job in a thread of its own, which takes its memory along when it ends. */
function one(job: Job, progress: (share: number) => void): Promise<Outcome> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: job });
  const said = new Promise<Outcome>((resolve, reject) => {
    worker.on('message', (message: Said) => {
      if ('share' in message) progress(message.share);
      else if ('outcome' in message) resolve(message.outcome);
      else reject(message.isTraceError ? new TraceError(message.message) : new Error(message.failed));
    });
    worker.on('error', (error) => reject(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => reject(new Error(`A thread ended early, with ${code}.`)));
  });
  return said.finally(() => void worker.terminate());
}
