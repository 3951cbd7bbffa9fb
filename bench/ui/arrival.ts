import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { buildParts } from '../../build/build.ts';
import { MINUTE_MS } from '../../common/durations.ts';
import { startWindowServer } from '../../electron/desktop/headless/window/window-server.ts';
import { silentLog } from '../../electron/base/log.ts';
import { openHistory } from '../../electron/store/history.ts';
import { aRound, cast, createWorld } from '../../test/integration/askbell.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { say } from '../support/command.ts';
import { fillInbox } from './fill.ts';

const rendererDir = fileURLToPath(new URL('../../out/app/renderer', import.meta.url));

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
      [...document.querySelectorAll('.items--list .item--excerpt')].some((row) => row.textContent === wanted);
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

/** Fills the inbox of the person who is signed in. */
function fillHistory(file: string, accountId: number, count: number): void {
  say(`filling a history with ${count} items`);
  const history = openHistory(file);
  const profile = history.lastProfile('demo', accountId);
  if (!profile) throw new Error('The demo network’s person has no history.');
  fillInbox(profile, count, (index) => ({
    title: `How does the valve number ${index} keep its copper from the light?`,
    excerpt: `It does not; the ladder in the garden does, ${index} times.`,
  }));
  history.close();
}

/**
 * Has the network bring one item after another to the real agent with a history of `items`, and returns how long each
 * took, in ms: from the moment when the response to the agent's poll is there, unread, until the item's row has been
 * painted in the real window. Agent, network and window's server share one thread here.
 */
export async function measureArrival(arrivals: number, items: number): Promise<{ taken: number[]; items: number }> {
  await buildParts(['renderer'], { ifStale: true, say });
  const answered = new Map<string, number>();
  const world = await createWorld({
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
    await world.pass(aRound);
    await world.quit();
    const { accountId, others, questionId, site } = cast(world.sandbox);
    fillHistory(join(world.dataDir, 'history.sqlite'), accountId, items);
    await world.launch();
    await world.window.firstSteps.finish();
    await world.pass(aRound);
    server.serve(world.askbell.loadRouter);
    const page = await browser.newPage({ viewport: { width: 1000, height: 720 } });
    page.setDefaultTimeout(2 * MINUTE_MS);
    await page.goto(server.access.entryLink());
    await page.locator('.items--list .item').nth(5).waitFor();
    const { total } = await world.window.inbox.counts({ filter: {} });
    const taken: number[] = [];
    for (let arrival = 1; arrival <= arrivals; arrival++) {
      if (arrival % 10 === 0) say(`arrival ${arrival} of ${arrivals}`);
      const body = `Arrival number ${arrival} of them all`;
      const userId = others[arrival % others.length]!;
      world.sandbox.world.actions.comment({ site, userId, postId: questionId, body });
      const painted = rowPainted(page, body);
      while (!answered.has(body)) await world.pass(STEP_MS);
      taken.push((await painted) - answered.get(body)!);
    }
    return { taken, items: total };
  } finally {
    await browser.close();
    await server.close();
    await world.close();
  }
}
