import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { walkDialog } from '../../electron/agent/accounts/demo-network.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server/server.ts';
import { createTickingClock } from '../../sandbox/world/clock.ts';
import { demoDataCopy, noon } from '../support/demo-data.ts';
import { expect, skipFirstSteps, start, test as base, type Run } from './askbell.ts';

/** The application that is registered with the network. */
export const application = { clientId: 'mine', key: 'my-key' };

/** What the window's clock shows in pictures: a while after the network's noon, whatever a test takes. */
export const shownTime = new Date((noon + 5 * 60) * 1000);

/** Of the browser's contexts in which pages always look the same. */
export const STILL = { locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' } as const;

/** Starts a network with the demo data at noon of one day, where nothing happens but what a test makes happen. */
const startNetwork = async (folder: string): Promise<Sandbox> =>
  startSandbox({
    file: await demoDataCopy(folder),
    clock: createTickingClock(noon),
    burst: Infinity,
    cache: false,
    apps: [{ ...application, domain: '127.0.0.1', name: 'Askbell' }],
  });

/** The person's own question in the newest item of the demo data; another answer than the item's is accepted. */
export const hedge = 'A neglected hedge stays bare at the bottom since the last frost';

/** Returns the answer to it that is accepted. */
export const acceptedAnswer = ({ world }: Sandbox) =>
  world.db
    .prepare(
      `SELECT s.api_site_parameter AS site, p.accepted_answer_id AS answerId FROM posts p
       JOIN sites s ON s.id = p.site_id WHERE p.title = ?`,
    )
    .get(hedge) as { site: string; answerId: number };

/** An Askbell whose clock began at noon as well, in front of a still network. */
export interface Still {
  network: Sandbox;
  askbell: Run;
  /** Ends the network for good, and starts Askbell anew. */
  restartWithoutNetwork(): Promise<void>;
  /** Ends both. */
  end(): Promise<void>;
  /** Opens its window. */
  open(context: BrowserContext, view?: string): Promise<Page>;
  /** From Welcome to where the network's answer is awaited. */
  beginSignIn(page: Page): Promise<void>;
  /** Brings the answer, as somebody would who approved in the dialog. */
  finishSignIn(page: Page): Promise<void>;
}

async function startStill(folder: string): Promise<Still> {
  const network = await startNetwork(folder);
  let ended: Promise<void> | undefined;
  const endNetwork = () => (ended ??= network.close());
  const launch = () =>
    start(join(folder, 'data'), [], {
      NODE_OPTIONS: `--import ${new URL('./from-noon.ts', import.meta.url).href}`,
      ASKBELL_TEST_NOON: String(noon * 1000),
      TZ: 'UTC',
      LANGUAGE: 'en_GB',
    });
  /** Whose printed address let a browser in. */
  const entered = new WeakSet<Run>();
  const still: Still = {
    network,
    askbell: await launch(),
    async restartWithoutNetwork() {
      await still.askbell.end('SIGKILL');
      await endNetwork();
      still.askbell = await launch();
    },
    async end() {
      await still.askbell.end('SIGTERM');
      await endNetwork();
    },
    async open(context, view = '/inbox') {
      const page = await context.newPage();
      await page.clock.setFixedTime(shownTime);
      const { askbell } = still;
      await page.goto(entered.has(askbell) ? await askbell.newAddress() : askbell.address);
      entered.add(askbell);
      await page.goto(`${new URL(still.askbell.address).origin}/#${view}`);
      return page;
    },
    async beginSignIn(page) {
      await page.getByRole('button', { name: 'Another network' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ask & Tell');
      await page.getByRole('textbox', { name: 'API URL' }).fill(network.apiBaseUrl);
      await page.getByRole('textbox', { name: 'Sign-in URL' }).fill(network.authUrl);
      await page.getByRole('textbox', { name: 'Client ID' }).fill(application.clientId);
      await page.getByRole('textbox', { name: 'Key', exact: true }).fill(application.key);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Sign in to Ask & Tell' })).toBeVisible();
    },
    async finishSignIn(page) {
      const dialog = await page.getByRole('link', { name: 'Open the sign-in page' }).getAttribute('href');
      await page.getByRole('textbox', { name: 'Final page address' }).fill(await walkDialog(dialog ?? '', fetch));
      await page.getByRole('button', { name: 'Finish signing in' }).click();
      await skipFirstSteps(page);
    },
  };
  return still;
}

/**
 * Every test of a file shares one still network and one Askbell; what a test changes, the next one finds changed. A
 * file names its world, since Playwright shares what is of a worker among all files that want the same.
 */
export const test = base.extend<object, { world: string; still: Still }>({
  world: ['', { option: true, scope: 'worker' }],
  still: [
    async ({ world }, use) => {
      const folder = await mkdtemp(join(tmpdir(), `askbell-still-${world}-`));
      const still = await startStill(folder);
      await use(still);
      await still.end();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

export { expect };
