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

const rendererDir = fileURLToPath(new URL('../../out/app/renderer', import.meta.url));

/** How far the agent's time goes on between two looks at what the network has answered. */
const STEP_MS = 1000;

/**
 * How long the network takes to answer. The sandbox would answer at once, so that the window would still be busy with
 * what the poll before brought.
 */
export const ANSWER_MS = 100;

/** Gives when a row with this text was painted in the window's list, by the page's clock, in ms since the epoch. */
const rowPainted = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const isThere = () =>
          [...document.querySelectorAll('.items--list .item--excerpt')].some((row) => row.textContent === wanted);
        const afterPaint = () =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            // After the frame that was due has been laid out and painted.
            port1.addEventListener('message', () => resolve(performance.timeOrigin + performance.now()), {
              once: true,
            });
            port1.start();
            port2.postMessage(undefined);
          });
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          afterPaint();
        });
        if (isThere()) afterPaint();
        else observer.observe(document.body, { childList: true, characterData: true, subtree: true });
      }),
    text,
  );

/** This process's clock and the page's count from one epoch, finer than whole ms. */
const now = () => performance.timeOrigin + performance.now();

/** Fills the history of who is signed in with `count` items older than all that the network has. */
function fillHistory(file: string, accountId: number, count: number): void {
  const history = openHistory(file);
  const of = history.lastProfile('demo', accountId);
  if (!of) throw new Error('The demo network’s person has no history.');
  const sites = Array.from({ length: 8 }, (_, index) => ({ id: `site${index}`, name: `Site ${index}` }));
  const newest = Date.UTC(2026, 0, 1);
  for (let from = 0; from < count; from += 5000)
    of.transaction(() =>
      of.inbox.add(
        Array.from({ length: Math.min(5000, count - from) }, (_, index) => ({
          key: `filling-${from + index}`,
          itemType: index % 3 === 0 ? 'new_answer' : 'comment',
          site: sites[index % sites.length]!,
          title: `How does the valve number ${from + index} keep its copper from the light?`,
          excerpt: `It does not; the ladder in the garden does, ${from + index} times.`,
          createdAt: newest - (count - from - index) * 10 * MINUTE_MS,
          unreadAtNetwork: index % 40 === 0,
        })),
        newest,
      ),
    );
  history.close();
}

/**
 * Has the network bring one item after another to the real agent with a history of `items`, and gives how long each
 * took, in ms: from the moment when the answer to the agent's poll is there, unread, until the item's row has been
 * painted in the real window. The agent reads the answer, keeps it and tells the window, which asks for what is newer.
 * Agent, network and window's server share one thread here; when it was painted is told by the page's clock, because
 * word of it may wait for that thread.
 */
export async function measureArrival(
  arrivals: number,
  items: number,
  say: (line: string) => void,
): Promise<{ taken: number[]; items: number }> {
  await buildParts(['renderer'], { ifStale: true, say });
  say(`filling a history with ${items} items`);
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
    const people = cast(world.sandbox);
    fillHistory(join(world.dataDir, 'history.sqlite'), people.accountId, items);
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
      world.sandbox.world.actions.comment({
        site: people.site,
        userId: people.others[arrival % people.others.length]!,
        postId: people.questionId,
        body,
      });
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
