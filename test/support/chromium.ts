import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Browser } from '@playwright/test';
import { chromium } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Finds a Chromium to test in: CHROMIUM_PATH, then /usr/bin/chromium, then the usual names on the PATH, then the one
 * that Playwright downloads for itself. Undefined where there is none.
 */
function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment['CHROMIUM_PATH'];
  if (named) return named;
  const onPath = (environment['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return ['/usr/bin/chromium', ...onPath, chromium.executablePath()].find((path) => existsSync(path));
}

export const chromiumPath = findChromium();

/** What a browser needs to start in a container, too. */
export const launchArguments = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--hide-scrollbars',
] as const;

/** True where browser tests should be left out: no browser, and not in CI, where a missing browser is a failure. */
export const withoutBrowser = chromiumPath === undefined && process.env['CI'] !== 'true';

if (withoutBrowser) {
  console.warn(
    'No Chromium was found, so the browser tests are skipped. Install chromium, or set CHROMIUM_PATH to one.',
  );
}

/** Starts the browser that was found; fails with a clear message where there is none. */
export async function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined)
    throw new Error('No Chromium was found for the browser tests. Install chromium, or set CHROMIUM_PATH to one.');
  return chromium.launch({ executablePath: chromiumPath, args: [...launchArguments] });
}
