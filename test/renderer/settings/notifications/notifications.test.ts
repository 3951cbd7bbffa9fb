import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { withoutBrowser } from '../../../support/chromium.ts';
import { expect } from '../../../support/expect.ts';
import { lively } from '../../stage/fake-agent-data.ts';
import { Stage } from '../../stage/stage.ts';

describe.skipIf(withoutBrowser)('the settings of notifications', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.create();
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  it('mute single reasons of a kind, and only while the kind is told at all', async () => {
    const world = lively();
    world.settings.mutedReasons = ['downvote'];
    const { page, agent } = await stage.open(world, { at: '/settings/notifications' });
    const inbox = page.getByRole('group', { name: 'Inbox' });
    const reputation = page.getByRole('group', { name: 'Reputation' });
    await expect(reputation.getByRole('checkbox', { name: 'Downvotes' })).not.toBeChecked();
    await expect(reputation.getByRole('checkbox', { name: 'Upvotes' })).toBeChecked();
    await inbox.getByRole('checkbox', { name: 'Chat messages' }).uncheck();
    await expect.poll(() => agent.world.settings.mutedReasons).toEqual(['downvote', 'chat']);
    await reputation.getByRole('checkbox', { name: 'Downvotes' }).check();
    await expect.poll(() => agent.world.settings.mutedReasons).toEqual(['chat']);
    await page.getByRole('switch', { name: 'Inbox' }).click();
    await expect(inbox).toHaveCount(0);
    await page.getByRole('switch', { name: 'Inbox' }).click();
    await expect(inbox.getByRole('checkbox', { name: 'Chat messages' })).not.toBeChecked();
    await expect.poll(() => agent.world.settings.mutedReasons).toEqual(['chat']);
  });

  it('limit how many come, also to what an import has brought', async () => {
    const world = lively();
    world.settings.notificationLimit = 7;
    const { page, agent } = await stage.open(world, { at: '/settings/notifications' });
    const limit = page.getByRole('combobox', { name: 'Bundle when busy' });
    await expect(limit.getByRole('option', { selected: true })).toHaveText('After 7');
    await limit.selectOption('After 1');
    await expect.poll(() => agent.world.settings.notificationLimit).toBe(1);
    await limit.selectOption('Never bundle');
    await expect.poll(() => agent.world.settings.notificationLimit).toBe('none');
  });

  it('offer the browser’s own notifications where the system shows none, and ask only after a click', async () => {
    const world = lively();
    world.state.notificationsGoTo = 'terminal';
    const { page } = await stage.open(world, { at: '/settings/notifications' });
    await page.evaluate(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'default' });
      Notification.requestPermission = () => Promise.resolve('granted');
    });
    await page.evaluate(() => (location.hash = '/settings/quiet'));
    await page.evaluate(() => (location.hash = '/settings/notifications'));
    await page.getByRole('button', { name: 'Show notifications in this browser' }).click();
    await expect(page.getByText('the browser shows notifications')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show notifications in this browser' })).toHaveCount(0);
  });
});
