import { fileURLToPath } from 'node:url';
import { buildParts } from '../../build/build.ts';
import { FakeAgent } from '../../test/renderer/stage/fake-agent.ts';
import { inboxOf, lively, runningState } from '../../test/renderer/stage/fake-agent-data.ts';
import { startWindowServer } from '../../test/renderer/stage/fake-agent-serving.ts';
import { launchChromium } from '../../test/support/chromium.ts';

const rendererDir = fileURLToPath(new URL('../../out/app/renderer', import.meta.url));

/** As many as the panel asks for at once. */
const UNREAD_ITEMS = 50;

/**
 * Opens the panel again and again, and gives how long each time took, in ms: from the moment when the page, which is
 * loaded and connected as the panel that waits by the tray is, may be seen, until its frame has been laid out and
 * painted. While it was hidden an item came, so that each frame is another one. Hidden is the page's root: all of it is
 * laid out anew, which is more than a hidden window has to do. What the system takes to put a window on the screen is
 * not in it; test/desktop/panel.spec.ts measures that.
 */
export async function measurePanel(rounds: number, say: (line: string) => void): Promise<number[]> {
  await buildParts(['renderer'], { ifStale: true, say });
  say('opening the panel');
  const world = lively();
  world.inbox = inboxOf(UNREAD_ITEMS).map((entry) => ({ ...entry, unread: true }));
  world.state = { ...runningState(), unread: UNREAD_ITEMS };
  const agent = new FakeAgent(world);
  const server = await startWindowServer(rendererDir);
  server.serve(agent);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 400, height: 560 } });
    await page.goto(`${server.url}app/panel.html`);
    await page
      .locator('[data-item]')
      .nth(UNREAD_ITEMS - 1)
      .waitFor();
    const taken: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await page.evaluate(() => (document.getElementById('root')!.style.display = 'none'));
      const [first] = world.inbox;
      const key = `newer-${round}`;
      world.inbox = [
        { ...first!, key, place: first!.place + 1, title: `Question number ${round}`, createdAt: new Date() },
        ...world.inbox,
      ];
      agent.changed('inbox');
      await page.locator(`[data-item="${key}"]`).waitFor({ state: 'attached' });
      taken.push(
        await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              const from = performance.now();
              document.getElementById('root')!.style.display = '';
              requestAnimationFrame(() => {
                const { port1, port2 } = new MessageChannel();
                // After the frame that was due has been laid out and painted.
                port1.addEventListener('message', () => resolve(performance.now() - from), { once: true });
                port1.start();
                port2.postMessage(undefined);
              });
            }),
        ),
      );
    }
    return taken;
  } finally {
    await browser.close();
    await server.stop();
  }
}
