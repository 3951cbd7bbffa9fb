import type { Page } from '@playwright/test';
import { it } from 'vitest';
import { answer, items } from '../stage/inbox-scene.ts';
import { rows, PANEL, unreadWorld } from '../stage/panel-scene.ts';
import { expect, inBrowser, type World } from '../stage/stage.ts';

const HOSTILE = 'https://user:password@evil.example/q/1';

/** A world in which the network gave every link a user name and a password. */
function hostileWorld(): World {
  const world = unreadWorld(3);
  world.inbox = world.inbox.map((entry) => ({ ...entry, link: HOSTILE }));
  world.reputation = world.reputation.map((entry) => ({ ...entry, link: HOSTILE }));
  world.watches = world.watches.map((watch) => ({
    ...watch,
    latest: watch.latest.map((match) => ({ ...match, link: HOSTILE })),
  }));
  return world;
}

/** The addresses of the page's links that have a user name. */
const hostileLinks = (page: Page): Promise<string[]> =>
  page
    .locator('a')
    .evaluateAll((links) =>
      links.flatMap((link) => (link instanceof HTMLAnchorElement && link.username !== '' ? [link.href] : [])),
    );

inBrowser('links with a user name and a password', (stage) => {
  it('are no links in the window, and no key opens them', async () => {
    const { page, agent } = await stage.open(hostileWorld(), {});
    const html = `<p>See <a href="${HOSTILE}">this</a> and <a href="//user:password@evil.example/">that</a>.</p>`;
    const owner = { name: 'Mallory', link: HOSTILE, reputation: 1 };
    const post = { kind: 'answer' as const, title: 'Hostile', html, tags: [], link: HOSTILE, owner };
    agent.inbox.readings.set('item-1', answer({ post }));
    await items(page).first().locator('.item--title').click();
    await expect(page.locator('.post--body')).toContainText('See this and that.');
    await page.keyboard.press('o');
    await expect.poll(() => agent.asked('inbox.open').length).toBe(1);
    expect(await hostileLinks(page)).toEqual([]);
    for (const view of ['watches', 'reputation']) {
      await page.goto(`${page.url().replace(/#.*/, '')}#/${view}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await hostileLinks(page)).toEqual([]);
    }
    expect(page.context().pages()).toHaveLength(1);
  });

  it('are no links in the panel, and neither a click nor a key opens them', async () => {
    const { page, agent } = await stage.open(hostileWorld(), PANEL);
    await rows(page).first().locator('.item--title').click();
    await expect.poll(() => agent.asked('inbox.open').length).toBe(1);
    await page.keyboard.press('o');
    expect(await hostileLinks(page)).toEqual([]);
    expect(agent.asked('openExternal')).toEqual([]);
    expect(page.context().pages()).toHaveLength(1);
  });
});
