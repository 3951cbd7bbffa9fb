import { describe, it } from 'vitest';
import { items, openStatus } from '../../stage/inbox-scene.ts';
import { condition, expect, expectAsked, inboxOf, inBrowser, lively, withSecondAccount } from '../../stage/stage.ts';

const inThreeHours = new Date(Date.now() + 3 * 3600_000);
const throttled = condition('throttled', 'The network asked for a pause.', {
  advice: 'Askbell waits.',
  retryAt: inThreeHours,
});
const badKey = condition('bad-key', 'The key is not known.');
const offline = condition('offline', 'There is no connection.');
const clockWrong = condition('clock-wrong', 'The clock is off by an hour.', { severity: 'warning', advice: 'Set it.' });

inBrowser('how things stand', (stage) => {
  describe('the mark at the person’s picture', () => {
    it('says when it was checked, with one dot, and tells of requests only where few are left, and of which network', async () => {
      const world = lively();
      world.state.accounts[0]!.lastPollAt = new Date(Date.now() - 25_000);
      const { page, agent } = await stage.open(world);
      await expect(page.getByRole('button', { name: /Status: Checked [2-5]0 s ago$/ })).toBeVisible();
      await expect(page.locator('.mark__live')).toHaveCount(1);
      const status = await openStatus(page);
      await expect(status).toContainText(/Checked [2-5]0 s ago/);
      await expect(status).not.toContainText('requests');
      await page.keyboard.press('Escape');
      await expect(status).toHaveCount(0);
      await expect(page.getByRole('button', { name: /Status:/ })).toBeFocused();
      const quota = { max: 10_000, remaining: 700, usedByAskbell: 9300, reserve: 30 };
      agent.become(withSecondAccount(agent.world, { quota }).state);
      await openStatus(page);
      await expect(status).toContainText(/Andernetz:\s*700 of 10,000 requests left/);
      await expect(status).not.toContainText('Demo network');
      agent.become({ accounts: [{ ...agent.world.state.accounts[0]!, quota }] });
      await expect(status).toContainText('700 of 10,000 requests left');
      await expect(status).not.toContainText('Andernetz');
    });

    it('counts down to when polling goes on', async () => {
      const world = lively();
      world.state.accounts[0]!.pollingPause = { why: 'throttled', until: new Date(Date.now() + 90_000) };
      world.state.accounts[0]!.quota = { max: 300, remaining: 15, usedByAskbell: 285, reserve: 15 };
      world.state.conditions = [{ ...throttled, retryAt: new Date(Date.now() + 90_000) }];
      const { page, agent } = await stage.open(world);
      const status = await openStatus(page);
      await expect(status.getByRole('timer')).toHaveText([/^Resumes in \d+ s$/, /^Resumes in \d+ s\.$/]);
      const timer = status.getByRole('timer').first();
      await expect(page.locator('.mark__waiting').first()).toBeVisible();
      const seconds = async () => Number(/(\d+) s/.exec((await timer.textContent()) ?? '')?.[1]);
      const first = await seconds();
      await expect.poll(seconds).toBeLessThan(first);
      agent.becomeAccount({ pollingPause: undefined }, { conditions: [] });
      await expect(timer).toHaveCount(0);
      await expect(page.locator('.mark__live').first()).toBeVisible();
    });

    it('snoozes by keyboard, ends the snooze, syncs, or says why not now and when, pauses and resumes', async () => {
      const { page, agent } = await stage.open(lively());
      const mark = page.getByRole('button', { name: /Status:/ });
      await mark.press('Enter');
      const status = page.getByRole('dialog', { name: 'Status' });
      await expect(status.getByRole('button', { name: 'Refresh' })).toBeFocused();
      for (const name of ['Pause', 'For 30 minutes', 'For 1 hour', 'Until tomorrow']) {
        await page.keyboard.press('Tab');
        await expect(status.getByRole('button', { name, exact: true })).toBeFocused();
      }
      await page.keyboard.press('Enter');
      await expect(status).toHaveCount(0);
      await expect(page.getByRole('button', { name: /Status: Snoozed until/ })).toBeFocused();
      await expectAsked(agent, 'polling.snooze', [{ for: 'until-tomorrow' }]);
      await (await openStatus(page)).getByRole('button', { name: 'End snooze' }).click();
      await expect(page.getByRole('button', { name: /Status: Checked/ })).toBeVisible();
      const title = 'Demo network asked Askbell to slow down';
      agent.syncWaitsFor = { title, retryAt: new Date(Date.now() + 7_200_000) };
      await (await openStatus(page)).getByRole('button', { name: 'Refresh' }).click();
      await expect.poll(() => agent.asked('polling.syncNow')).toHaveLength(1);
      await expect(page.getByText(new RegExp(`Not now: ${title}\\. Next try: .*[0-9]`))).toBeVisible();
      await (await openStatus(page)).getByRole('button', { name: 'Pause' }).click();
      const line = page.getByRole('region', { name: 'Needs attention' });
      await expect(line).toContainText('Askbell is paused.');
      await expect((await openStatus(page)).getByRole('button', { name: 'Refresh' })).toBeDisabled();
      await line.getByRole('button', { name: 'Resume' }).click();
      await expect(page.getByText('Askbell is paused.')).toHaveCount(0);
    });

    it('snoozes until a date and time, which must be to come, also for whoever comes from the tray for that', async () => {
      const { page, agent } = await stage.open(lively());
      await (await openStatus(page)).getByRole('button', { name: 'Until…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Snooze until' });
      const field = dialog.getByLabel('Date and time');
      await expect(field).toHaveValue(/T09:00$/);
      await field.fill('2020-01-01T10:00');
      await dialog.getByRole('button', { name: 'Snooze' }).click();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription('Choose a date and time in the future.');
      expect(agent.asked('polling.snooze')).toEqual([]);
      const wanted = await page.evaluate(() => {
        const local = new Date(Date.now() + 3 * 86_400_000 - new Date().getTimezoneOffset() * 60_000);
        return `${local.toISOString().slice(0, 10)}T18:30`;
      });
      await field.fill(wanted);
      await dialog.getByRole('button', { name: 'Snooze' }).click();
      await expect(dialog).toHaveCount(0);
      const until = new Date(await page.evaluate((text) => new Date(text).getTime(), wanted));
      await expectAsked(agent, 'polling.snooze', [{ for: until }]);
      await page.getByRole('link', { name: /^Watches/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Watches' })).toBeVisible();
      agent.navigate('snooze');
      await expect(page.getByRole('dialog', { name: 'Snooze until' })).toBeVisible();
      await expect(page).toHaveURL(/#\/inbox$/);
    });
  });

  describe('conditions', () => {
    it('come with what happened, what to do and when Askbell tries again or goes on, and go with it', async () => {
      const all = [throttled, { ...offline, retryAt: inThreeHours }, clockWrong];
      const { page, agent } = await stage.open(lively({ state: { conditions: all } }));
      await expect(page.getByRole('button', { name: /Status: The network asked for a pause\./ })).toBeVisible();
      const status = await openStatus(page);
      await expect(status).toContainText(/The network asked for a pause\.\s*Askbell waits\./);
      await expect(status).toContainText(/Resumes in (3 h|2 h \d+ min)\./);
      // It is tried again, not waited for.
      await expect(status).toContainText(/Retrying in (3 h|2 h \d+ min)\./);
      await expect(status).toContainText(/The clock is off by an hour\.\s*Set it\./);
      await expect(page.getByRole('region', { name: 'Needs attention' })).toHaveCount(0);
      agent.become({ conditions: [] });
      await expect(page.getByText('The network asked for a pause.')).toHaveCount(0);
    });

    it('that stop news have a line with what helps, one for each network; those that pass do not, and offer to try now', async () => {
      const { page, agent } = await stage.open(
        lively({ state: { conditions: [condition('signed-out', 'You are signed out.'), offline] } }),
      );
      const line = page.getByRole('region', { name: 'Needs attention' });
      await expect(line.locator('.stopper')).toHaveText(/You are signed out\./);
      await line.getByRole('button', { name: 'Sign in again' }).click();
      await expect.poll(() => agent.asked('session.signInAgain')).toHaveLength(1);
      agent.syncWaitsFor = { title: 'The network asked for a pause' };
      await (await openStatus(page)).getByRole('button', { name: 'Try now' }).click();
      await expect.poll(() => agent.asked('polling.syncNow')).toHaveLength(1);
      await expect(page.getByText('Not now: The network asked for a pause.')).toBeVisible();
      const at = (account: string) => condition('signed-out', `You are signed out of ${account}.`, { account });
      agent.become({ conditions: [at('one'), at('other')] });
      await line.getByRole('button', { name: 'Sign in again' }).nth(1).click();
      await expect.poll(() => agent.inputs('session.signInAgain')[1]).toEqual({ account: 'other' });
      agent.become({ conditions: [at('other')] });
      await expect(line.getByText('You are signed out of one.')).toHaveCount(0);
      await expect(line.getByText('You are signed out of other.')).toHaveCount(1);
    });

    it('a bad key leads to where it is changed in place', async () => {
      const world = lively({ state: { conditions: [badKey] } });
      world.state.accounts[0]!.conditions = [badKey];
      const { page } = await stage.open(world);
      await page.getByRole('region', { name: 'Needs attention' }).getByRole('button', { name: 'Change key' }).click();
      await page.getByRole('button', { name: 'Change key for Demo network' }).click();
      await expect(page.getByRole('dialog', { name: 'Change key for Demo network' })).toBeVisible();
    });
  });

  it('a lost connection is told, mends itself, and all is asked for anew; what was shown stays, and it is mended by hand, too', async () => {
    const { page, agent, goAway, comeBack } = await stage.open(lively());
    await expect(page.getByRole('list', { name: 'Inbox items' })).toBeVisible();
    goAway();
    const banner = page.getByRole('region', { name: 'Connection' });
    await expect(banner).toContainText('The connection to Askbell was lost.');
    const status = await openStatus(page);
    await expect(status).toContainText('Reconnecting to Askbell');
    await expect(status.getByRole('button', { name: 'Refresh' })).toBeDisabled();
    // What happened meanwhile was told to nobody.
    agent.world.inbox = inboxOf(6);
    agent.world.state = { ...agent.world.state, unread: 7 };
    comeBack();
    await expect(banner).toHaveCount(0);
    await expect(items(page)).toHaveCount(6);
    await expect(page).toHaveTitle('(7) Askbell');
    agent.navigate('reputation');
    await expect(page.getByRole('heading', { name: 'Reputation' })).toBeVisible();
    agent.become({ paused: true });
    await expect(page.getByText('Askbell is paused.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await expect(items(page)).toHaveCount(6);
    goAway();
    await expect(banner).toBeVisible();
    await page.getByRole('button', { name: /^Mark \d+ read/ }).click();
    await expect(page.getByRole('status').filter({ hasText: 'The connection to Askbell was lost.' })).toBeVisible();
    await expect(items(page)).toHaveCount(6);
    comeBack();
    const reconnect = page.getByRole('button', { name: 'Reconnect now' });
    // It may be back by itself before the click; either way it must come back.
    await reconnect.click({ timeout: 1000 }).catch(() => {});
    await expect(banner).toHaveCount(0);
    // It is told also when Askbell was never there.
    goAway();
    await page.reload();
    await expect(banner).toContainText('The connection to Askbell was lost.');
    await expect(page.getByRole('heading', { name: 'Starting…' })).toBeVisible();
    comeBack();
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  });
});
