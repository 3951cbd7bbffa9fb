import { fileURLToPath } from 'node:url';
import { buildParts } from '../../build/build.ts';
import { MINUTE_MS } from '../../common/durations.ts';
import { FakeAgent } from '../../test/renderer/stage/fake-agent.ts';
import { inboxOf, lively } from '../../test/renderer/stage/fake-agent-data.ts';
import { startWindowServer } from '../../test/renderer/stage/fake-agent-serving.ts';
import { launchChromium } from '../../test/support/chromium.ts';

const rendererDir = fileURLToPath(new URL('../../out/app/renderer', import.meta.url));

/** How many rows are wholly in sight and clicked in turn. */
const ROWS = 8;

/**
 * Clicks on rows of the window's list, and gives how long each time took, in ms: from the click until the item stands
 * open beside the list, its row marked, and the frame has been laid out and painted. The post itself comes later; what
 * is known of it is there.
 */
export async function measureOpen(clicks: number, items: number, say: (line: string) => void): Promise<number[]> {
  await buildParts(['renderer'], { ifStale: true, say });
  say('opening items');
  const world = lively();
  // Of one day, so that a list of any length is one page.
  const listedAt = new Date();
  world.inbox = inboxOf(items).map((entry) => ({ ...entry, listedAt, unread: true }));
  const server = await startWindowServer(rendererDir);
  server.serve(new FakeAgent(world));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 720 } });
    page.setDefaultTimeout(2 * MINUTE_MS);
    await page.goto(`${server.url}#/inbox`);
    await page.locator('.item').nth(ROWS).waitFor();
    const taken: number[] = [];
    for (let click = 0; click < clicks; click++) {
      const key = `item-${((click + 1) % ROWS) + 1}`;
      taken.push(
        await page.evaluate(
          (wanted) =>
            new Promise<number>((resolve) => {
              const row = document.querySelector<HTMLElement>(`.items--list [data-item="${wanted}"]`)!;
              const from = performance.now();
              const observer = new MutationObserver(() => {
                const isOpen = row.isConnected && row.getAttribute('aria-current') === 'true';
                if (!isOpen || document.querySelector('.reading h2')?.textContent !== row.textContent) return;
                observer.disconnect();
                requestAnimationFrame(() => {
                  const { port1, port2 } = new MessageChannel();
                  // After the frame that was due has been laid out and painted.
                  port1.addEventListener('message', () => resolve(performance.now() - from), { once: true });
                  port1.start();
                  port2.postMessage(undefined);
                });
              });
              observer.observe(document.body, {
                attributes: true,
                childList: true,
                characterData: true,
                subtree: true,
              });
              row.click();
            }),
          key,
        ),
      );
    }
    return taken;
  } finally {
    await browser.close();
    await server.stop();
  }
}
