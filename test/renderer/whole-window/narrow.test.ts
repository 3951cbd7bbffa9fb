import type { Page } from '@playwright/test';
import { describe, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../common/i18n/words.ts';
import { PAGES } from '../../../renderer/settings/pages.ts';
import { openStatus, sideways } from '../stage/inbox-scene.ts';
import { expect, inboxOf, inBrowser, lively, type World } from '../stage/stage.ts';

const views = ['inbox', 'watches', 'reputation', 'settings'];

function enlarged(zoom: number, language: Language = 'en'): World {
  const world = { ...lively(), inbox: inboxOf(20) };
  world.settings = { ...world.settings, zoom, language };
  // Two figures on each badge.
  world.state = { ...world.state, unread: 70, unreadMatches: 12 };
  return world;
}

/**
 * Which names of views and which counts of what is unread stand on more than one line, or beyond their part of the
 * navigation.
 */
const brokenNames = (page: Page) =>
  page.locator('.side--view').evaluateAll((links) =>
    links.flatMap((link) => {
      const { left, right } = link.getBoundingClientRect();
      const shown = [...link.querySelectorAll('.side--label, .unread-count')].filter(
        (part) => getComputedStyle(part).clipPath === 'none',
      );
      return shown.flatMap((part) => {
        const range = document.createRange();
        range.selectNodeContents(part.firstChild!);
        const box = range.getBoundingClientRect();
        const oneLine = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size === 1;
        return oneLine && box.left >= left - 1 && box.right <= right + 1 ? [] : [part.textContent];
      });
    }),
  );

inBrowser('a window with little room', (stage) => {
  describe.each([1.25, 1.5, 1.75, 2])('at %f times the size', (zoom) => {
    it.each(Object.keys(LANGUAGES) as Language[])(
      'does not scroll sideways, and breaks no name of a view: %s',
      async (language) => {
        const { page } = await stage.open(enlarged(zoom, language), { width: 360, height: 800 });
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        // What fits at twice the size fits at less; the views themselves break in other places, too.
        for (const view of zoom === 2 ? [...views, ...PAGES.map((page) => `settings/${page}`)] : views) {
          await page.evaluate((to) => (location.hash = `/${to}`), view);
          await page.locator('main .head :is(h1, h2)').waitFor();
          await expect(page.locator('.loading')).toHaveCount(0);
          for (const width of [500, 360]) {
            await page.setViewportSize({ width, height: 800 });
            const where = `${view}, ${width} px`;
            await expect.poll(() => sideways(page), where).toBeLessThanOrEqual(0);
            expect(await brokenNames(page), where).toEqual([]);
          }
        }
      },
    );
  });

  it.each([
    [360, false],
    [900, false],
    [1200, true],
  ])('gives the list of watches and what is said of one room enough: %i px', async (width, beside) => {
    const { page } = await stage.open(lively(), { width, at: '/watches' });
    const box = async (part: string) => (await page.locator(part).first().boundingBox())!;
    await page.locator('.watch').nth(1).click();
    const [list, pane] = [await box('.feed--list'), await box('.reading')];
    expect(pane.x).toBe(beside ? list.x + list.width : list.x);
    expect(pane.width).toBeGreaterThanOrEqual(beside ? 500 : list.width);
    // What is opened in it has the whole width.
    const whole = (await box('.watch-pane .options')).width;
    await page.getByRole('button', { name: /^Top answerers of / }).click();
    expect((await box('.people')).width).toBe(whole);
    await page.getByRole('button', { name: 'Edit' }).click();
    expect((await box('.watch-form .options:visible')).width).toBe(whole);
  });

  it('leaves the list to itself when the frame needs many lines', async () => {
    const { page } = await stage.open(enlarged(1.5, 'de'), { width: 360, height: 800 });
    await page.locator('.item').first().waitFor();
    await page.keyboard.press('j');
    await expect
      .poll(() => page.locator('.items--scroll').evaluate((list) => list.getBoundingClientRect().height))
      .toBeGreaterThan(400);
    await expect(page.locator('.item').first().getByRole('link')).toBeInViewport({ ratio: 1 });
  });

  describe('shows of a long announcement a few lines', () => {
    it.each([
      [360, 256, 1],
      [500, 300, 1],
      [1000, 600, 1],
      [500, 800, 2],
      [360, 800, 2],
    ])('with its heading and its buttons: %i × %i, %f times the size', async (width, height, zoom) => {
      const { page, agent } = await stage.open(enlarged(zoom), { width, height });
      await page.locator('.item').first().waitFor();
      agent.refusing.set('polling.syncNow', {
        message: 'Askbell could not ask.',
        advice: 'Try again in a while, or look at what the network says of itself. '.repeat(10),
      });
      await page.keyboard.press('Shift+R');
      agent.notice(
        '14 new items',
        Array.from(
          { length: 14 },
          (_, index) => `Comment on question ${index + 1} of many, with a title that takes its room`,
        ).join('\n'),
      );
      const said = page.locator('.announcement');
      await expect(said).toHaveCount(2);
      for (const [index, heading] of ['14 new items', 'Askbell could not ask.'].entries()) {
        const one = said.nth(index);
        await expect(one).toBeInViewport({ ratio: 1 });
        expect(
          await one.evaluate((element) => element.getBoundingClientRect().height / window.innerHeight),
        ).toBeLessThan(0.5);
        await expect(one.getByText(heading, { exact: true })).toBeInViewport({ ratio: 1 });
        await one.getByRole('button', { name: 'Dismiss' }).click({ trial: true });
        // The rest is there for who scrolls.
        expect(
          await one
            .locator('p')
            .evaluate((words) => words.scrollHeight > words.clientHeight && words.scrollWidth <= words.clientWidth),
        ).toBe(true);
      }
    });

    it('and all of a short one, at once', async () => {
      const { page, agent } = await stage.open(enlarged(1), { width: 360, height: 640 });
      await page.locator('.item').first().waitFor();
      agent.notice('A comment', 'Have you tried to move them nearer to the window?');
      expect(await page.locator('.announcement p').evaluate((words) => words.scrollHeight <= words.clientHeight)).toBe(
        true,
      );
    });

    it('and words that can be read beside what takes something back, and all of what the mark opens', async () => {
      const { page } = await stage.open(enlarged(2), { width: 360, height: 800 });
      await page.locator('.item').first().waitFor();
      await page.getByRole('button', { name: /^Mark (all )?\d+ read$/ }).click();
      const said = page.locator('.announcement');
      await expect(said.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
      expect(await said.locator('p').evaluate((words) => words.getBoundingClientRect().width)).toBeGreaterThan(160);
      await expect(await openStatus(page)).toBeInViewport({ ratio: 1 });
    });
  });
});
