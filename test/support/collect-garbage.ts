import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The heap in use after a collection of all garbage, in bytes. */
export function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // Weak references are let go in the second.
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
