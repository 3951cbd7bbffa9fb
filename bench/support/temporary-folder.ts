import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of a command's own. */
export interface TemporaryFolder {
  path: string;
  remove: () => void;
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Makes a folder that goes with the command, also where somebody interrupts it.
 * @param beforeRemoval ends at once whoever may still write to it; called where the command is interrupted
 */
export function temporaryFolder(name: string, beforeRemoval: () => void = () => undefined): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `askbell-${name}-`));
  // Somebody who has been ended may take a moment to let go of it.
  const removeFiles = () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  const interrupted = (signal: NodeJS.Signals): void => {
    beforeRemoval();
    removeFiles();
    process.exit(SIGNALS[signal as keyof typeof SIGNALS]);
  };
  const signals = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];
  for (const signal of signals) process.once(signal, interrupted);
  return {
    path,
    remove() {
      for (const signal of signals) process.off(signal, interrupted);
      removeFiles();
    },
  };
}
