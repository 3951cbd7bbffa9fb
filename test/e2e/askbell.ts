import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test as base, type Page } from '@playwright/test';
import { withoutBrowser } from '../support/chromium.ts';
import { seedDemoNetwork } from '../support/demo-data.ts';

const headless = fileURLToPath(new URL('../../electron/headless.ts', import.meta.url));

/** One line of `--print-notifications`. */
interface PrintedNotification {
  id: number;
  kind: string;
  title: string;
  body: string;
}

/** One run of the headless shell. */
export interface Run {
  /** The address it printed, which lets one browser in, once. */
  address: string;
  /** Another one, by a second start. */
  newAddress(): Promise<string>;
  /** What it has announced so far. */
  notifications(): PrintedNotification[];
  /** Ends it; `SIGKILL` gives it no chance to tidy up. Resolves when it is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const OF_A_DESKTOP = ['DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR'];
/** An environment without a desktop: no bus, no display, so nothing leaves the test. */
const BARE = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_A_DESKTOP.includes(name)));

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/** Starts the headless shell on a data folder. `env` is put into its environment, and into that of what it starts. */
export async function start(dataDir: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const child = spawn(
    process.execPath,
    [headless, '--data-dir', dataDir, '--port', '0', '--print-notifications', ...args],
    { env: { ...BARE, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  let complaints = '';
  const newAddress = async () => {
    const second = spawn(process.execPath, [headless, '--data-dir', dataDir], { env: BARE });
    const text = (await second.stdout.setEncoding('utf8').toArray()).join('');
    return /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(text)?.[0] ?? '';
  };
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) =>
      reject(new Error(`Askbell ended with ${code} before it printed its address.\n${output}\n${complaints}`)),
    );
  });
  return {
    address,
    newAddress,
    notifications: () =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => (JSON.parse(line) as { notification: PrintedNotification }).notification),
    async end(signal) {
      child.kill(signal);
      await ended(child);
    },
  };
}

interface Fixtures {
  /** What is put into the environment of each run. */
  environment: NodeJS.ProcessEnv;
  /** Starts Askbell on this test's own data folder, as often as wanted; what still runs is ended after the test. */
  startAskbell: (...args: string[]) => Promise<Run>;
}

export const test = base.extend<Fixtures>({
  environment: {},
  startAskbell: async ({ environment }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'askbell-e2e-'));
    const runs: Run[] = [];
    seedDemoNetwork(dataDir);
    await use(async (...args) => {
      const run = await start(dataDir, args, environment);
      runs.push(run);
      return run;
    });
    for (const run of runs) await run.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  },
});

/** Leaves the cards that follow somebody's first sign-in, for the inbox. */
export async function skipFirstSteps(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Skip all' }).click();
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
}

/** Waits for the inbox of an Askbell that signs in by itself; who opens the window before is shown first steps. */
export async function waitForInbox(page: Page): Promise<void> {
  const skip = page.getByRole('button', { name: 'Skip all' });
  await expect(async () => {
    if (await skip.isVisible()) await skip.click({ timeout: 3000 });
    await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
}

test.skip(withoutBrowser, 'No Chromium was found. Install chromium, or set CHROMIUM_PATH to one.');

export { expect } from '@playwright/test';
