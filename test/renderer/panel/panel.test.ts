import type { Locator, Page } from '@playwright/test';
import { it } from 'vitest';
import { findViolations } from '../../support/axe.ts';
import { snoozeByKeys } from '../stage/inbox-scene.ts';
import { PANEL, rows, threadWorld, unreadWorld } from '../stage/panel-scene.ts';
import { settled } from '../stage/settled.ts';
import { condition, expect, expectAsked, inBrowser, newcomer, quiet, type Scene } from '../stage/stage.ts';

const topOf = (element: Locator) => element.evaluate((shown) => shown.getBoundingClientRect().top);

/** Remembers where an element is; returns what tells that it is still there. */
async function keepsPlace(element: Locator): Promise<() => Promise<void>> {
  await settled(element.page());
  const before = await topOf(element);
  return async () => expect(Math.abs((await topOf(element)) - before)).toBeLessThanOrEqual(1);
}

/** What is done in the panel leads to a page of the window. */
async function expectLeadsTo({ page, url }: Scene, view: string, lead: (page: Page) => Promise<void>): Promise<void> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), lead(page)]);
  await expect.poll(() => opened.url()).toBe(`${url}#/${view}`);
}

inBrowser('the panel', (stage) => {
  it('leaves all but 90 pixels to eight items of the newest fifty, shows at once what comes, and leads to the rest', async () => {
    const scene = await stage.open(unreadWorld(70), PANEL);
    const { page, agent } = scene;
    await expect(rows(page)).toHaveCount(50);
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('For you 70');
    const content = await page.getByRole('main').boundingBox();
    expect(PANEL.height - (content?.height ?? 0)).toBeLessThan(90);
    const whole = await rows(page).evaluateAll(
      (rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
    );
    expect(whole).toBeGreaterThanOrEqual(8);
    const first = rows(page).first();
    await expect(first.getByRole('link', { name: 'Why do my tomato seedlings grow tall and thin?' })).toBeVisible();
    await expect(first).toContainText('Comment');
    await expect(first.locator('time')).toHaveText('3m');
    await expect(first.locator('.site-icon')).toBeVisible();
    const icon = await first.locator('.item--kind').evaluate((meta) => {
      const { maskImage, width, height } = getComputedStyle(meta, '::before');
      return { isDrawn: maskImage.startsWith('url("data:image/svg+xml'), width, height };
    });
    expect(icon).toEqual({ isDrawn: true, width: '14px', height: '14px' });
    agent.arrive({ question: 'demo/item-4' });
    await expect(rows(page).first().locator('[data-item="newer"]')).toBeInViewport({ ratio: 1 });
    await expect(rows(page)).toHaveCount(50);
    await expect(page.getByRole('button', { name: /newer item/ })).toHaveCount(0);
    await expectLeadsTo(scene, 'inbox', () => page.getByRole('button', { name: 'See all 71' }).click());
  });

  it('says what waits and until when, and shows it now by the keyboard', async () => {
    const world = unreadWorld(3);
    const until = new Date();
    until.setHours(15, 18, 0, 0);
    world.state = { ...world.state, waiting: { count: 12, because: 'busy', until } };
    const { page, agent } = await stage.open(world, PANEL);
    await expect(page.getByText(/^12 waiting, next at .*(15|3):18/)).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show now' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/waiting/)).toHaveCount(0);
    expect(agent.asked('notices.showWaiting')).toHaveLength(1);
    agent.become({ waiting: { count: 2, because: 'do-not-disturb' } });
    await expect(page.getByText('2 waiting for Do Not Disturb to end')).toBeVisible();
  });

  it('has items of questions muted, and each marked read and snoozed, by mouse, each undone, and leads to reputation', async () => {
    const scene = await stage.open(unreadWorld(3), PANEL);
    const { page, agent } = scene;
    const message = rows(page).nth(2);
    await message.getByRole('link').first().focus();
    await message.hover();
    await expect(message.getByRole('button', { name: /^Snooze/ })).toBeVisible();
    await expect(message.getByRole('button', { name: /^Mute/ })).toHaveCount(0);
    await page.keyboard.press('m');
    await rows(page).first().hover();
    await expect(rows(page).first().getByRole('button', { name: 'Mute this question' })).toBeVisible();
    expect(agent.asked('inbox.mute')).toEqual([]);
    const first = rows(page).first();
    await first.getByRole('button', { name: /^Mark read/ }).click();
    await expect(rows(page)).toHaveCount(2);
    await expectAsked(agent, 'inbox.mark', [{ keys: ['item-1'], as: 'read' }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page)).toHaveCount(3);
    await first.hover();
    await first.getByRole('button', { name: /^Mute this question/ }).click();
    // What is muted is not counted, and so not listed here either.
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(rows(page)).toHaveCount(3);
    await first.hover();
    await first.getByRole('button', { name: /^Snooze/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Tomorrow' }).click();
    await expect(rows(page)).toHaveCount(2);
    await expectLeadsTo(scene, 'reputation', () => page.getByRole('button', { name: '+33 today' }).click());
  });

  it('says once all is read when the account that waits longest was checked, asks again, and draws today’s changes', async () => {
    const world = quiet();
    const [only] = world.state.accounts;
    const checked = (minutes: number) => ({ lastPollAt: new Date(Date.now() - minutes * 60_000) });
    world.state.accounts = [
      { ...only!, ...checked(1) },
      { ...only!, id: 'second', ...checked(7) },
      { ...only!, id: 'gone', signedIn: false, ...checked(90) },
    ];
    world.accounts = [{ site: { id: 'gardening', name: 'Gardening' }, reputation: 100, today: 20 }];
    const midnight = new Date().setHours(0, 0, 0, 0);
    const at = (share: number) => new Date(midnight + share * (Date.now() - midnight));
    world.reputation = [0.4, 0.8, -3].map((share, id) => ({
      id,
      key: `r${id}`,
      site: { id: 'gardening', name: 'Gardening' },
      change: 10,
      onDate: at(share),
    }));
    const { page, agent } = await stage.open(world, PANEL);
    await page.getByRole('button', { name: /^Updated [78] min/ }).click();
    await expect.poll(() => agent.asked('polling.syncNow')).toHaveLength(1);
    const line = page.locator('.caught-up--line');
    // Two steps up: the third change was before today.
    await expect(line).toHaveAttribute('d', /^M0 52H\d+V28H\d+V4H\d+$/);
  });

  it('marks read what both labels count by a click and by Shift+A, and undoes it', async () => {
    const { page, agent } = await stage.open(unreadWorld(3), PANEL);
    for (const markAll of [
      () => page.getByRole('button', { name: 'Mark 4 read' }).click(),
      () => page.keyboard.press('Shift+A'),
    ]) {
      agent.become({ unread: 4, unreadMatches: 1 });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('4 unread');
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(['For you 3', 'New questions 1']);
      await expect(rows(page)).toHaveCount(3);
      await markAll();
      await expect(page.getByText('You’re all caught up')).toBeVisible();
      await expect.poll(() => agent.inputs('inbox.markAllRead').at(-1)).toEqual({ filter: {} });
      agent.become({ unread: 0, unreadMatches: 0 });
      await expect(page.getByRole('button', { name: /^Mark/ })).toHaveCount(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(rows(page)).toHaveCount(3);
      await expect(rows(page, 'New questions')).toHaveCount(1);
    }
    expect(agent.asked('inbox.markAllRead')).toHaveLength(2);
  });

  it('folds what happened on one question, shows it by mouse and by key, and means all of it by the keys of a row', async () => {
    const { page, agent } = await stage.open(threadWorld(4), PANEL);
    await expect(rows(page)).toHaveCount(2);
    const unfold = rows(page).first().getByRole('button', { name: '3 items on the question' });
    await expect(unfold).toHaveText('3');
    await unfold.click();
    await expect(rows(page)).toHaveCount(4);
    await page.keyboard.press('t');
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press('ArrowRight');
    await expect(rows(page)).toHaveCount(4);
    await page.keyboard.press('ArrowLeft');
    await expect(rows(page)).toHaveCount(2);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('e');
    await expect(rows(page)).toHaveCount(1);
    await expectAsked(agent, 'inbox.mark', [{ keys: ['item-1', 'item-2', 'item-3'], as: 'done' }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.context().route('http://127.0.0.1:9/**', (route) => route.fulfill({ body: 'the question' }));
    for (const [key, asked, input] of [
      ['u', 'inbox.mark', { keys: ['item-1', 'item-2', 'item-3'], as: 'read' }],
      ['m', 'inbox.mute', { keys: ['item-1'], muted: true }],
      ['h', 'inbox.snooze', { keys: ['item-1', 'item-2', 'item-3'], until: 'tomorrow' }],
      ['o', 'inbox.open', { key: 'item-1', others: ['item-2', 'item-3'], opened: true }],
    ] as const) {
      await expect(rows(page)).toHaveCount(2);
      await page.keyboard.press('1');
      await page.keyboard.press(key);
      if (key === 'h') await page.getByRole('dialog').getByRole('button', { name: 'Tomorrow' }).click();
      await expect(rows(page)).toHaveCount(1);
      await expect.poll(() => agent.inputs(asked).at(-1)).toEqual(input);
      if (key !== 'o') await page.keyboard.press('Control+z');
    }
    await expect(rows(page).getByRole('link')).toHaveAttribute('data-item', 'item-4');
  });

  it('has the same by keys, going on with the next item', async () => {
    const { page, agent } = await stage.open(unreadWorld(4), PANEL);
    await expect(rows(page)).toHaveCount(4);
    await page.keyboard.press('j');
    await expect(rows(page).first().getByRole('link')).toBeFocused();
    for (const key of ['ArrowDown', 'e']) await page.keyboard.press(key);
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).nth(1).getByRole('link', { name: 'blueberries' })).toBeFocused();
    await snoozeByKeys(page);
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).nth(1).getByRole('link', { name: 'Escapement' })).toBeFocused();
    await page.context().route('http://127.0.0.1:9/**', (route) => route.fulfill({ body: 'the question' }));
    const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('o')]);
    await expect.poll(() => opened.url()).toBe('http://127.0.0.1:9/questions/4');
    await expect(rows(page)).toHaveCount(1);
    await expect.poll(() => agent.inputs('inbox.open').at(-1)).toEqual({ key: 'item-4', opened: true });
  });

  for (const [count, hand] of [
    [20, 'focus'],
    [3, 'pointer'],
  ] as const) {
    it(`keeps what one is at where it is when more comes: ${hand}, ${count} items`, async () => {
      const { page, agent } = await stage.open(unreadWorld(count), PANEL);
      const title = rows(page).nth(1).getByRole('link');
      if (hand === 'pointer') await title.hover();
      else await title.focus();
      const expectKept = await keepsPlace(page.locator(`[data-item="${await title.getAttribute('data-item')}"]`));
      for (let newer = 1; newer <= 3; newer++) {
        agent.arrive({ key: `newer-${newer}`, question: `demo/newer-${newer}` });
        const pill = page.getByRole('button', { name: newer === 1 ? '1 newer item' : `${newer} newer items` });
        await expect(pill).toBeVisible();
        await expectKept();
      }
      await page.getByRole('button', { name: '3 newer items' }).click();
      await expect(page.locator('[data-item="newer-3"]')).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: /newer item/ })).toHaveCount(0);
    });
  }

  it('keeps what one points at where it is when more comes between the rows', async () => {
    const world = unreadWorld(12);
    world.inbox = world.inbox.map((entry) => ({ ...entry, place: entry.place * 10 }));
    const { page, agent } = await stage.open(world, PANEL);
    const title = page.locator('[data-item="item-4"]');
    await title.hover();
    const expectKept = await keepsPlace(title);
    const third = agent.world.inbox[2]!;
    agent.arrive({ key: 'between', place: third.place + 5, question: 'demo/between', title: 'Between' });
    await expect(rows(page)).toHaveCount(13);
    await expect(rows(page).nth(2)).toContainText('Between');
    await expectKept();
    // It is in sight, so nothing newer is hidden above.
    await expect(page.getByRole('button', { name: /newer item/ })).toHaveCount(0);
  });

  it('keeps a thread that has the focus where it is when something happens on it', async () => {
    const world = unreadWorld(12);
    world.inbox = world.inbox.map((entry, index) => (index === 7 ? { ...entry, question: 'demo/item-4' } : entry));
    const { page, agent } = await stage.open(world, PANEL);
    await expect(rows(page)).toHaveCount(11);
    const title = page.locator('[data-item="item-4"]');
    await title.focus();
    const expectKept = await keepsPlace(title);
    agent.arrive({ question: 'demo/item-4' });
    const pill = page.getByRole('button', { name: '1 newer item' });
    await expect(pill).toBeVisible();
    await expectKept();
    await expect(title).toBeFocused();
    // Once it is asked for, it takes its place: on top of the thread.
    await pill.click();
    await expect(rows(page)).toHaveCount(11);
    await expect(rows(page).first().locator('[data-item]')).toHaveAttribute('data-item', 'newer');
    await expect(rows(page).first()).toContainText('3');
  });

  it('says that all is done once it is: what today brought, and what comes back when', async () => {
    const world = unreadWorld(1);
    const [model] = world.inbox;
    const snoozed = (key: string, minutes: number) => ({
      ...model!,
      key,
      snoozedUntil: new Date(new Date().setHours(23, 50 + minutes, 0, 0)),
    });
    world.inbox = [model!, snoozed('soon', 0), snoozed('as-soon', 0), snoozed('later', 5)];
    world.state = { ...world.state, unread: 1, unreadMatches: 0 };
    const scene = await stage.open(world, PANEL);
    const { page, agent } = scene;
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('e');
    await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('+33 today');
    await expect(page.getByRole('main')).toContainText('13,452 in all');
    await expect(page.getByRole('main')).toContainText('2 snoozed items come back at 23:50');
    agent.become({ unread: 0 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Askbell');
    await expectLeadsTo(scene, 'reputation', () => page.keyboard.press('3'));
  });

  it('goes from label to label by digits and over both by arrows, holds notifications back, and tells of a problem', async () => {
    const scene = await stage.open(unreadWorld(2), PANEL);
    const { page, agent } = scene;
    await expect(rows(page)).toHaveCount(2);
    const [first, last] = [rows(page).first().getByRole('link'), rows(page, 'New questions').getByRole('link')];
    await page.keyboard.press('2');
    await expect(last).toBeFocused();
    await page.keyboard.press('1');
    await expect(first).toBeFocused();
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await expect(last).toBeFocused();
    await page.keyboard.press('Home');
    await expect(first).toBeFocused();
    agent.navigate('settings');
    await page.keyboard.press('2');
    await expect(last).toBeFocused();
    expect(new URL(page.url()).hash).toBe('');
    const pause = page.getByRole('button', { name: 'Pause notifications' });
    await pause.click();
    // The choice lies whole within the panel.
    const choice = await page.getByRole('dialog').boundingBox();
    expect(choice!.y).toBeGreaterThan(0);
    expect(choice!.x + choice!.width).toBeLessThanOrEqual(PANEL.width);
    await page.getByRole('button', { name: 'For 30 minutes' }).click();
    await expect.poll(() => agent.asked('polling.snooze')).toHaveLength(1);
    await page.getByRole('button', { name: /^Snoozed until/ }).click();
    await expect(pause).toBeVisible();
    agent.become({ conditions: [condition('offline', 'Demo network cannot be reached')] });
    await expect(page.getByRole('status').filter({ hasText: 'cannot be reached' })).toBeVisible();
    await expectLeadsTo(scene, 'inbox', (page) => page.getByRole('button', { name: 'Details' }).click());
  });

  it('says once that one is signed out, signed in elsewhere or not at all', async () => {
    const world = unreadWorld(2);
    const [only] = world.state.accounts;
    const title = 'You are signed out of Andernetz';
    world.state.accounts = [only!, { ...only!, id: 'second', signedIn: false }];
    world.state.conditions = [condition('signed-out', title, { account: 'second' })];
    const { page, agent } = await stage.open(world, PANEL);
    for (const [unread, accounts] of [world.state.accounts, [{ ...only!, signedIn: false }]].entries()) {
      agent.become({ accounts, unread });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Askbell', '1 unread'][unread]!);
      await expect(page.getByText(title)).toBeVisible();
      await expect(page.getByText(/signed out/i)).toHaveCount(1);
    }
  });

  it('is closed by Escape as a window of its own, and not while Escape closes something in it', async () => {
    const { page, url } = await stage.open(unreadWorld(2), PANEL);
    const [panel] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate((address) => void window.open(address, '', 'popup,width=400,height=560'), `${url}${PANEL.path}`),
    ]);
    await expect(rows(panel)).toHaveCount(2);
    await panel.getByRole('button', { name: 'Pause notifications' }).click();
    await panel.keyboard.press('Escape');
    await expect(panel.getByRole('dialog')).toHaveCount(0);
    expect(panel.isClosed()).toBe(false);
    await Promise.all([panel.waitForEvent('close'), panel.keyboard.press('Escape').catch(() => undefined)]);
  });

  it('leads to the window before anybody is signed in', async () => {
    const { page } = await stage.open(newcomer(), PANEL);
    const parts = [page.locator('.starting img'), page.getByRole('heading'), page.getByRole('button')];
    await expect(parts[2]!).toHaveText('Sign in');
    for (const part of parts) {
      const { x, width } = (await part.boundingBox())!;
      expect(Math.abs(x + width / 2 - PANEL.width / 2)).toBeLessThanOrEqual(1);
    }
  });
});
