import { it } from 'vitest';
import { expect, inBrowser, lively } from '../../stage/stage.ts';

inBrowser('the settings of notifications', (stage) => {
  it('come in four groups, each on or off alone, are muted by site, quiet at some hours, and can be tried', async () => {
    const { page, agent } = await stage.open(lively(), { at: '/settings/notifications' });
    const group = (name: string) => page.getByRole('group', { name, exact: true });
    await group('Votes, accepted answers and bounties').getByText('Off').click();
    const notify = { inbox: true, reputation: false, questions: true, badges: false };
    await expect.poll(() => agent.world.settings.notify).toEqual(notify);
    await group('Badges').getByText('On', { exact: true }).click();
    await expect.poll(() => agent.world.settings.notify).toEqual({ ...notify, badges: true });
    await group('Followed posts, chat and moderators').getByText('Off').click();
    const others = ['followed', 'moderator', 'chat', 'otherItem'];
    await expect.poll(() => agent.world.settings.mutedReasons).toEqual(others);
    await group('Replies to you').getByText('Off').click();
    await expect.poll(() => agent.world.settings.notify.inbox).toBe(false);
    await group('Replies to you').getByText('On', { exact: true }).click();
    await expect.poll(() => agent.world.settings.notify.inbox).toBe(true);
    await expect(group('Followed posts, chat and moderators').getByRole('radio', { name: 'Off' })).toBeChecked();
    expect(agent.world.settings.mutedReasons).toEqual(others);
    expect(agent.world.settings.notify.badges).toBe(true);
    await page.getByRole('button', { name: 'Show me a notification' }).click();
    await expect(page.getByText('Sent. It is shown by your system.')).toBeVisible();
    await expect.poll(() => agent.asked('settings.testNotification')).toHaveLength(1);
    // Where the system shows none, the browser's own are offered, or why it shows none.
    agent.become({ notificationsGoTo: 'terminal' });
    await expect(page.getByText('This browser blocks notifications.')).toBeVisible();
    await page.getByRole('button', { name: '0 muted sites' }).click();
    const sites = page.getByRole('dialog', { name: 'Sites' });
    await expect(sites.getByRole('switch')).toHaveCount(2);
    await sites.getByRole('switch', { name: 'Clockmaking' }).uncheck();
    await expect.poll(() => agent.world.settings.mutedSites).toEqual(['clockmaking']);
    await page.keyboard.press('Escape');
    const muted = page.getByRole('button', { name: '1 muted site' });
    await expect(muted).toBeFocused();
    await muted.click();
    await sites.getByRole('switch', { name: 'Clockmaking' }).check();
    await expect.poll(() => agent.world.settings.mutedSites).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '0 muted questions' }).click();
    await expect(page.getByRole('dialog', { name: 'Muted questions' })).toBeVisible();
    await page.keyboard.press('Escape');
    const quiet = page.getByRole('region', { name: 'When to stay quiet' });
    await expect(quiet).toContainText('Follows the system’s Do Not Disturb by itself');
    await expect(quiet.getByLabel('From')).toHaveCount(0);
    await quiet.getByRole('switch', { name: 'Quiet hours' }).check();
    await quiet.getByLabel('From').fill('23:30');
    await quiet.getByRole('group', { name: 'On nights starting' }).getByText('Sa').click();
    await expect
      .poll(() => agent.world.settings.quietHours)
      .toMatchObject({ on: true, from: '23:30', to: '07:00', days: [1, 2, 3, 4, 5, 0] });
    await expect(quiet.getByRole('checkbox', { name: 'Saturday' })).not.toBeChecked();
    await quiet.getByText('Mentions').click();
    await expect.poll(() => agent.world.settings.quietHours.letThrough).toBe('mentions');
    await quiet.getByLabel('From').fill('05:00');
    await expect(quiet.getByRole('group', { name: 'On days starting' })).toBeVisible();
  });

  it('keep what earlier versions muted alone, name it, and clear it when asked', async () => {
    const world = lively();
    Object.assign(world.settings, { mutedReasons: ['downvote', 'edit', 'chat'], respectDoNotDisturb: false });
    world.settings.notify.questions = false;
    const { page, agent } = await stage.open(world, { at: '/settings/notifications' });
    const votes = page.getByRole('group', { name: 'Votes, accepted answers and bounties' });
    await expect(votes).toContainText('2 exceptions: Downvotes, Suggested edits.');
    await expect(votes.getByRole('radio', { name: 'On' })).toBeChecked();
    await votes.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => agent.world.settings.mutedReasons).toEqual(['chat']);
    await expect(votes).not.toContainText('exception');
    for (const [section, exception] of [
      ['Tell me about', '1 exception: no new questions.'],
      ['When to stay quiet', '1 exception: the system’s Do Not Disturb is ignored.'],
    ] as const) {
      const said = page.getByRole('region', { name: section }).getByText(exception);
      await said.getByRole('button', { name: 'Clear' }).click();
      await expect(said).toHaveCount(0);
    }
    expect(agent.world.settings).toMatchObject({ notify: { questions: true }, respectDoNotDisturb: true });
  });

  it('are bundled when busy or not, also by an imported number, and keep the volume set, however soon the view is left', async () => {
    const { page, agent } = await stage.open(
      lively({ settings: { notificationLimit: 7, sound: 'bell', volume: 0.5 } }),
      {
        at: '/settings/notifications',
      },
    );
    await expect(page.getByText('After 7 in ten minutes, the rest come hourly.')).toBeVisible();
    await expect(page.getByText('Everything else is bundled when busy.')).toBeVisible();
    const bundle = page.getByRole('switch', { name: 'Bundle when busy' });
    await bundle.uncheck();
    await expect.poll(() => agent.world.settings.notificationLimit).toBe('none');
    await expect(page.getByText('So does everything else.')).toBeVisible();
    await bundle.check();
    await expect.poll(() => agent.world.settings.notificationLimit).toBe(3);
    const volume = page.getByRole('slider', { name: 'Volume' });
    await volume.press('ArrowRight');
    await expect(volume).toHaveAttribute('aria-valuetext', '55%');
    await page.keyboard.type('gi');
    await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
    await expect.poll(() => agent.world.settings.volume).toBe(0.55);
    await expect.poll(() => agent.asked('settings.change')).toHaveLength(3);
  });
});
