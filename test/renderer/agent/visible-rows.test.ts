import { it } from 'vitest';
import type { VisibleRows } from '../../../common/contract/contract.ts';
import { PANEL } from '../stage/panel-scene.ts';
import { expect, inboxOf, inBrowser, lively } from '../stage/stage.ts';

inBrowser('rows that a page reports as in sight', (stage) => {
  const rowsOf = (agent: { visible: Set<VisibleRows> }) => () => [...agent.visible].flatMap(({ keys }) => keys);
  const world = () => ({ ...lively(), inbox: inboxOf(200, () => ({ unread: true })) });

  it('are those of the inbox that are not scrolled away', async () => {
    const { page, agent } = await stage.open(world(), { width: 1000 });
    const keys = world().inbox.map(({ key }) => key);
    await expect.poll(rowsOf(agent)).toContain(keys[0]);
    const first = rowsOf(agent)();
    expect(first).toEqual(keys.slice(0, first.length));
    expect(first.length).toBeLessThan(40);
    await page.locator('.items--scroll').evaluate((list) => list.scrollTo(0, list.scrollHeight / 2));
    await expect.poll(() => rowsOf(agent)().length > 0 && !rowsOf(agent)().includes(keys[0]!)).toBe(true);
    await page.locator('.items--scroll').evaluate((list) => list.scrollTo(0, 0));
    await expect.poll(rowsOf(agent)).toEqual(first);
  });

  it('are none beneath a dialog, beneath an item read in a narrow window, or while the page does not have the focus', async () => {
    const { page, agent } = await stage.open(world(), { width: 700 });
    await expect.poll(rowsOf(agent)).not.toEqual([]);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(rowsOf(agent)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(rowsOf(agent)).not.toEqual([]);
    await page.getByRole('list', { name: 'Inbox items' }).getByRole('link').first().click();
    await expect.poll(rowsOf(agent)).toEqual([]);
    await page.setViewportSize({ width: 1200, height: 720 });
    await expect.poll(rowsOf(agent)).not.toEqual([]);
    const turnTo = (event: 'blur' | 'focus') =>
      page.evaluate((told) => {
        document.hasFocus = () => told === 'focus';
        window.dispatchEvent(new Event(told));
      }, event);
    await turnTo('blur');
    await expect.poll(rowsOf(agent)).toEqual([]);
    await turnTo('focus');
    await expect.poll(rowsOf(agent)).not.toEqual([]);
  });

  it('are those of the panel, until they are scrolled away', async () => {
    const { page, agent } = await stage.open(world(), PANEL);
    await expect.poll(rowsOf(agent)).toContain(world().inbox[0]!.key);
    expect([...agent.visible].map((rows) => rows.page)).toEqual(['panel']);
    await page.getByRole('main').evaluate((main) => main.scrollTo(0, 600));
    await expect.poll(rowsOf(agent)).not.toContain(world().inbox[0]!.key);
  });

  it('are changes of reputation once they are on the screen', async () => {
    const { page, agent } = await stage.open(world(), { at: '/reputation', width: 1000, height: 600 });
    const newest = world().reputation[0]!.key;
    await expect(page.getByRole('heading', { name: 'Reputation', exact: true })).toBeVisible();
    await page.locator('#changes').evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await expect.poll(rowsOf(agent)).toContain(newest);
    await page.locator('.view').evaluate((view) => view.scrollTo(0, 0));
    await expect.poll(rowsOf(agent)).not.toContain(newest);
  });
});
