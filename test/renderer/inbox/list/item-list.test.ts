import { expect } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { withoutBrowser } from '../../../support/chromium.ts';
import { inboxOf, lively, quiet } from '../../stage/fake-agent-data.ts';
import { first, items, of, unread } from '../../stage/inbox-scene.ts';
import { Stage } from '../../stage/stage.ts';

describe.skipIf(withoutBrowser)('the inbox', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  }, 60_000);
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  describe('lists', () => {
    it('where, what and how long ago, by day, and marks what is unread', async () => {
      const { page, complaints } = await stage.open(lively());
      await expect(items(page)).toHaveCount(4);
      await expect(items(page).first()).toContainText('Gardening');
      await expect(page.getByRole('heading', { level: 3 })).toHaveCount(0);
      await page.getByRole('combobox', { name: 'Group by' }).selectOption('By site');
      await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Gardening', 'Clockmaking']);
      await page.getByRole('combobox', { name: 'Group by' }).selectOption('By time');
      await expect(
        page
          .getByRole('heading', { level: 2, name: 'Today' })
          .or(page.getByRole('heading', { level: 2, name: 'Yesterday' }))
          .first(),
      ).toBeVisible();
      await expect(items(page).first()).toContainText('Comment');
      await expect(items(page).first()).toContainText('3 minutes ago');
      await expect(items(page).first()).toContainText(first);
      await expect(unread(page)).toHaveCount(2);
      await expect(page).toHaveTitle('(2) Askbell');
      expect(complaints).toEqual([]);
    });

    it('makes no link of an address that is not of the web', async () => {
      const { page } = await stage.open({
        ...lively(),
        inbox: inboxOf(1).map((entry) => ({ ...entry, link: 'javascript:alert(1)' })),
      });
      await expect(page.getByRole('button', { name: /^Why do my tomato/ })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Why do my tomato' })).toHaveCount(0);
    });

    it('thousands with few elements, and all of them on the way down', async () => {
      const { page } = await stage.open(of(700));
      await expect(items(page).first()).toBeVisible();
      const elements = () => page.locator('.items *').count();
      expect(await elements()).toBeLessThanOrEqual(150);
      await page.getByRole('list', { name: 'Inbox items' }).hover();
      await expect
        .poll(
          async () => {
            await page.locator('.items--scroll').evaluate((element) => element.scrollTo(0, element.scrollHeight));
            return page.locator('[aria-posinset="700"]').count();
          },
          { timeout: 15_000, intervals: [50] },
        )
        .toBeGreaterThan(0);
      expect(await elements()).toBeLessThanOrEqual(180);
    });

    it('does not move what is looked at when something newer comes', async () => {
      const { page, agent } = await stage.open(of(60));
      await items(page).first().hover();
      await page.locator('.items--scroll').evaluate((element) => element.scrollTo(0, 600));
      await page.waitForTimeout(200);
      const row = items(page).nth(4);
      const key = await row.locator('[data-item]').getAttribute('data-item');
      const top = async () => (await page.locator(`[data-item="${key}"]`).boundingBox())?.y ?? Number.NaN;
      const before = await top();
      const [newest] = inboxOf(1);
      agent.world.inbox = [
        { ...newest!, key: 'newer', place: 2_000_000, title: 'Something newer' },
        ...agent.world.inbox,
      ];
      agent.changed('inbox');
      await expect(page.getByRole('button', { name: '1 newer item' })).toBeVisible();
      expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
      await page.getByRole('button', { name: '1 newer item' }).click();
      await expect(page.getByText('Something newer')).toBeVisible();
    });

    for (const grouping of ['By time', 'By site', 'By question']) {
      for (const where of ['at the top', 'in the middle'] as const) {
        it(`keeps what is under the pointer there when more comes: ${grouping.toLowerCase()}, ${where}`, async () => {
          const world = of(60);
          world.inbox = world.inbox.map((entry, index) => ({ ...entry, question: `q${index % 20}` }));
          const { page, agent } = await stage.open(world);
          await page.getByRole('combobox', { name: 'Group by' }).selectOption(grouping);
          if (where === 'in the middle') {
            await page.locator('.items--scroll').evaluate((element) => element.scrollTo(0, 300));
          }
          const box = (await page.locator('.items--scroll').boundingBox())!;
          const [x, y] = [box.x + 150, box.y + 230];
          await page.mouse.move(x, y);
          const under = () =>
            page.evaluate(
              ([left, top]) => {
                const title = document.elementFromPoint(left!, top!)?.closest('.item')?.querySelector('[data-item]');
                return [title?.getAttribute('data-item'), Math.round(title?.getBoundingClientRect().top ?? -1)];
              },
              [x, y],
            );
          await expect(page.locator('.item').first()).toBeVisible();
          await expect.poll(under).not.toContain(undefined);
          const before = await under();
          const [newest] = inboxOf(1);
          for (let count = 1; count <= 3; count++) {
            const site = count === 2 ? { id: 'clockmaking', name: 'Clockmaking' } : newest!.site;
            agent.world.inbox = [
              // On a question whose thread may be in sight.
              { ...newest!, key: `newer-${count}`, place: 2_000_000 + count, site, question: `q${count * 2}` },
              ...agent.world.inbox,
            ];
            agent.changed('inbox');
            await expect(
              page.getByRole('button', { name: count === 1 ? '1 newer item' : `${count} newer items` }),
            ).toBeVisible();
            expect(await under()).toEqual(before);
          }
          await page.getByRole('button', { name: '3 newer items' }).click();
          await expect(page.locator('[data-item="newer-3"]')).toBeInViewport();
          await expect(page.getByRole('heading', { name: 'New', exact: true })).toHaveCount(0);
        });
      }
    }

    it('folds what happened on one question into a thread, unfolded by click and by key', async () => {
      const world = of(3);
      world.inbox = world.inbox.map((entry) => ({ ...entry, question: 'q1', unread: true }));
      const { page } = await stage.open(world);
      await page.getByRole('combobox', { name: 'Group by' }).selectOption('By question');
      await expect(items(page)).toHaveCount(1);
      const thread = page.getByRole('button', { name: `2 more on the question “${first}”` });
      await expect(thread).toHaveText('3');
      await thread.click();
      await expect(thread).toHaveAttribute('aria-expanded', 'true');
      await expect(items(page)).toHaveCount(3);
      await items(page).first().locator('[data-item]').focus();
      await page.keyboard.press('ArrowLeft');
      await expect(items(page)).toHaveCount(1);
      await page.keyboard.press('t');
      await expect(items(page)).toHaveCount(3);
      await page.keyboard.press('ArrowLeft');
      await expect(unread(page)).toHaveCount(1);
      // Of a folded thread all of it is marked.
      await page.keyboard.press('e');
      await expect(unread(page)).toHaveCount(0);
    });

    for (const [density, least] of [
      ['comfortable', 8],
      ['compact', 14],
    ] as const) {
      it(`shows at least ${least} items in a window of 640 px: ${density}`, async () => {
        const world = of(40);
        world.settings = { ...world.settings, density };
        const { page } = await stage.open(world);
        await page.setViewportSize({ width: 1000, height: 640 });
        await expect(items(page).first()).toBeVisible();
        const whole = () =>
          page.locator('.items--scroll').evaluate((scroller) => {
            const { top, bottom } = scroller.getBoundingClientRect();
            return [...scroller.querySelectorAll('.item')].filter((item) => {
              const box = item.getBoundingClientRect();
              return box.top >= top && box.bottom <= bottom + 0.5;
            }).length;
          });
        await expect.poll(whole).toBeGreaterThanOrEqual(least);
      });
    }

    it('what arrives without being asked', async () => {
      const { page, agent } = await stage.open(quiet());
      await expect(page.getByText('Nothing here yet')).toBeVisible();
      agent.world.inbox = inboxOf(1);
      agent.become({ unread: 1 });
      agent.changed('inbox');
      await expect(page.getByRole('link', { name: 'Why do my tomato' })).toBeVisible();
    });

    it('says in plain words that the list cannot be had, and asks again', async () => {
      const { page, agent } = await stage.open(lively(), { at: '/reputation' });
      await expect(page.getByRole('heading', { name: 'Reputation' })).toBeVisible();
      agent.refusing.set('inbox.list', { message: 'The history cannot be read.', advice: 'Restart Askbell.' });
      await page.getByRole('link', { name: /^Inbox/ }).click();
      await expect(page.getByRole('alert')).toContainText('The history cannot be read. Restart Askbell.');
      agent.refusing.clear();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('link', { name: 'Why do my tomato' })).toBeVisible();
    });
  });
});
