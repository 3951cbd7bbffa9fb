import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { buildParts } from '../../build/build.ts';
import { MINUTE_MS } from '../../common/durations.ts';
import { startWindowServer } from '../../electron/desktop/headless/window/window-server.ts';
import { silentLog } from '../../electron/base/log.ts';
import { aRound, createWorld } from '../../test/integration/askbell.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { say } from '../support/command.ts';
import { fillHistory } from '../history/fill.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const rendererDir = join(import.meta.dirname, '../../out/app/renderer');

/** Agent's time between two looks at the network's responses. */
const STEP_MS = 1000;

/**
 * How long the network takes to answer. The sandbox would answer at once, so that the window would still be busy with
 * the poll before.
 */
export const ANSWER_MS = 100;

/** Returns when a row with this text was painted in the window's list, by the page's clock, in ms since the epoch. */
const rowPainted = (page: Page, text: string): Promise<number> =>
  page.evaluate(async (wanted) => {
    const isThere = () =>
      [...document.querySelectorAll('.items--list .item--words')].some((row) => row.textContent === wanted);
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(look);
      function look() {
        if (!isThere()) return;
        observer.disconnect();
        resolve();
      }
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
      look();
    });
    // A task that a frame's callback creates runs after the frame was laid out and painted.
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.timeOrigin + performance.now();
  }, text);

/** This process's clock, finer than whole ms; it and the page's count from one epoch. */
const now = () => performance.timeOrigin + performance.now();

/**
 * Has the network bring one item after another to the real agent with a history of `items`, and returns how long each
 * took, in ms: from the moment when the response to the agent's poll is there, unread, until the item's row has been
 * painted in the real window. Agent, network and window's server share one thread here.
 */
export async function measureArrival(arrivals: number, items: number): Promise<number[]> {
  await buildParts(['renderer'], { ifStale: true, say });
  const answered = new Map<string, number>();
  const { path: dataDir, remove } = temporaryFolder('arrival');
  say(`filling a history with ${items} items`);
  fillHistory(join(dataDir, 'history.sqlite'), items);
  const world = await createWorld({
    dataDir,
    tamper: async (path, found) => {
      await wait(ANSWER_MS);
      const at = now();
      if (path.includes('inbox'))
        for (const { body } of found) if (typeof body === 'string' && !answered.has(body)) answered.set(body, at);
      return found;
    },
  });
  const server = await startWindowServer({ port: 0, rendererDir, log: silentLog, now: Date.now });
  const browser = await launchChromium();
  try {
    const { people } = world;
    await world.window.firstSteps.finish();
    await world.pass(aRound);
    server.serve(world.askbell.loadRouter);
    const page = await browser.newPage({ viewport: { width: 1000, height: 720 } });
    page.setDefaultTimeout(2 * MINUTE_MS);
    await page.goto(server.access.entryLink());
    await page.locator('.items--list .item').nth(5).waitFor();
    const taken: number[] = [];
    for (let arrival = 1; arrival <= arrivals; arrival++) {
      if (arrival % 10 === 0) say(`arrival ${arrival} of ${arrivals}`);
      const body = `Arrival number ${arrival} of them all`;
      people.comments(body, arrival);
      const painted = rowPainted(page, body);
      while (!answered.has(body)) await world.pass(STEP_MS);
      taken.push((await painted) - answered.get(body)!);
    }
    return taken;
  } finally {
    await browser.close();
    await server.close();
    await world.close();
    remove();
  }
}
