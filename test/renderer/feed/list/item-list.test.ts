import { describe, it } from 'vitest';
import { BESIDE, chooseFilter, first, items, of, pane, rowAt, unread } from '../../stage/inbox-scene.ts';
import { settled } from '../../stage/settled.ts';
import { expect, inboxOf, inBrowser, lively } from '../../stage/stage.ts';

inBrowser('the inbox', (stage) => {
  describe('lists', () => {
    it('where, what and how long ago, by day, and marks what is unread', async () => {
      const { page, complaints } = await stage.open(lively(), BESIDE);
      await expect(items(page)).toHaveCount(4);
      await expect(items(page).first()).toContainText('Gardening');
      await expect(page.getByRole('heading', { level: 3 })).toHaveCount(0);
      await chooseFilter(page, 'By site');
      await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Gardening', 'Clockmaking']);
      await chooseFilter(page, 'By time');
      await expect(
        page
          .getByRole('heading', { level: 2, name: 'Today' })
          .or(page.getByRole('heading', { level: 2, name: 'Yesterday' }))
          .first(),
      ).toBeVisible();
      await expect(items(page).first()).toContainText('Comment');
      await expect(items(page).first()).toContainText('3m');
      await expect(items(page).first()).toContainText(first);
      await expect(unread(page)).toHaveCount(2);
      await expect(page).toHaveTitle('(2) Askbell');
      expect(complaints).toEqual([]);
    });

    it('thousands with few elements, and all of them on the way down', async () => {
      const { page } = await stage.open(of(700), BESIDE);
      await expect(items(page).first()).toBeVisible();
      const elements = () => page.locator('.items *').count();
      const rows = () => items(page).count();
      expect(await elements()).toBeLessThanOrEqual(12 * (await rows()) + 2);
      await page.getByRole('list', { name: 'Inbox items' }).hover();
      await expect
        .poll(
          async () => {
            await page.locator('.items--scroll').evaluate((element) => element.scrollTo(0, element.scrollHeight));
            return page.locator('[aria-posinset="700"]').count();
          },
          { intervals: [50] },
        )
        .toBeGreaterThan(0);
      expect(await rows()).toBeLessThanOrEqual(32);
      expect(await elements()).toBeLessThanOrEqual(12 * (await rows()) + 2);
    });

    it('goes to the top for newer items, also where more changes before the page has drawn that', async () => {
      const { page, agent } = await stage.open(of(60), BESIDE);
      const list = page.locator('.items--scroll');
      await items(page).first().hover();
      await list.evaluate((element) => element.scrollTo(0, 600));
      await settled(page, 'scroll');
      const counted = agent.asked('inbox.counts').length;
      agent.arrive();
      const pill = page.getByRole('button', { name: '1 newer item' });
      await expect(pill).toBeVisible();
      // The window has asked for all that it wants to know.
      await expect.poll(() => agent.asked('inbox.counts').length).toBeGreaterThan(counted + 1);
      // How far down the rows of before are, whichever of them are in the page.
      const shift = () =>
        items(page)
          .last()
          .evaluate((row) => {
            const key = row.querySelector('[data-item]')!.getAttribute('data-item')!;
            return Number(row.ariaPosInSet) - Number(key.slice('item-'.length));
          });
      const shifted = await shift();
      // As on a busy machine: the page tells of the scroll long after it.
      await list.evaluate((element) => {
        const late = (event: Event) => event.stopImmediatePropagation();
        window.addEventListener('scroll', late, { capture: true });
        element.addEventListener('askbell-test:told', () =>
          window.removeEventListener('scroll', late, { capture: true }),
        );
      });
      await pill.click();
      agent.arrive({ key: 'another' });
      await expect.poll(shift).toBe(shifted + 1);
      await list.evaluate((element) => {
        element.dispatchEvent(new Event('askbell-test:told'));
        element.dispatchEvent(new Event('scroll'));
      });
      await expect(page.locator('[data-item="newer"]')).toBeInViewport();
    });

    it.each([
      { grouping: 'By site', scrolled: 0 },
      { grouping: 'By question', scrolled: 300 },
    ])(
      'keeps what is under the pointer there when more comes, until it is asked for: $grouping',
      async ({ grouping, scrolled }) => {
        const world = of(60, (index) => ({ question: `q${index % 20}` }));
        const { page, agent } = await stage.open(world, BESIDE);
        await chooseFilter(page, grouping);
        await page.locator('.items--scroll').evaluate((element, to) => element.scrollTo(0, to), scrolled);
        const box = (await page.locator('.items--scroll').boundingBox())!;
        const [x, y] = [box.x + 150, box.y + 230];
        await page.mouse.move(x, y);
        await expect.poll(() => rowAt(page, x, y)).not.toContain(undefined);
        await settled(page, 'scroll');
        const before = await rowAt(page, x, y);
        for (let count = 1; count <= 3; count++) {
          // On a question whose thread may be in sight.
          agent.arrive({ key: `newer-${count}`, question: `q${count * 2}` });
          await expect(
            page.getByRole('button', { name: count === 1 ? '1 newer item' : `${count} newer items` }),
          ).toBeVisible();
          expect(await rowAt(page, x, y)).toEqual(before);
        }
        // Not all of many are counted.
        const many = inboxOf(150, (index) => ({ key: `many-${index}`, place: 3_000_000 - index }));
        agent.world.inbox = [...many, ...agent.world.inbox];
        agent.changed('inbox');
        await page.getByRole('button', { name: '100+ newer items' }).click();
        await expect(page.locator('[data-item="many-0"]')).toBeInViewport();
        await expect(page.getByRole('heading', { name: 'New', exact: true })).toHaveCount(0);
      },
    );

    it('keeps what stands beside what is read in its place when more comes: focus or pointer in the pane', async () => {
      const { page, agent } = await stage.open(of(60), BESIDE);
      const top = () => page.locator('.item.is-open').evaluate((row) => row.getBoundingClientRect().top);
      for (const hand of ['focus', 'pointer']) {
        await items(page).nth(2).locator('[data-item]').click();
        await expect(pane(page).getByRole('heading').first()).toBeFocused();
        if (hand === 'pointer') {
          await page.evaluate(() => (document.activeElement as HTMLElement).blur());
          await pane(page).hover();
        } else await page.mouse.move(5, 5);
        await settled(page);
        const before = await top();
        for (let count = 1; count <= 3; count++) {
          agent.arrive({ key: `newer-${hand}-${count}` });
          await expect(page.getByRole('button', { name: new RegExp(`^↑ ${count} newer item`) })).toBeVisible();
          expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
        }
        // Nobody reads any more: everything takes its place.
        await page.mouse.move(5, 5);
        await page.evaluate(() => (document.activeElement as HTMLElement).blur());
        await page.getByRole('button', { name: '3 newer items' }).click();
        await expect(page.locator(`[data-item="newer-${hand}-3"]`)).toBeInViewport();
      }
    });

    it('folds what happened on one question into a thread, by click and by key, unfolded also when its newest goes', async () => {
      const world = of(3, () => ({ question: 'q1', unread: true }));
      const { page, agent } = await stage.open(world, BESIDE);
      await chooseFilter(page, 'By question');
      await expect(items(page)).toHaveCount(1);
      const three = page.getByRole('button', { name: `3 items on the question “${first}”` });
      await expect(three).toHaveText('3');
      await three.click();
      await expect(three).toHaveAttribute('aria-expanded', 'true');
      await expect(items(page)).toHaveCount(3);
      await items(page).first().locator('[data-item]').focus();
      await page.keyboard.press('ArrowLeft');
      await expect(items(page)).toHaveCount(1);
      await page.keyboard.press('t');
      await expect(items(page)).toHaveCount(3);
      await page.keyboard.press('ArrowLeft');
      await expect(unread(page)).toHaveCount(1);
      // Of a folded thread all of it is marked.
      await page.keyboard.press('u');
      await expect(unread(page)).toHaveCount(0);
      await three.click();
      await expect(items(page)).toHaveCount(3);
      // Nobody is at the list: what is new has its place at once.
      await page.mouse.move(-10, -10);
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      agent.arrive();
      const thread = (count: number) =>
        page.getByRole('button', { name: new RegExp(`^${count} items on the question`) });
      await expect(items(page)).toHaveCount(4);
      await expect(thread(4)).toHaveAttribute('aria-expanded', 'true');
      agent.world.inbox = agent.world.inbox.slice(2);
      agent.changed('inbox');
      await expect(thread(2)).toHaveAttribute('aria-expanded', 'true');
      await expect(items(page)).toHaveCount(2);
      // Whoever folds it folds all of it.
      await thread(2).click();
      await expect(items(page)).toHaveCount(1);
    });

    it('what is muted as read, says so and previews the next, and makes no link of an address not of the web', async () => {
      const world = of(3, (index) => ({
        unread: true,
        muted: index === 0,
        ...(index === 2 && { link: 'javascript:a' }),
      }));
      const { page } = await stage.open(world, BESIDE);
      await expect(
        items(page)
          .nth(2)
          .getByRole('button', { name: /^Which mulch/ }),
      ).toBeVisible();
      await expect(items(page).nth(2).getByRole('link')).toHaveCount(0);
      await expect(unread(page)).toHaveCount(2);
      await expect(items(page).first()).toContainText('Muted');
      await expect(items(page).first().locator('.is-unread')).toHaveCount(0);
      await expect(items(page).nth(1).locator('.is-unread')).toHaveCount(1);
      await expect(pane(page).getByRole('heading', { level: 2 })).toHaveText(world.inbox[1]!.title);
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
