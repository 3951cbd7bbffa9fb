import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import type { Condition } from '../../../../common/contract/contract.ts';
import { withoutBrowser } from '../../../support/chromium.ts';
import { expect } from '../../../support/expect.ts';
import { inboxOf, lively } from '../../stage/fake-agent-data.ts';
import { Stage } from '../../stage/stage.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem');
const top = (page: Page) => page.locator('.feed--columns').evaluate((element) => element.getBoundingClientRect().top);

describe.skipIf(withoutBrowser)('the frame', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  describe('stands still', () => {
    it.each([1200, 1000, 760, 500, 360])('while filters are chosen and taken back, in %i px', async (width) => {
      const { page } = await stage.open({ ...lively(), inbox: inboxOf(20) }, { width });
      await expect(rows(page).first()).toBeVisible();
      const filters = page.getByRole('button', { name: /^Filters/ });
      if (await filters.isVisible()) await filters.click();
      const before = await top(page);
      await page.getByRole('button', { name: /^Unread/ }).click();
      await expect(rows(page)).toHaveCount(2);
      expect(await top(page)).toBe(before);
      await page.getByRole('combobox', { name: 'Site' }).selectOption({ label: 'Gardening (1)' });
      await page.getByRole('combobox', { name: 'Kind' }).selectOption({ index: 1 });
      await page.getByRole('combobox', { name: 'Tag' }).selectOption({ index: 1 });
      await expect(rows(page)).toHaveCount(1);
      expect(await top(page)).toBe(before);
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('');
      expect(await top(page)).toBe(before);
    });

    it.each([1200, 500])('while a filter of the last time comes, in %i px', async (width) => {
      const { page, agent } = await stage.open({ ...lively(), inbox: inboxOf(20) }, { width });
      await expect(rows(page).first()).toBeVisible();
      agent.inbox.kept = { kind: 'comment', site: 'gardening' };
      let come = () => {};
      agent.holding.set('inbox.counts', new Promise<void>((resolve) => (come = resolve)));
      await page.reload();
      await expect(page.getByRole('searchbox')).toBeVisible();
      const before = await top(page);
      await expect(rows(page).first()).toBeVisible();
      expect(await top(page)).toBe(before);
      come();
      await expect(
        page
          .getByRole('combobox', { name: 'Kind' })
          .or(page.getByRole('button', { name: 'Filters (2)' }))
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
      await expect.poll(() => page.locator('option:checked', { hasText: 'Gardening' }).count()).toBe(1);
      expect(await top(page)).toBe(before);
    });
  });

  it('warns of the keyring once, not beside what Settings says of it, and never again once that was dismissed', async () => {
    const world = lively();
    const title = 'You will have to sign in again after a restart';
    world.state.secrets = { persistent: false, where: 'keyring', why: 'none' };
    world.state.conditions = [
      { kind: 'secrets-not-kept', severity: 'warning', title, advice: 'This desktop has no keyring.' },
    ];
    const { page } = await stage.open(world, { at: '/settings/accounts' });
    await expect(page.getByText(/This desktop has no keyring/)).toHaveCount(1);
    await page.evaluate(() => (location.hash = '/inbox'));
    await expect(page.getByText(/This desktop has no keyring/)).toHaveCount(1);
    await page.getByRole('button', { name: `Dismiss: ${title}` }).click();
    await expect(page.getByText(/This desktop has no keyring/)).toHaveCount(0);
    await page.reload();
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('Checked');
    await expect(page.getByText(/This desktop has no keyring/)).toHaveCount(0);
  });

  it('names everybody whose news it shows, and says once that one is signed out', async () => {
    const world = lively();
    const [only] = world.state.accounts;
    world.state.accounts = [
      only!,
      { ...only!, id: 'second', signedIn: false, network: { ...only!.network, name: 'Andernetz' } },
    ];
    world.state.conditions = [
      {
        kind: 'signed-out',
        severity: 'problem',
        title: 'You are signed out of Andernetz',
        advice: 'Sign in again.',
        account: 'second',
      },
    ];
    const { page } = await stage.open(world);
    await expect(page.getByRole('list', { name: 'Profiles', exact: true }).getByRole('listitem')).toHaveText([
      /Demo network$/,
      /Andernetz$/,
    ]);
    await expect(page.getByText(/signed out/i)).toHaveCount(1);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Accounts and networks' }).click();
    await expect(page.getByText(/signed out/i)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Sign in again' })).toHaveCount(1);
  });

  it('asks in the middle of the window, from a card as well', async () => {
    const { page } = await stage.open(lively(), { at: '/settings/data' });
    await page.getByRole('button', { name: 'Delete received data…' }).click();
    const box = (await page.getByRole('dialog', { name: 'Delete everything you have received?' }).boundingBox())!;
    const gaps = { above: box.y, below: 720 - box.y - box.height };
    expect(Math.abs(gaps.above - gaps.below)).toBeLessThanOrEqual(1);
    expect(Math.abs(box.x - (1000 - box.x - box.width))).toBeLessThanOrEqual(1);
  });

  describe('in high contrast', () => {
    it.each(['/inbox', '/watches'])('keeps buttons apart: %s', async (at) => {
      const world = lively();
      world.settings.appearance = 'contrast';
      const { page } = await stage.open(world, { at });
      await expect(page.locator('body.theme-highcontrast')).toBeVisible();
      await expect(page.locator('main').getByRole('listitem').first()).toBeVisible();
      const gaps = await page.locator('.view-head--actions, .watch--buttons').evaluateAll((groups) =>
        groups.flatMap((group) => {
          const boxes = [...group.children].map((child) => child.getBoundingClientRect());
          return boxes.slice(1).map((box, index) => box.left - boxes[index]!.right);
        }),
      );
      expect(gaps.length).toBeGreaterThan(0);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4);
    });
  });

  it('draws icons in the colour of the words beside them', async () => {
    const { page } = await stage.open(lively(), { at: '/watches' });
    await expect(page.locator('.watch--buttons').first()).toBeVisible();
    const [drawn, own] = await page
      .locator('.watch--buttons')
      .first()
      .evaluate((buttons) => {
        const shapes = [...buttons.querySelectorAll('svg *')];
        return [
          [...new Set(shapes.map((shape) => getComputedStyle(shape).fill))],
          getComputedStyle(buttons.querySelector('button')!).color,
        ];
      });
    expect(drawn).toEqual([own]);
  });

  describe('leaves room for the list', () => {
    /** Items of which nothing is hidden. */
    const whole = (page: Page) =>
      page.locator('.item').evaluateAll((all) => {
        const status = document.querySelector('.status-line')!.getBoundingClientRect();
        const over =
          getComputedStyle(document.querySelector('.status-line')!).position === 'sticky'
            ? status.top
            : window.innerHeight;
        return all.filter((row) => {
          const { top: from, bottom } = row.getBoundingClientRect();
          return from >= -1 && bottom <= Math.min(over, window.innerHeight);
        }).length;
      });

    it('in a window of 720 × 800 at twice the size', async () => {
      const world = { ...lively(), inbox: inboxOf(20) };
      world.settings.zoom = 2;
      const { page } = await stage.open(world, { width: 720, height: 800 });
      await expect(rows(page).first()).toBeVisible();
      await expect.poll(() => whole(page)).toBeGreaterThan(0);
    });

    it('in one of 320 × 256, where the page scrolls to it and a key goes there', async () => {
      const { page } = await stage.open({ ...lively(), inbox: inboxOf(20) }, { width: 320, height: 256 });
      await expect(rows(page).first()).toBeVisible();
      await page.keyboard.press('j');
      await expect.poll(() => whole(page)).toBeGreaterThan(0);
      await expect(rows(page).first().getByRole('link')).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('End');
      // Which of the 20 it is depends on where midnight falls among them.
      await expect(page.locator('[aria-posinset="20"]').getByRole('link')).toBeInViewport({ ratio: 1 });
      // The status line is at the end of the page, not over it.
      await page.getByRole('contentinfo', { name: 'Status' }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('button', { name: 'Sync now' })).toBeInViewport();
    });

    it('and keeps the status line in sight where there is room', async () => {
      const { page } = await stage.open({ ...lively(), inbox: inboxOf(20) }, { width: 500, height: 700 });
      await expect(rows(page).first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Sync now' })).toBeInViewport();
    });
  });

  describe('a lost connection', () => {
    it.each([
      ['/inbox', 1000, 600],
      ['/inbox', 360, 640],
      ['/settings', 1000, 600],
      ['/settings', 360, 640],
    ])(
      'is told where it stays in sight, and the view keeps to the window: %s in %i × %i',
      async (at, width, height) => {
        const { page, goAway } = await stage.open({ ...lively(), inbox: inboxOf(20) }, { at, width, height });
        // Before it is connected for the first time, there is a heading, too.
        await expect(page.locator('.side')).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (at === '/inbox') await expect(rows(page).first()).toBeVisible();
        goAway();
        const banner = page.getByRole('region', { name: 'Connection' });
        await expect(banner).toBeInViewport({ ratio: 1 });
        if (at === '/inbox') {
          await page.keyboard.press('j');
          await page.keyboard.press('j');
          expect(
            await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
          ).toBeLessThanOrEqual(0);
        } else await page.evaluate(() => window.scrollTo(0, 600));
        const navigation = page.locator('.side');
        const status = page.getByRole('contentinfo', { name: 'Status' });
        for (const part of [banner, navigation, status]) await expect(part).toBeInViewport({ ratio: 1 });
        // And nothing of it lies under the navigation.
        await banner.getByRole('button', { name: 'Reconnect now' }).click({ trial: true });
        expect(
          await banner.getByText('The connection to Askbell was lost.').evaluate((words) => {
            const { left, top } = words.getBoundingClientRect();
            return document.elementFromPoint(left + 2, top + 2) === words;
          }),
        ).toBe(true);
      },
    );
  });

  describe('a warning', () => {
    const warning: Condition = {
      kind: 'clock-wrong',
      severity: 'warning',
      title: 'Sign in again after a restart.',
      advice: 'There is no keyring.',
    };
    const problem: Condition = {
      kind: 'offline',
      severity: 'problem',
      title: 'There is no connection.',
      advice: 'Check the network.',
    };

    it('can be dismissed, and comes again when it has gone and come back; a problem stays', async () => {
      const world = lively();
      world.state.conditions = [problem, warning];
      const { page, agent } = await stage.open(world);
      const banners = page.getByRole('region', { name: 'Needs attention' });
      await expect(banners.getByText(warning.title)).toBeVisible();
      await expect(banners.getByRole('button', { name: /^Dismiss/ })).toHaveCount(1);
      await banners.getByRole('button', { name: `Dismiss: ${warning.title}` }).click();
      await expect(banners.getByText(warning.title)).toHaveCount(0);
      await expect(banners.getByText(problem.title)).toBeVisible();
      await expect(page.locator('main')).toBeFocused();
      await page.getByRole('link', { name: 'Watches' }).click();
      await expect(page.getByRole('heading', { name: 'Watches' })).toBeVisible();
      await expect(banners.getByText(warning.title)).toHaveCount(0);
      agent.become({ conditions: [] });
      await expect(banners).toHaveCount(0);
      agent.become({ conditions: [warning] });
      await expect(banners.getByText(warning.title)).toBeVisible();
      await banners.getByRole('button', { name: /^Dismiss/ }).click();
      await expect(banners).toHaveCount(0);
    });
  });
});
