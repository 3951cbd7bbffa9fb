import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { chromiumPath, launchArguments, withoutBrowser } from '../../support/chromium.ts';
import { expect } from '../../support/expect.ts';
import { lively } from '../stage/fake-agent-data.ts';
import { startWindowServer, type WindowServer } from '../stage/fake-agent-serving.ts';
import { FakeAgent } from '../stage/fake-agent.ts';

/** A profile on the disk: only such a one remembers where one has been, and has links look otherwise then. */
describe.skipIf(withoutBrowser)('in a profile that remembers visits', () => {
  let folder: string;
  let context: BrowserContext;
  let server: WindowServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'askbell-visited-'));
    server = await startWindowServer();
    server.serve(new FakeAgent(lively()));
    context = await chromium.launchPersistentContext(folder, {
      executablePath: chromiumPath!,
      args: [...launchArguments],
      reducedMotion: 'reduce',
    });
  });
  afterAll(async () => {
    await context.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('the views’ links look as they do before the first visit', async () => {
    const page = await context.newPage();
    const side = page.locator('.side--nav');
    const title = (name: string) => page.getByRole('heading', { level: 1, name });
    await page.goto(`${server.url}#/settings/about`);
    await expect(title('Settings')).toBeVisible();
    const before = await side.screenshot();
    // A visit counts where a link was followed.
    for (const view of ['Inbox', 'Watches', 'Reputation', 'Settings']) {
      await side.getByRole('link', { name: view }).click();
      await expect(title(view)).toBeVisible();
    }
    await page.goto('about:blank');
    await page.goto(`${server.url}#/settings/about`);
    await expect(title('Settings')).toBeVisible();
    await page.mouse.move(500, 400);
    expect((await side.screenshot()).equals(before)).toBe(true);
  });
});
