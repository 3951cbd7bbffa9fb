import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Builds the window where its sources have changed: once, before all tests, since each file of them would else do it
 * anew.
 */
export default function buildWindow(): void {
  // Under Vitest's own NODE_ENV Vite would build React's development version.
  execFileSync(
    process.execPath,
    [fileURLToPath(new URL('../../build/build.ts', import.meta.url)), '--if-stale', 'renderer'],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
  );
}
