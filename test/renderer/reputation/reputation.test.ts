import type { Page } from '@playwright/test';
import { describe, it } from 'vitest';
import { datesTold, scaleOf } from '../../../renderer/reputation/chart/scale.ts';
import { settled } from '../stage/settled.ts';
import { expect, expectAsked, inBrowser, lively, quiet } from '../stage/stage.ts';

describe('the scale of a chart', () => {
  it('has few lines, at round values around the curve', () => {
    expect(scaleOf([8547, 8640, 8917])).toEqual({ low: 8500, high: 9000, lines: [8500, 8600, 8700, 8800, 8900, 9000] });
    expect(scaleOf([100, 101])).toEqual({ low: 100, high: 101, lines: [100, 101] });
    expect(scaleOf([-3, 12]).lines).toEqual([-5, 0, 5, 10, 15]);
  });

  it('has a curve that never moves in its middle', () => {
    expect(scaleOf([101, 101])).toEqual({ low: 100, high: 102, lines: [100, 101, 102] });
  });

  it('tells the first and the last date, and none twice', () => {
    expect([1, 3, 30].map(datesTold)).toEqual([[0], [0, 1, 2], [0, 7, 15, 22, 29]]);
  });
});

inBrowser('reputation', (stage) => {
  const open = async (world = lively(), width = 1000) => {
    const scene = await stage.open(world, { at: '/reputation', width });
    return { ...scene, chart: scene.page.getByRole('application') };
  };
  /** A lively world with an account on each of these sites. */
  const onSites = (names: string[]) => {
    const [model] = lively().accounts;
    return lively({ accounts: names.map((name, index) => ({ ...model!, site: { id: `site-${index}`, name } })) });
  };
  const readout = (page: Page) => page.locator('.chart--readout');
  const day = (ago: number) => {
    const date = new Date();
    date.setDate(date.getDate() - ago);
    return date.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  };

  it('tells posts whose titles are not known yet as one row for each site', async () => {
    const world = lively();
    const [of] = world.today;
    world.today = Array.from({ length: 24 }, (_, index) => ({
      site: of!.site,
      postId: 1777 + index,
      change: 10,
      keys: [`t${index}`],
      kinds: [{ voteType: 'up_votes', times: 1, change: 10 }],
      latest: new Date(),
    }));
    const { page } = await open(world);
    const posts = page.getByRole('list', { name: 'Today’s changes by post' }).getByRole('listitem');
    await expect(posts).toHaveCount(1);
    await expect(posts).toHaveText(/\+240.*24 posts.*24 upvotes/);
    await expect(page.getByText('1777')).toHaveCount(0);
  });

  it('shows each site’s whole name, which may differ only at its end, in any width, and not all sites at once', async () => {
    const sites = ['Stack Overflow en español', 'Stack Overflow em Português', 'Stack Overflow на русском'];
    const { page, agent } = await open(onSites(sites));
    const names = page.locator('.site--name');
    for (const width of [1000, 360]) {
      await page.setViewportSize({ width, height: 720 });
      await expect(names).toHaveCount(4);
      const cut = (all: Element[]) =>
        all.filter((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight);
      expect(await names.evaluateAll(cut)).toEqual([]);
    }
    agent.world.accounts = onSites(Array.from({ length: 30 }, (_, index) => `Site ${index}`)).accounts;
    agent.changed('reputation');
    const accounts = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
    await expect(accounts).toHaveCount(8);
    await page.getByRole('button', { name: 'Show all 30 sites' }).click();
    await expect(accounts).toHaveCount(31);
  });

  it('shows the changes of one site though more happened elsewhere, and older ones page by page', async () => {
    const world = lively();
    const [of] = world.reputation.filter(({ site }) => site.id === 'gardening');
    world.reputation = [
      ...Array.from({ length: 45 }, (_, index) => ({ ...of!, id: 100 + index })),
      ...world.reputation.filter(({ site }) => site.id === 'clockmaking'),
    ];
    const { page } = await open(world);
    const changes = page.getByRole('region', { name: 'Changes' }).getByRole('listitem');
    await expect(changes).toHaveCount(20);
    await page.getByRole('button', { name: 'Show older changes' }).click();
    await expect(changes).toHaveCount(40);
    await page.getByRole('button', { name: 'Show older changes' }).click();
    await expect(changes).toHaveCount(47);
    await expect(page.getByRole('button', { name: 'Show older changes' })).toHaveCount(0);
    await page.getByRole('button', { name: /Clockmaking/ }).click();
    await expect(changes).toHaveCount(2);
    await page.getByRole('button', { name: /Cooking/ }).click();
    await expect(page.getByText('No changes on this site yet')).toBeVisible();
  });

  it.each([1, 1.5])('says the value under the pointer, at %f times the size', async (zoom) => {
    const { page, chart } = await open(lively({ settings: { zoom } }), 1400);
    await expect(page.locator('.plot svg')).toBeVisible();
    await settled(page, 'scroll');
    const last = await readout(page).textContent();
    expect(last).toContain('13,452');
    const box = (await chart.boundingBox())!;
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await expect(readout(page)).toContainText(day(29));
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
    await expect(readout(page)).toContainText('13,452');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect(readout(page)).not.toHaveText(last!);
    await page.mouse.move(box.x + box.width / 2, box.y - 100);
    await expect(readout(page)).toHaveText(last!);
  });

  it('is read point by point with the arrow keys, in a live region, and drawn in the chosen range, again where that failed', async () => {
    const { page, chart, agent } = await open();
    await expect(page.locator('.plot svg')).toBeVisible();
    await chart.focus();
    const said = page.locator('.chart').getByRole('status');
    await expect(said.last()).toHaveText('');
    await page.keyboard.press('End');
    await expect(said.last()).toHaveText(new RegExp(`^${day(0)}: 13,452 \\(\\+\\d+\\)$`));
    await page.keyboard.press('ArrowLeft');
    await expect(said.last()).toHaveText(new RegExp(`^${day(1)}: 13,4`));
    await page.keyboard.press('Home');
    await expect(said.last()).toHaveText(new RegExp(`^${day(29)}: 13,`));
    for (const key of ['PageUp', 'ArrowLeft']) await page.keyboard.press(key);
    await expect(said.last()).toHaveText(new RegExp(`^${day(29)}: 13,`));
    await page.keyboard.press('PageDown');
    await expect(said.last()).toHaveText(new RegExp(`^${day(26)}: 13,`));
    await expect(readout(page)).toContainText(day(26));
    for (const [name, range] of Object.entries({ '7 days': '7-days', Year: 'year', 'All time': 'all' })) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(() => agent.inputs('reputation.series')).toContainEqual({ range });
    }
    await page.getByRole('button', { name: '30 days', exact: true }).click();
    await page.getByText('Show the values as a table').click();
    const rows = page.getByRole('table', { name: 'Reputation on all sites together' }).getByRole('row');
    await expect(rows).toHaveCount(31);
    await expect(rows.nth(1)).toContainText('13,452');
    await page.getByRole('button', { name: 'Year', exact: true }).click();
    await page.getByText('Show the values as a table').click();
    await expect.poll(() => rows.count()).toBeLessThan(15);
    await page.getByRole('button', { name: '30 days', exact: true }).click();
    agent.refusing.set('reputation.series', { message: 'The history cannot be read.', advice: 'Try again.' });
    agent.changed('reputation');
    const place = page.getByRole('region', { name: 'Over time' });
    await expect(place.getByRole('alert')).toContainText('The history cannot be read.');
    agent.refusing.clear();
    await place.getByRole('button', { name: 'Try again' }).click();
    await expect(place.getByRole('application', { name: /^Reputation on all sites together/ })).toBeVisible();
    await expect(place.getByRole('alert')).toHaveCount(0);
  });

  it('has the history from before Askbell read when it is opened, and tells what that costs', async () => {
    const { page, agent } = await open(
      lively({
        reading: { state: 'reading', sites: { done: 1, of: 3 }, requests: { spent: 12, left: 30 }, withheld: [] },
      }),
    );
    await expect(
      page.getByText('Loading history (this happens once): 1 of 3 sites. (12 requests so far, about 30 to go)'),
    ).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Sites loaded' })).toHaveJSProperty('value', 1);
    await expect.poll(() => agent.asked('reputation.opened')).toHaveLength(1);
    agent.world.reading = { state: 'done', sites: { done: 3, of: 3 }, requests: { spent: 41 }, withheld: ['Cooking'] };
    agent.changed('reputation');
    await expect(page.getByText('History loaded. It took 41 requests.')).toBeVisible();
    await expect(
      page.getByText(
        'The network offers no history for Cooking, so the chart there begins with what Askbell has seen.',
      ),
    ).toBeVisible();
    await expect.poll(() => agent.asked('reputation.opened')).toHaveLength(1);
  });

  it('shows today’s changes by post, and each account and all together, and has the view follow the chosen one', async () => {
    const { page, agent, complaints } = await open();
    const today = page.getByRole('region', { name: /^Today/ });
    await expect(today.getByRole('heading')).toHaveText('Today +33');
    const posts = today.getByRole('listitem');
    await expect(posts).toHaveCount(3);
    await expect(posts.first()).toContainText('1 accepted answer (+15)');
    await expect(posts.first()).toContainText('2 upvotes (+20)');
    await expect(posts.first()).toContainText('1 downvote (−2)');
    await expect(posts.first().getByRole('link')).toHaveAttribute('href', 'http://127.0.0.1:9/questions/1');
    await expect(posts.nth(1)).toContainText('Not about a post');
    const accounts = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
    await expect(accounts).toHaveText([
      /All sites\+33 today13,452$/,
      /Gardening\+35 today12,480trusted user7,520 points to go$/,
      /Clockmaking−2 today871$/,
      /Cooking over an open fire0 today101$/,
    ]);
    await expect(page.getByRole('button', { name: /^All sites/ })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: /Clockmaking/ }).click();
    const sites = ['gardening', 'clockmaking', 'cooking'].map((site) => ({ site, range: '30-days' }));
    await expect
      .poll(() => agent.inputs('reputation.series'))
      .toEqual(expect.arrayContaining([{ range: '30-days' }, ...sites]));
    await expect(page.getByRole('application', { name: /^Reputation on Clockmaking: from/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Changes' }).getByRole('listitem')).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'Next privilege on Clockmaking' })).toBeVisible();
    expect(complaints).toEqual([]);
  });

  it('says in place why privileges cannot be had, then the way to the next one, and badges by rank with the latest', async () => {
    const trouble = { kind: 'quota-exhausted', retryAt: new Date(Date.now() + 3600_000) } as const;
    const { page, agent } = await open(lively({ siteProfile: { trouble } }));
    const siteProfile = page.getByRole('region', { name: 'Next privilege on Gardening' });
    await expect(siteProfile).toContainText('The daily quota is used up.');
    const again = siteProfile.getByRole('button', { name: 'Try again' });
    await expect(again).toBeDisabled();
    await expect(siteProfile).toContainText('You can try again in');
    agent.world.siteProfile = lively().siteProfile;
    // An hour goes by.
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 3600_000;
    });
    await expect(again).toBeEnabled();
    await again.click();
    await expect(siteProfile).toContainText('trusted user');
    await expect(siteProfile).toContainText('7,520 points to go');
    const progress = siteProfile.getByRole('progressbar', { name: 'Progress towards “trusted user”' });
    await expect(progress).toHaveJSProperty('value', 2480);
    await siteProfile.getByText('All privileges (2 of 3)').click();
    await expect(siteProfile.getByText('see deleted posts')).toBeVisible();
    await expect(siteProfile.getByText('41 silver badges')).toBeAttached();
    await expect(siteProfile.getByRole('list', { name: 'Latest badges' }).getByRole('listitem')).toHaveText([
      /Good Answer \(silver\) × 4/,
      /Teacher \(bronze\)/,
    ]);
    await siteProfile.getByRole('button', { name: 'Try again' }).click();
    const retried = { site: 'gardening', again: true };
    await expectAsked(agent, 'reputation.siteProfile', [{ ...retried, again: false }, retried, retried]);
    // What the network said half an hour ago moves with the reputation that is known now.
    agent.world.accounts = agent.world.accounts.map((account) =>
      account.site.id === 'gardening' ? { ...account, reputation: 20_000 } : account,
    );
    agent.changed('reputation');
    await expect(siteProfile).toContainText('You have every privilege of this site.');
    await expect.poll(() => agent.asked('reputation.siteProfile')).toHaveLength(3);
  });

  it('says where reputation will appear when there is none yet', async () => {
    const { page, agent } = await open(quiet());
    await expect(page.getByText('No changes yet')).toBeVisible();
    await expect(page.getByRole('application')).toHaveCount(0);
    expect(agent.asked('reputation.opened')).toEqual([]);
  });

  it('moves nothing when the chart arrives', async () => {
    const { page } = await open();
    await expect(page.locator('.plot svg')).toBeVisible();
    await page.waitForTimeout(300);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
            resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
          }).observe({ type: 'layout-shift', buffered: true });
          // None at all is told by nothing.
          setTimeout(() => resolve(0), 300);
        }),
    );
    expect(shift).toBeLessThan(0.02);
  });
});
