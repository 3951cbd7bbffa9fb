import type { Page } from '@playwright/test';
import { it } from 'vitest';
import { PANEL } from '../stage/panel-scene.ts';
import { expect, inBrowser, lively, type Scene } from '../stage/stage.ts';

/** Stands in for a browser's window without tabs, and counts how often the page brings it to a size. */
function beWindowOfItsOwn(): void {
  const { matchMedia } = window;
  window.matchMedia = (query) =>
    query === '(display-mode: standalone)' ? ({ matches: true } as MediaQueryList) : matchMedia.call(window, query);
  const sized = window as typeof window & { sized: number[][] };
  sized.sized = [];
  window.resizeTo = (width, height) => void sized.sized.push([width, height]);
}

const sizes = (page: Page) => page.evaluate(() => (window as typeof window & { sized: number[][] }).sized.length);

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
    expect(await sizes(first)).toBe(1);
    const gone = first.waitForEvent('close');
    const second = await openWindow(scene, '?window');
    await gone;
    expect(await sizes(second)).toBe(1);
    expect(second.isClosed()).toBe(false);
    // A page with tabs is no small window.
    expect(scene.page.isClosed()).toBe(false);
  });

  it('keeps the size that the person gave it, over a reload and where they installed it', async () => {
    const scene = await stage.open(lively(), PANEL);
    const opened = await openWindow(scene, '');
    expect(await sizes(opened)).toBe(1);
    await opened.reload();
    expect(await sizes(opened)).toBe(0);
    const byAskbell = await openWindow(scene, '?window');
    await byAskbell.reload();
    expect(await sizes(byAskbell)).toBe(0);
  });
});
