import { describe, expect } from 'vitest';
import { MINUTE_MS } from '../../common/durations.ts';
import { inboxRows, openPage, reputationRows } from '../support/open-page.ts';
import { decidedNotifications } from '../support/announced.ts';
import { it } from './story.ts';

describe('calm notifications', () => {
  it('tells by kind and reason: what is switched off is listed only', async ({ world, people }) => {
    await world.notifyOf({ inbox: false });
    await world.window.settings.change({ mutedReasons: ['comment', 'upvote'] });
    people.votes();
    await world.answered();
    expect(await world.newest()).toMatchObject({ itemType: 'new_answer', unread: true });
    await world.notifyOf({ inbox: true });
    people.comments('What is n?');
    await world.round();
    expect(world.shown()).toEqual([]);
    // Nothing was decided that had to be taken away again.
    expect(decidedNotifications(world.dataDir)).toBe(0);
    expect(await world.newest()).toMatchObject({ itemType: 'comment', unread: true });
    await world.answered();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('tells nothing that a focused window shows, and all that comes once it is closed', async ({ world, people }) => {
    const close = await openPage(world.window, inboxRows());
    people.votes();
    await world.answered();
    expect(world.shown()).toEqual([`reputation: +10 reputation on ${people.siteName}`]);
    await close();
    await world.idle();
    await openPage(world.window, reputationRows);
    people.votes(3);
    people.comments('And n?', 1);
    await world.round();
    expect(world.shown().slice(1)).toEqual([`inbox: ${people.title}`]);
    expect(world.desktop.shown.at(-1)!.body).toContain('And n?');
  });

  it('tells what the list leaves out, matches beside the inbox, and rows out of sight', async ({ world, people }) => {
    const tag = await world.watchTag();
    await openPage(world.window, inboxRows({ text: 'zeppelin' }));
    await world.answered();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    // As the panel's first tab lists it.
    await openPage(world.window, inboxRows({ unread: true, source: 'inbox' }));
    people.comments('And n?', 1);
    people.asks('How do I ask it?', [tag], 2);
    await world.round();
    expect(world.shown().slice(1)).toEqual([expect.stringMatching(/^question: .*How do I ask it\?/)]);
  });

  it('tells everything where no page has the focus, or another window covers it', async ({ world, people }) => {
    const { focused, covered } = world.desktop;
    focused.clear();
    await openPage(world.window, inboxRows());
    await world.answered();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    // The panel has the focus, and the window behind it lists the comment.
    focused.add('panel');
    people.comments('And n?', 1);
    await world.round();
    expect(world.shown()).toHaveLength(2);
    // A screen locker that the session does not hear of leaves the window its focus.
    focused.add('window');
    covered.add('window');
    people.comments('And m?', 2);
    await world.round();
    expect(world.shown()).toHaveLength(3);
    covered.clear();
    people.comments('And both?', 3);
    await world.round();
    expect(world.shown()).toHaveLength(3);
  });

  it('tells everything while the screen is locked, although the window keeps the focus', async ({ world, people }) => {
    await world.window.polling.snooze({ for: '30-minutes' });
    await world.answered();
    world.become('away');
    await openPage(world.window, inboxRows());
    await world.pass(31 * MINUTE_MS);
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('drops what is held as soon as it is visible, and tells nothing of it afterwards', async ({ world, people }) => {
    await world.window.polling.snooze({ for: '30-minutes' });
    await world.answered();
    const close = await openPage(world.window, inboxRows());
    await world.idle();
    await close();
    people.comments('And n?', 1);
    await world.pass(31 * MINUTE_MS);
    expect(world.shown()).toHaveLength(1);
    expect(world.desktop.shown[0]!.body).toContain('And n?');
  });

  it('mutes the question from the notification until it is unmuted, and snoozes', async ({ world, people }) => {
    await world.answered();
    const actions = world.desktop.shown[0]!.actions.map(({ id }) => id);
    expect(actions).toEqual(['open', 'mark-read', 'mute-question', 'snooze']);
    const before = world.desktop.tray().unread;
    await world.press('mute-question');
    const { inbox } = world.window;
    const [mute] = await inbox.mutes();
    expect(mute).toMatchObject({ questionId: people.questionId, title: people.title });
    // What a muted question brought is counted nowhere.
    expect(world.desktop.tray().unread).toBe(before - 1);
    people.comments('More.', 1);
    await world.round();
    expect(world.shown()).toHaveLength(1);
    expect(world.desktop.tray().unread).toBe(before - 1);
    expect(await world.newest()).toMatchObject({ excerpt: 'More.', muted: true, unread: true });
    await inbox.unmute({ site: mute!.site.id, questionId: mute!.questionId });
    await world.answered('Heard again.', 2);
    expect(world.shown()).toHaveLength(2);

    people.votes();
    await world.round();
    await world.press('snooze');
    expect((await world.state()).snoozedUntil?.getTime()).toBeGreaterThan(world.clock.now() + 50 * MINUTE_MS);
  });
});
