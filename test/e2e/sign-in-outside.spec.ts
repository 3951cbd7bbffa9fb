import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { answerInBrowser } from '../support/system-browser.ts';
import { expect, start, test as base, waitForInbox, type Run } from './askbell.ts';

/** What Askbell handed to the system to open. */
interface SystemBrowser {
  startAskbell: (...args: string[]) => Promise<Run>;
  /** The address of the newest sign-in dialog. */
  dialogUrl(): Promise<string>;
}

/** A desktop whose opener notes down what it is given, for a Chromium to open. */
const test = base.extend<{ system: SystemBrowser }>({
  system: async ({ browserName: _any }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'askbell-outside-'));
    const opened = join(folder, 'opened');
    await writeFile(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$1" >> '${opened}'\n`);
    await chmod(join(folder, 'xdg-open'), 0o755);
    const runs: Run[] = [];
    await use({
      async startAskbell(...args) {
        const run = await start(join(folder, 'data'), args, {
          DISPLAY: ':nowhere',
          PATH: `${folder}${delimiter}${process.env['PATH']}`,
        });
        runs.push(run);
        return run;
      },
      async dialogUrl() {
        let found: string | undefined;
        await expect
          .poll(
            async () =>
              (found = (await readFile(opened, 'utf8').catch(() => ''))
                .split('\n')
                .findLast((address) => address.includes('/oauth'))),
            { timeout: 60_000 },
          )
          .toBeDefined();
        return found!;
      },
    });
    for (const run of runs) await run.end('SIGTERM');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

test.skip(process.platform !== 'linux', 'The opener is another one there.');

test('like the public service: through the person’s own browser, another service’s pop-up included', async ({
  browser,
  page,
  system,
}) => {
  const askbell = await system.startAskbell('--demo', '--like', 'public', '--demo-speed', '0.001');
  await page.goto(askbell.address);
  await expect(page.getByText('Continue in your browser. We’ll pick up here.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('textbox')).toHaveCount(0);

  const tab = await answerInBrowser(browser, await system.dialogUrl());
  await expect(tab.getByRole('heading', { name: 'You can close this tab' })).toBeVisible();
  // The code is gone from where somebody could read it over a shoulder.
  await expect(tab).toHaveURL(/^http:\/\/localhost:\d+\/$/);

  await waitForInbox(page);
});
