import { it } from 'vitest';
import { expect, inBrowser, lively } from '../../stage/stage.ts';

inBrowser('the plan of polling, among what checks find', (stage) => {
  it('tells what is left and kept back, each stream with its reason, and follows who is there and what is known', async () => {
    const world = lively({ state: { presence: { state: 'away', since: new Date(Date.now() - 600_000) } } });
    const { page, agent } = await stage.open(world, { at: '/settings/accounts' });
    await page.getByRole('button', { name: 'Run checks' }).click();
    await page.getByText('How often each is checked').click();
    const plan = page.locator('details.plan');
    await expect(plan).toContainText('9,786 of 10,000 requests left (214 used, 120 by Askbell).');
    await expect(plan).toContainText('30 requests are reserved for your own clicks.');
    const streams = plan.getByRole('list', { name: 'How often each is checked on Demo network' }).getByRole('listitem');
    await expect(streams).toHaveCount(3);
    await expect(streams.first()).toContainText('Inbox');
    await expect(streams.first()).toContainText('every 62 s, about 1,390 requests a day');
    await expect(streams.first()).toContainText('It matters most to you');
    await expect(plan).toContainText('About 1,870 requests a day in all.');
    await expect(plan).toContainText('You’ve been away since');
    const empty = { max: 1500, remaining: 0, usedByAskbell: 1500, reserve: 0 };
    agent.becomeAccount({ quota: empty }, { presence: { state: 'present', since: new Date() } });
    await expect(plan).toContainText('You’re active');
    await expect(plan).toContainText('0 of 1,500 requests left.');
    await expect(plan).not.toContainText('reserved');
    // The network has not said, and nothing is planned yet.
    agent.becomeAccount({ quota: undefined, plan: undefined, nextPoll: undefined });
    await expect(plan).not.toContainText('requests left');
    await expect(plan).toContainText('You’re active');
    await expect(plan.getByRole('list')).toHaveCount(0);
  });
});
