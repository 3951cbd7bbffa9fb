import type { Page } from '@playwright/test';
import { describe, it } from 'vitest';
import { findViolations } from '../../support/axe.ts';
import { withoutBrowser } from '../../support/chromium.ts';
import { expect } from '../../support/expect.ts';
import { lively } from '../stage/fake-agent-data.ts';
import type { World } from '../stage/fake-agent-data.ts';
import { settled } from '../stage/settled.ts';
import { Stage } from '../stage/stage.ts';

/** What of reputation and watches opens, fails or is under way. */
const sights: { name: string; at: string; world?: (world: World) => void; prepare: (page: Page) => Promise<void> }[] = [
  {
    name: 'the chart with its table and all privileges',
    at: '/reputation',
    world(world) {
      // More than fit, so that the list scrolls.
      world.siteProfile.privileges = Array.from({ length: 30 }, (_, index) => ({
        reputation: 1000 * (index + 1),
        what: `privilege ${index + 1}`,
        earned: index < 12,
      }));
    },
    prepare: async (page) => {
      await page.getByText('Show the values as a table').click();
      await page.getByText('All privileges').click();
    },
  },
  {
    name: 'the preview of a watch that would have found much',
    at: '/watches/new',
    world(world) {
      const [match] = world.preview.matches;
      world.preview.matches = Array.from({ length: 50 }, (_, index) => ({ ...match!, questionId: index }));
    },
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('tomatoes');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Show 46 more' }).waitFor();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    },
  },
  {
    name: 'a history that is being read, and privileges that cannot be had',
    at: '/reputation',
    world(world) {
      world.reading = {
        state: 'reading',
        sites: { done: 1, of: 3 },
        requests: { spent: 12, left: 30 },
        withheld: ['Cooking'],
      };
      world.siteProfile = { trouble: { kind: 'throttled', retryAt: new Date(Date.now() + 600_000) } };
    },
    prepare: (page) => page.getByText('You can try again in').waitFor(),
  },
  {
    name: 'tags that were checked',
    at: '/watches',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Import tags' }).click();
      await page.getByLabel('Tags to import').fill('tomatoes potatoes nonsense pendulum-*');
      await page.getByRole('button', { name: 'Check these tags' }).click();
      await page.getByRole('checkbox', { name: 'nonsense' }).waitFor();
    },
  },
  {
    name: 'a watch, and the best of its tags',
    at: '/watches/w2',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Top answerers of escapement/ }).click();
      await page.getByRole('region', { name: 'Top answerers of escapement' }).getByRole('row').first().waitFor();
    },
  },
];

describe.skipIf(withoutBrowser)('everyone can use what opens in reputation and watches', () => {
  const stage = Stage.ofSuite();

  it.each(sights)(
    'axe finds nothing in $name, light, dark or in high contrast',
    async ({ at, world: change, prepare }) => {
      const world = lively();
      change?.(world);
      const { page, agent } = await stage.open(world, { at });
      await prepare(page);
      expect(await findViolations(page)).toEqual([]);
      for (const appearance of ['dark', 'contrast'] as const) {
        world.settings.appearance = appearance;
        agent.changed('settings');
        await expect(page.locator(`html[data-theme='${appearance}']`)).toBeAttached();
        // Names, roles and order are the same in all colours.
        expect(await findViolations(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })).toEqual(
          [],
        );
      }
    },
  );

  it.each(sights)('$name fits 360 pixels, twice as large too', async ({ at, world: change, prepare }) => {
    for (const [width, zoom] of [
      [360, 1],
      [720, 2],
    ] as const) {
      const world = lively();
      change?.(world);
      world.settings.zoom = zoom;
      const { page } = await stage.open(world, { at, width });
      await prepare(page);
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter(
            (element) =>
              element.closest('.visually-hidden, .values, .chart--scroll, dialog') === null &&
              element.getBoundingClientRect().right > window.innerWidth + 1,
          )
          .map((element) => element.outerHTML.slice(0, 120)),
      );
      expect(wide).toEqual([]);
    }
  });

  it('the pointer reads the right point, however large the page is', async () => {
    for (const zoom of [1, 1.5]) {
      const world = lively();
      world.settings.zoom = zoom;
      const { page } = await stage.open(world, { at: '/reputation', width: 1400 });
      const over = page.locator('.plot--box');
      await over.waitFor();
      await settled(page, 'scroll');
      const box = (await over.boundingBox())!;
      await page.mouse.move(box.x + 2, box.y + box.height / 2);
      const now = new Date();
      const first = new Intl.DateTimeFormat('en-GB', {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
      }).format(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 29));
      await expect(page.locator('.chart--readout')).toContainText(first);
      await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
      await expect(page.locator('.chart--readout')).toContainText('13,452');
    }
  });
});
