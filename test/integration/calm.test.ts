import { describe, expect } from 'vitest';
import { inboxRows, openPage, reputationRows } from '../support/open-page.ts';
import { decidedNotifications } from '../support/announced.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

const MINUTE_MS = 60_000;

describe('calm notifications', () => {
  /** Watches a tag of the site; returns the tag. */
  async function watchTag(world: World): Promise<string> {
    const { site } = world.people;
    const [tag] = await world.window.watches.completeTag({ site, text: 'a' });
    await world.window.watches.add({ site, rule: { anyTags: [tag!.name] } });
    await world.round();
    return tag!.name;
  }

  it('tells by reason: what is switched off is listed only', async ({ world, people }) => {
    await world.window.settings.change({ mutedReasons: ['comment', 'upvote'] });
    people.comments('What is n?');
    people.votes();
    await world.round();
    expect(world.shown()).toEqual([]);
    // Nothing was decided that had to be taken away again.
    expect(decidedNotifications(world.dataDir)).toBe(0);
    expect(await world.newest()).toMatchObject({ itemType: 'comment', unread: true });
    people.answers();
    await world.round();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('tells nothing that is visible in the focused window, and all that comes once it is closed', async ({
    world,
    people,
  }) => {
    const close = await openPage(world.window, inboxRows());
    people.answers();
    people.votes();
    await world.round();
    expect(world.shown()).toEqual([`reputation: +10 reputation on ${people.siteName}`]);
    await close();
    await world.idle();
    people.comments('And n?', 1);
    await world.round();
    expect(world.shown().filter((text) => text.startsWith('inbox'))).toEqual([`inbox: ${people.title}`]);
    expect(world.desktop.shown.at(-1)!.body).toContain('And n?');
  });

  it('tells what is not visible: what the list leaves out, matches beside the inbox, and rows out of sight', async ({
    world,
    people,
  }) => {
    const tag = await watchTag(world);
    await openPage(world.window, inboxRows({ text: 'zeppelin' }));
    people.answers();
    await world.round();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    // As the panel's first tab lists it.
    await openPage(world.window, inboxRows({ unread: true, source: 'inbox' }));
    people.comments('And n?', 1);
    people.asks('How do I ask it?', [tag], 2);
    await world.round();
    expect(world.shown().slice(1)).toEqual([expect.stringMatching(/^question: .*How do I ask it\?/)]);
  });

  it('tells all but the rows in sight, of inbox and reputation', async ({ world, people }) => {
    const close = await openPage(world.window, inboxRows({}, 1));
    people.answers();
    people.comments('And n?', 1);
    await world.round();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    await close();
    await openPage(world.window, reputationRows);
    people.votes();
    await world.round();
    expect(world.shown()).toHaveLength(1);
  });

  it('tells everything where the desktop does not say that the page has the focus', async ({ world, people }) => {
    world.desktop.focused.clear();
    await openPage(world.window, inboxRows());
    people.answers();
    await world.round();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    // The panel has the focus, and the window behind it lists the comment.
    world.desktop.focused.add('panel');
    people.comments('And n?', 1);
    await world.round();
    expect(world.shown()).toHaveLength(2);
  });

  it('tells everything under a screen locker that the session does not hear of', async ({ world, people }) => {
    await openPage(world.window, inboxRows());
    world.desktop.covered.add('window');
    people.answers();
    await world.round();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    world.desktop.covered.clear();
    people.comments('And n?', 1);
    await world.round();
    expect(world.shown()).toHaveLength(1);
  });

  it('tells everything while the screen is locked, although the window keeps the focus', async ({ world, people }) => {
    await world.window.polling.snooze({ for: '30-minutes' });
    people.answers();
    await world.round();
    world.become('away');
    await openPage(world.window, inboxRows());
    await world.pass(31 * MINUTE_MS);
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('drops what is held as soon as it is visible, and tells nothing of it afterwards', async ({ world, people }) => {
    await world.window.polling.snooze({ for: '30-minutes' });
    people.answers();
    await world.round();
    const close = await openPage(world.window, inboxRows());
    await world.idle();
    await close();
    people.comments('And n?', 1);
    await world.pass(31 * MINUTE_MS);
    expect(world.shown()).toHaveLength(1);
    expect(world.desktop.shown[0]!.body).toContain('And n?');
  });

  it('mutes the question and snoozes from the notification', async ({ world, people }) => {
    people.answers();
    await world.round();
    const actions = world.desktop.shown[0]!.actions.map(({ id }) => id);
    expect(actions).toEqual(['open', 'mark-read', 'mute-question', 'snooze']);
    const before = world.desktop.tray().unread;
    await world.press('mute-question');
    // What a muted question brought is counted nowhere.
    expect(world.desktop.tray().unread).toBe(before - 1);
    people.comments('More.', 1);
    await world.round();
    expect(world.shown()).toHaveLength(1);
    expect(world.desktop.tray().unread).toBe(before - 1);

    people.votes();
    await world.round();
    await world.press('snooze');
    expect((await world.state()).snoozedUntil?.getTime()).toBeGreaterThan(world.clock.now() + 50 * MINUTE_MS);
  });

  it('lets as many bundled ones come as the person wants; one summary tells the rest, each once', async ({
    world,
    people,
  }) => {
    const { settings } = world.window;
    await settings.change({ notificationLimit: 1 });
    const reputation = `reputation: +10 reputation on ${people.siteName}`;
    people.votes(2);
    await world.round();
    expect(world.shown()).toEqual([reputation]);
    const tag = await watchTag(world);
    // While a page is shown, what waits is asked for as well.
    const page = await world.window.notices.visible({ page: 'window', keys: [] });
    await page.next();
    people.votes(3);
    people.asks('How do I ask it?', [tag], 4);
    people.answers();
    await world.round();
    expect(world.shown()).toEqual([reputation, `inbox: ${people.title}`]);
    const waiting = { count: 2, because: 'busy' };
    expect((await world.state()).waiting).toMatchObject(waiting);
    await page.return?.();
    // A restart forgets neither what waits nor how many came.
    await world.restart();
    await world.round();
    expect(world.desktop.shown).toEqual([]);
    expect((await world.state()).waiting).toMatchObject(waiting);
    await world.window.settings.change({ notificationLimit: 'none' });
    await world.round();
    expect(world.shown().toSorted()).toEqual(['question: How do I ask it?', reputation]);
    expect((await world.state()).waiting).toBeUndefined();
  });
});
