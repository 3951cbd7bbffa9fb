import { chromium } from '@playwright/test';
import type { TestProject } from 'vitest/node';
import { chromiumPath, launchArguments } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files connect to the browser that they share; undefined where there is none. */
    browserEndpoint: string | undefined;
  }
}

/** Starts one Chromium for all test files of a run; each connects to it and opens contexts of its own. */
export default async function shareBrowser(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (chromiumPath === undefined) return undefined;
  const server = await chromium.launchServer({
    executablePath: chromiumPath,
    args: [...launchArguments, '--in-process-gpu'],
  });
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
