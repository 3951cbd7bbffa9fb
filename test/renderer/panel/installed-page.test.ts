import type { Page } from '@playwright/test';
import { it } from 'vitest';
import { PANEL, rows, unreadWorld } from '../stage/panel-scene.ts';
import { expect, inBrowser, lively, type Scene } from '../stage/stage.ts';

/** Stands in for a browser's window without tabs, and counts how often the page brings it to a size. */
function beWindowOfItsOwn(): void {
  const { matchMedia } = window;
  window.matchMedia = (query) =>
    query === '(display-mode: standalone)' ? ({ matches: true } as MediaQueryList) : matchMedia.call(window, query);
  const sized = Object.assign(window, { sized: [] as number[] });
  window.resizeTo = (_width, height) => {
    Object.defineProperty(window, 'innerHeight', { value: height - (outerHeight - innerHeight), configurable: true });
    Object.defineProperty(window, 'outerHeight', { value: height, configurable: true });
    sized.sized.push(innerHeight);
    window.dispatchEvent(new Event('resize'));
  };
}

/** The heights that the page brought its window to. */
const sizes = (page: Page) => page.evaluate(() => (window as typeof window & { sized: number[] }).sized);

inBrowser('the panel as a window of its own', (stage) => {
  /** Opens the panel's page in a window without tabs, once more. */
  async function openWindow({ page, url }: Scene, search: '' | '?window'): Promise<Page> {
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open('about:blank', '_blank', 'popup')),
    ]);
    await opened.addInitScript(beWindowOfItsOwn);
    await opened.goto(`${url}${PANEL.path}${search}`);
    await expect(opened.getByRole('button', { name: 'Open Askbell' }).first()).toBeVisible();
    return opened;
  }

  it('comes at its size each time that Askbell has it opened, and takes the place of the one before', async () => {
    const scene = await stage.open(lively(), PANEL);
    const first = await openWindow(scene, '?window');
    expect((await sizes(first))[0]).toBe(560);
    const gone = first.waitForEvent('close');
    const second = await openWindow(scene, '?window');
    await gone;
    expect((await sizes(second))[0]).toBe(560);
    expect(second.isClosed()).toBe(false);
    // A page with tabs is no small window.
    expect(scene.page.isClosed()).toBe(false);
  });

  it('keeps the size that the person gave it, over a reload and where they installed it', async () => {
    const scene = await stage.open(lively(), PANEL);
    const opened = await openWindow(scene, '');
    expect((await sizes(opened))[0]).toBe(560);
    await opened.reload();
    expect(await sizes(opened)).toEqual([]);
    const byAskbell = await openWindow(scene, '?window');
    await byAskbell.reload();
    expect(await sizes(byAskbell)).toEqual([]);
  });

  it('grows with its rows and what opens over them, never beyond 560 px, until the person gives it a height', async () => {
    const scene = await stage.open(unreadWorld(1), PANEL);
    const opened = await openWindow(scene, '?window');
    const { agent } = scene;
    // Head 48, foot 40, two labels of 28, two rows of 52, the list's end of 4 and lines.
    const height = async () => (await sizes(opened)).at(-1);
    await expect.poll(height).toBe(252);
    const arrive = (key: string) => agent.arrive({ key, question: `demo/${key}` });
    arrive('newer-0');
    await expect.poll(height).toBe(304);
    await opened.getByRole('button', { name: 'Pause notifications' }).click();
    const choice = (await opened.getByRole('dialog').boundingBox())!;
    expect(choice.y + choice.height).toBeLessThanOrEqual((await height())!);
    await opened.keyboard.press('Escape');
    for (let newer = 1; newer < 8; newer++) arrive(`newer-${newer}`);
    await expect.poll(height).toBe(560);
    await opened.evaluate(() => resizeTo(400, 470 + outerHeight - innerHeight));
    await opened.evaluate(
      () => (Object.defineProperty(window, 'innerHeight', { value: 500 }), dispatchEvent(new Event('resize'))),
    );
    const count = (await sizes(opened)).length;
    await rows(opened).first().getByRole('link').focus();
    for (let done = 9; done > 0; done--) {
      await opened.keyboard.press('e');
      await expect(rows(opened)).toHaveCount(done - 1);
    }
    expect(await sizes(opened)).toHaveLength(count);
  });
});
