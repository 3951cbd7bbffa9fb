import type { Locator, Page } from '@playwright/test';
import { it } from 'vitest';
import { items, pane } from '../stage/inbox-scene.ts';
import { PANEL, rows, threadWorld } from '../stage/panel-scene.ts';
import { picture } from '../stage/picture.ts';
import { expect, inboxOf, inBrowser, lively, type Stage } from '../stage/stage.ts';

/** Whether somebody sees an element at all: what is there without it looks otherwise. */
async function isSeen(of: Locator, edge?: 'left' | 'right'): Promise<boolean> {
  const shown = await picture(of, edge);
  await of.evaluate((element: HTMLElement) => (element.style.opacity = '0'));
  const hidden = await picture(of, edge);
  await of.evaluate((element: HTMLElement) => (element.style.opacity = ''));
  return shown !== hidden;
}

/** What is at an element, or at another one that marks its focus, looks otherwise once the keyboard is there. */
async function expectSeenFocus(of: Locator, marked = of): Promise<void> {
  const page = of.page();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const without = await picture(marked, 'around');
  // A key before, so that the browser takes the focus for the keyboard's.
  await page.keyboard.press('Shift');
  await of.focus();
  expect(await picture(marked, 'around')).not.toBe(without);
}

const noPointer = (page: Page) => page.mouse.move(-10, -10);

inBrowser('in a contrast theme of the system', (stage) => {
  const open = async (...[world, view]: Parameters<Stage['open']>) => {
    const scene = await stage.open(world, view);
    await scene.page.emulateMedia({ forcedColors: 'active' });
    return scene;
  };

  it('one sees which items are unread, which is open, which view is shown and what a filter is set to', async () => {
    const { page } = await open({ ...lively(), inbox: inboxOf(5) }, { width: 1200 });
    await items(page).nth(3).getByRole('link').click();
    await expect(pane(page).getByRole('heading', { level: 2 })).toBeVisible();
    await noPointer(page);
    const row = (index: number) => items(page).nth(index).locator('.item');
    expect(await picture(row(1), 'dot')).not.toBe(await picture(row(4), 'dot'));
    expect(await picture(row(3), 'right')).not.toBe(await picture(row(4), 'right'));
    const view = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
    expect(await picture(view('Inbox'), 'left')).not.toBe(await picture(view('Settings'), 'left'));
    expect(await isSeen(view('Inbox').locator('.unread-count'), 'left')).toBe(true);
    expect(await isSeen(page.locator('.me .mark'))).toBe(true);
    const filter = page.locator('main').getByRole('button', { name: /^Unread/ });
    const off = await picture(filter, 'left');
    await filter.click();
    await noPointer(page);
    await filter.blur();
    expect(await picture(filter, 'left')).not.toBe(off);
  });

  it('one sees where the keyboard is: on a view, an item, what is read, a button, a choice, a setting', async () => {
    const { page } = await open(lively(), { width: 1200 });
    await items(page).nth(2).getByRole('link').click();
    await noPointer(page);
    await expectSeenFocus(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Inbox' }));
    await expectSeenFocus(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Watches' }));
    for (const item of [items(page).first(), items(page).nth(2)]) await expectSeenFocus(item.getByRole('link'), item);
    await expectSeenFocus(pane(page).getByRole('heading', { level: 2 }));
    await expectSeenFocus(page.getByRole('button', { name: /Status:/ }));
    await expectSeenFocus(page.getByRole('searchbox', { name: 'Search the inbox' }));
    await page.keyboard.press('Escape');
    await page.locator('main').press('f');
    const one = page.getByRole('option').first();
    await expect(one).toBeVisible();
    const without = await picture(one);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => picture(one)).not.toBe(without);
    for (const key of ['Escape', 'Control+k']) await page.keyboard.press(key);
    await page.keyboard.type('re');
    const options = page.getByRole('dialog').getByRole('option');
    await expect(options.nth(1)).toBeVisible();
    expect(await picture(options.nth(0), 'left')).not.toBe(await picture(options.nth(1), 'left'));
  });

  it('one sees every button, and what is switched on', async () => {
    const { page } = await open(lively(), { at: '/settings/notifications', height: 2000 });
    const control = page.getByRole('switch').first();
    await control.waitFor();
    expect(await isSeen(control)).toBe(true);
    const before = await picture(control);
    await control.press('Space');
    await expect.poll(() => picture(control)).not.toBe(before);
    const away = page.getByRole('heading', { level: 1 });
    await away.click();
    for (const button of await page.getByRole('main').getByRole('button').all())
      if (await button.isVisible()) expect(await isSeen(button, 'left'), await button.innerText()).toBe(true);
    await page.goto(`${new URL(page.url()).origin}/#/watches/new`);
    const unanswered = page.getByRole('checkbox', { name: 'Unanswered only' });
    await page.getByText('More conditions').click();
    const empty = await picture(unanswered);
    await unanswered.check();
    await unanswered.blur();
    await noPointer(page);
    expect(await picture(unanswered)).not.toBe(empty);
  });

  it('the panel shows what is unread, threads and what is newer, and where the keyboard is', async () => {
    const { page, agent } = await open(threadWorld(12), PANEL);
    await expect(rows(page)).toHaveCount(10);
    const row = (index: number) => rows(page).nth(index).locator('.item');
    const unread = await picture(row(5), 'dot');
    await row(5).evaluate((element) => element.classList.remove('is-unread'));
    expect(await picture(row(5), 'dot')).not.toBe(unread);
    const thread = page.getByRole('button', { name: /^3 items on the question/ });
    expect(await isSeen(thread, 'left')).toBe(true);
    await expectSeenFocus(rows(page).nth(2).getByRole('link'), rows(page).nth(2));
    await expectSeenFocus(page.getByRole('button', { name: 'Open Askbell' }));
    await rows(page).nth(1).getByRole('link').focus();
    agent.arrive({ question: 'demo/9' });
    const pill = page.getByRole('button', { name: '1 newer item' });
    await pill.waitFor();
    expect(await isSeen(pill, 'left')).toBe(true);
  });
});
