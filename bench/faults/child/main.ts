import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '../../../common/durations.ts';
import { nodeFetch } from '../../../electron/api/http/node-fetch.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { assembleInProcess, signInAt } from '../../../test/support/process/assembled.ts';
import { createProcessDesktop } from '../../../test/support/process/process-desktop.ts';
import { untilHolds } from '../../support/waiting.ts';

/** Network that the Askbell in this process signs in to, and where it keeps its files. */
export interface WholeOrder {
  apiBaseUrl: string;
  authUrl: string;
  dataDir: string;
  startMs: number;
}

/** Memory of this process in MB, after a collection as headless makes it; asked for by 'memory'. */
export interface WholeMemory {
  rss_mb: number;
}

const STEP_MS = 10 * MINUTE_MS;
const TURNS_IN_A_STEP = 20;
const REST_MS = 5;
const BYTES_PER_MB = 1024 * 1024;

/** Runs Askbell by a clock that goes on by itself, ten minutes in a few milliseconds. */
async function live({ apiBaseUrl, authUrl, dataDir, startMs }: WholeOrder): Promise<void> {
  const clock = createManualClock(startMs);
  const paste = (text: string) => window.session.paste({ text });
  const desktop = createProcessDesktop({ dataDir, show: () => undefined, paste });
  const { askbell, window } = await assembleInProcess({ desktop, clock, fetch: nodeFetch, dataDir });
  await askbell.start();
  await signInAt(window, 'Hostile', { apiBaseUrl, authUrl });
  await untilHolds('The sign-in', async () => (await window.state.get()).phase === 'running');
  const settled = async () => {
    for (let turns = 0; turns < TURNS_IN_A_STEP; turns++) await turn();
    await pause(REST_MS);
  };
  for (let passed = 0; process.connected; passed += STEP_MS) {
    await clock.advance(STEP_MS, settled);
    if (passed === HOUR_MS) process.send!('lives');
  }
}

process.on('message', (message: WholeOrder | 'memory') => {
  if (message !== 'memory') return void live(message);
  // Weak references are freed only by the second.
  for (let times = 0; times < 2; times++) globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  process.send!({ rss_mb: Math.round(process.memoryUsage.rss() / BYTES_PER_MB) } satisfies WholeMemory);
});
// Whoever started it is gone.
process.once('disconnect', () => process.exit());
