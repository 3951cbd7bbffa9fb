import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { answerInBrowser } from '../support/system-browser.ts';
import { expect, test as base, waitForInbox } from './askbell.ts';

/** A desktop whose opener notes down what it is given, for a Chromium to open. */
const test = base.extend<{ desktop: string }>({
  desktop: async ({ browserName: _any }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'askbell-outside-'));
    const opener = join(folder, 'xdg-open');
    await writeFile(opener, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${join(folder, 'opened')}'\n`);
    await chmod(opener, 0o755);
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  environment: ({ desktop }, use) => use({ DISPLAY: ':nowhere', PATH: `${desktop}${delimiter}${process.env['PATH']}` }),
});

/** The address of the newest sign-in dialog that the system was to open. */
async function dialogUrl(desktop: string): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const opened = await readFile(join(desktop, 'opened'), 'utf8');
    found = opened.split('\n').findLast((address) => address.includes('/oauth'));
    expect(found).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return found!;
}

test.skip(process.platform !== 'linux', 'The opener is another one there.');

test('like the public service: through the person’s own browser', async ({ browser, page, desktop, startAskbell }) => {
  const askbell = await startAskbell('--demo', '--like', 'public', '--demo-speed', '0.001');
  await page.goto(askbell.address);
  await expect(page.getByText('Continue in your browser. We’ll pick up here.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('textbox')).toHaveCount(0);

  const tab = await answerInBrowser(browser, await dialogUrl(desktop));
  await expect(tab.getByRole('heading', { name: 'You can close this tab' })).toBeVisible();
  // The code is gone from where somebody could read it over a shoulder.
  await expect(tab).toHaveURL(/^http:\/\/localhost:\d+\/$/);

  await waitForInbox(page);
});
