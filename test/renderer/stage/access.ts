import type { Page } from '@playwright/test';
import { it } from 'vitest';
import { findViolations } from '../../support/axe.ts';
import { lively, type World } from './fake-agent-data.ts';
import { sideways } from './inbox-scene.ts';
import { expect, type Scene, type Stage, type View } from './stage.ts';

/** Something that fills a page: where it is, and what to do before looking. */
export interface Sight extends View {
  name: string;
  /** A lively one, if none is given. */
  world?: () => World;
  prepare?: (scene: Scene) => Promise<unknown>;
}

/** A sight where something is done before looking. */
export const sight = (name: string, where: Omit<Sight, 'name'>, prepare: Sight['prepare'] & {}): Sight => ({
  ...{ name, ...where },
  prepare,
});

/** Names, roles and order are the same in all colours. */
const IN_COLOUR = ['color-contrast', 'link-in-text-block'];
/** What lies beyond the right edge, unless it scrolls by itself or is cut off there. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(
        (element) =>
          element.closest('.visually-hidden, .values, .chart--scroll, .stopper, dialog') === null &&
          element.getBoundingClientRect().right > window.innerWidth + 1,
      )
      .map((element) => element.outerHTML.slice(0, 120)),
  );

async function expectFits(page: Page): Promise<void> {
  await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0);
  await expect.poll(() => tooWide(page)).toEqual([]);
}

/** Tests that everyone can use some sights: in all colours, in the narrowest window, and in one twice as large. */
export function everyoneCanUse(stage: Stage, sights: readonly Sight[], narrowest: number, view: View = {}): void {
  it.each(sights)(`axe finds nothing in $name, in all colours, and it fits ${narrowest} pixels`, async (seen) => {
    const { name: _name, world = lively, prepare, ...own } = seen;
    const scene = await stage.open(world(), { ...view, ...own });
    const { page, agent, complaints } = scene;
    // The view's own: for a moment Askbell only says that it is starting.
    await page.locator('h1:not(.starting h1), .starting button').first().waitFor();
    await expect(page.locator('.loading')).toHaveCount(0);
    await prepare?.(scene);
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findViolations(page, { type: 'rule', values: IN_COLOUR })).toEqual([]);
    // Under the pointer, where it opened something, a button has colours of its own for a moment.
    await page.mouse.move(-10, -10);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, contrast: 'more' });
      await expect(page.locator('html[data-theme|="contrast"]')).toBeAttached();
      // High contrast means 7 : 1.
      const rules = [...IN_COLOUR, 'color-contrast-enhanced'];
      expect(await findViolations(page, { type: 'rule', values: rules })).toEqual([]);
    }
    await page.setViewportSize({ width: narrowest, height: 640 });
    await expectFits(page);
    await page.setViewportSize({ width: 2 * narrowest, height: 1280 });
    agent.world.settings = { ...agent.world.settings, zoom: 2 };
    agent.changed('settings');
    await expectFits(page);
    expect(complaints).toEqual([]);
  });
}
