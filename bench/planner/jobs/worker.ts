import { parentPort, workerData } from 'node:worker_threads';
import { runJob, type Job } from './job.ts';
import { TraceError } from '../replay/trace.ts';

// A thread that does one job; see jobs.ts.
try {
  const outcome = await runJob(workerData as Job, (share) => parentPort?.postMessage({ share }));
  parentPort?.postMessage({ outcome });
} catch (error) {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  parentPort?.postMessage({ failed: stack ?? message, isTraceError: error instanceof TraceError, message });
}
