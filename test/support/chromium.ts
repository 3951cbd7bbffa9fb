import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Browser } from '@playwright/test';
import { chromium } from '@playwright/test';

/** The headless shell comes first: it draws the same for two thirds of the processor's time. */
const NAMES = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['chrome-headless-shell', 'google-chrome', 'google-chrome-stable'],
];

/**
 * Finds a Chromium to test in: CHROMIUM_PATH, then the usual names in /usr/bin and on the PATH, the headless shell
 * before a whole browser, then the one that Playwright downloads for itself. Undefined where there is none.
 */
function findChromium(names: readonly string[], environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment['CHROMIUM_PATH'];
  if (named) return named;
  const folders = ['/usr/bin', ...(environment['PATH'] ?? '').split(delimiter)];
  const usual = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...usual, chromium.executablePath()].find((path) => existsSync(path));
}

export const chromiumPath = findChromium(NAMES);

/** A whole browser, for what the headless shell does not have: notifications of its own. */
export const wholeChromiumPath = findChromium(NAMES.filter((name) => !name.endsWith('headless-shell')));

/** What a browser needs to start in a container, too. */
export const launchArguments = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--hide-scrollbars'];

/** True where browser tests should be left out: no browser, and not in CI, where a missing browser is a failure. */
export const withoutBrowser = chromiumPath === undefined && process.env['CI'] !== 'true';

/** The same for what needs a whole browser. */
export const withoutWholeBrowser = wholeChromiumPath === undefined && process.env['CI'] !== 'true';

if (withoutBrowser)
  console.warn(
    'No Chromium was found, so the browser tests are skipped. Install chromium, or set CHROMIUM_PATH to one.',
  );

/** Starts the browser that was found, or another one; fails with a clear message where there is none. */
export async function launchChromium(executablePath = chromiumPath): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error('No Chromium was found for the browser tests. Install chromium, or set CHROMIUM_PATH to one.');
  return chromium.launch({ executablePath, args: [...launchArguments] });
}
