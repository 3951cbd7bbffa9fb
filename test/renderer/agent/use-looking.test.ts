import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { MATCH_KIND, type Look } from '../../../common/contract/contract.ts';
import { withoutBrowser } from '../../support/chromium.ts';
import { expect } from '../../support/expect.ts';
import { inboxOf, lively } from '../stage/fake-agent-data.ts';
import { Stage } from '../stage/stage.ts';

/** What a page says that the person has in front of them: only that is not announced. */
describe.skipIf(withoutBrowser)('what is in front of the person', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  const looksOf = (agent: { looks: Set<Look> }) => () => [...agent.looks];
  const world = () => ({ ...lively(), inbox: inboxOf(20) });

  it('is what the inbox lists, with the words to find, and nothing while a dialog lies over it', async () => {
    const { page, agent } = await stage.open(world(), { width: 1000 });
    await expect.poll(looksOf(agent)).toEqual([{ items: {} }]);
    await page.getByRole('searchbox').fill('mulch');
    await expect.poll(looksOf(agent)).toEqual([{ items: { text: 'mulch' } }]);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Muted questions' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(looksOf(agent)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(looksOf(agent)).toEqual([{ items: {} }]);
  });

  it('is not the list that what is read lies over', async () => {
    const { page, agent } = await stage.open(world(), { width: 700 });
    await expect.poll(looksOf(agent)).toEqual([{ items: {} }]);
    await page.getByRole('list', { name: 'Inbox items' }).getByRole('link').first().click();
    await expect.poll(looksOf(agent)).toEqual([]);
    await page.setViewportSize({ width: 1200, height: 720 });
    await expect.poll(looksOf(agent)).toEqual([{ items: {} }]);
  });

  it('is what is unread of the panel’s tab, until that is scrolled away', async () => {
    const all = { ...world(), inbox: inboxOf(40).map((entry) => ({ ...entry, unread: true })) };
    const { page, agent } = await stage.open(all, { path: 'app/panel.html', at: '', width: 400, height: 560 });
    await expect.poll(looksOf(agent)).toEqual([{ items: { unread: true, source: 'inbox' } }]);
    await page.getByRole('main').evaluate((main) => main.scrollTo(0, 400));
    await expect.poll(looksOf(agent)).toEqual([]);
    await page.getByRole('main').evaluate((main) => main.scrollTo(0, 0));
    await page.keyboard.press('3');
    await expect.poll(looksOf(agent)).toEqual([{ reputation: true }]);
  });

  it('is the list of changes and of matches once they are on the screen', async () => {
    const inbox = inboxOf(3).map((entry) => ({ ...entry, itemType: MATCH_KIND, watchIds: ['w1'] }));
    const { page, agent } = await stage.open({ ...world(), inbox }, { at: '/reputation', width: 1000, height: 600 });
    await expect(page.getByRole('heading', { name: 'Reputation', exact: true })).toBeVisible();
    const heading = page.locator('#changes');
    await heading.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await expect.poll(looksOf(agent)).toEqual([{ reputation: true }]);
    await page
      .getByRole('heading', { name: 'Reputation', exact: true })
      .evaluate((element) => element.scrollIntoView());
    await expect.poll(looksOf(agent)).toEqual([]);
    await page.getByRole('link', { name: /^Watches/ }).click();
    // What comes later would push it off the screen again.
    await expect(page.locator('.items--list .item')).toHaveCount(3);
    await page.locator('#latest-matches').evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await expect.poll(looksOf(agent)).toEqual([{ items: { source: 'watches' } }]);
  });
});
