import type { Locator, Page } from '@playwright/test';
import type { Reading } from '../../../common/contract/contract.ts';
import { expect } from '../../support/expect.ts';
import { inboxOf, lively, type World } from './fake-agent-data.ts';

export const html = `<p>You are <em>close</em>, see <a href="/questions/3">this question</a>.</p>
<pre><code class="lang-js">const valve = open('left');</code></pre>
<p><img src="https://pictures.example/valve.png" alt="the valve"></p>`;

/** An answer to be read, as the agent tells it. */
export const answer = (part: Partial<Reading> = {}): Reading => ({
  post: {
    kind: 'answer',
    html,
    score: 7,
    tags: ['valves'],
    owner: { name: 'Ada Winter', reputation: 12_480, link: 'https://example.org/users/1' },
    createdAt: new Date(),
    link: 'https://example.org/questions/1',
  },
  readAt: new Date(),
  hasQuestion: true,
  hasAnswer: true,
  muted: false,
  canAccept: false,
  canUnaccept: false,
  ...part,
});

/** The rows of the list, those of them that are unread, and what is read beside it. */
export const items = (page: Page) => page.getByRole('list', { name: 'Inbox items' }).getByRole('listitem');
export const unread = (page: Page) => items(page).filter({ hasText: 'Unread.' });
export const pane = (page: Page) => page.getByRole('region', { name: 'Reading' });

/** The title of the newest item of a lively world. */
export const first = 'Why do my tomato seedlings grow tall and thin?';

/** A lively world with this many items, each changed as is wanted. */
export const of = (...inbox: Parameters<typeof inboxOf>): World => ({ ...lively(), inbox: inboxOf(...inbox) });

/** Likewise, listed in the order of their numbers, as they need no headings of sites. */
export const ofOneSite: typeof of = (count, change) =>
  of(count, (index) => ({ site: { id: 'gardening', name: 'Gardening' }, ...change?.(index) }));

/** Opens what there is to say of how Askbell is doing; gives its dialog. */
export async function openStatus(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /Status:/ }).click();
  return page.getByRole('dialog', { name: 'Status' });
}

/** Snoozes what has the focus until tomorrow, by keys alone. */
export async function snoozeByKeys(page: Page): Promise<void> {
  await page.keyboard.press('h');
  await page.getByRole('dialog').getByRole('button', { name: 'Tomorrow' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** So wide that what is read stands beside the list. */
export const BESIDE = { width: 1200 };

/** The item at a place of the window, and how far down its row begins. */
export const rowAt = (page: Page, x: number, y: number) =>
  page.evaluate(
    ([left, top]) => {
      const title = document.elementFromPoint(left!, top!)?.closest('.item')?.querySelector('[data-item]');
      return [title?.getAttribute('data-item'), Math.round(title?.getBoundingClientRect().top ?? -1)] as const;
    },
    [x, y],
  );

/** How far the page can be scrolled sideways, in px. */
export const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Chooses in the menu of filters by typing the beginning of a name; `group` where several have it. */
export async function chooseFilter(page: Page, name: string, group?: string): Promise<void> {
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Filters' });
  await menu.getByRole('combobox').fill(group === undefined ? name : `${group} ${name}`);
  await menu.getByRole('option', { name }).first().click();
  await menu.waitFor({ state: 'detached' });
}

/** The filters in force, as chips. */
export const chips = (page: Page): Locator =>
  page.getByRole('list', { name: 'Filters in force' }).getByRole('listitem');

/** Opens the palette over the inbox, and types. */
export async function findInPalette(page: Page, text: string): Promise<void> {
  await page.locator('[data-item]').first().waitFor();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command or search' })).toBeFocused();
  await page.keyboard.type(text);
}
