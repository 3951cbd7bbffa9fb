import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inboxRows, openPage, reputationRows } from '../support/open-page.ts';
import { decidedNotifications } from '../support/announced.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const minute = 60_000;

describe('calm notifications', () => {
  let world: World;
  let people: ReturnType<typeof cast>;
  const shown = () => world.desktop.shown.map(({ kind, title }) => `${kind}: ${title}`);
  const actions = () => world.sandbox.world.actions;
  const comment = (body: string, from = 0) =>
    actions().comment({ site: people.site, userId: people.others[from]!, postId: people.questionId, body });
  const answer = (from = 0) =>
    actions().answer({
      site: people.site,
      userId: people.others[from]!,
      questionId: people.questionId,
      body: '<p>Yes.</p>',
    });
  const vote = (from: number) =>
    actions().vote({ site: people.site, userId: people.others[from]!, postId: people.questionId, direction: 'up' });
  const settings = (part: Parameters<World['window']['settings']['change']>[0]) => world.window.settings.change(part);

  beforeEach(async () => {
    world = await createWorld();
    people = cast(world.sandbox);
    await world.pass(aRound);
  });
  afterEach(() => world.close());

  it('tells by reason: what is switched off is listed only', async () => {
    await settings({ mutedReasons: ['comment', 'upvote'] });
    comment('What is n?');
    vote(2);
    await world.pass(aRound);
    expect(shown()).toEqual([]);
    // Nothing was decided that had to be taken away again.
    expect(decidedNotifications(world.dataDir)).toBe(0);
    expect((await world.window.inbox.list({ limit: 1 })).entries[0]).toMatchObject({
      itemType: 'comment',
      unread: true,
    });
    answer();
    await world.pass(aRound);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('tells nothing that is visible in the focused window, and all that comes once it is closed', async () => {
    const close = await openPage(world.window, inboxRows());
    answer();
    vote(2);
    await world.pass(aRound);
    expect(shown()).toEqual([`reputation: +10 reputation on ${people.siteName}`]);
    await close();
    await world.idle();
    comment('And n?', 1);
    await world.pass(aRound);
    expect(shown().filter((text) => text.startsWith('inbox'))).toEqual([`inbox: ${people.title}`]);
    expect(world.desktop.shown.at(-1)!.body).toContain('And n?');
  });

  it('tells what is not visible: what the list leaves out, matches beside the inbox, and rows out of sight', async () => {
    const [tag] = await world.window.watches.completeTag({ site: people.site, text: 'a' });
    await world.window.watches.add({ site: people.site, rule: { anyTags: [tag!.name] } });
    await world.pass(aRound);
    await openPage(world.window, inboxRows({ text: 'zeppelin' }));
    answer();
    await world.pass(aRound);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
    // As the panel's first tab lists it.
    await openPage(world.window, inboxRows({ unread: true, source: 'inbox' }));
    comment('And n?', 1);
    actions().ask({
      site: people.site,
      userId: people.others[2]!,
      title: 'How do I ask it?',
      body: '<p>How?</p>',
      tags: [tag!.name],
    });
    await world.pass(aRound);
    expect(shown().slice(1)).toEqual([expect.stringMatching(/^question: .*How do I ask it\?/)]);
  });

  it('tells all but the rows in sight, of inbox and reputation', async () => {
    const close = await openPage(world.window, inboxRows({}, 1));
    answer();
    comment('And n?', 1);
    await world.pass(aRound);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
    await close();
    await openPage(world.window, reputationRows);
    vote(2);
    await world.pass(aRound);
    expect(shown()).toHaveLength(1);
  });

  it('tells everything where the desktop does not say that the page has the focus', async () => {
    world.desktop.focused.clear();
    await openPage(world.window, inboxRows());
    answer();
    await world.pass(aRound);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
    // The panel has the focus, and the window behind it lists the comment.
    world.desktop.focused.add('panel');
    comment('And n?', 1);
    await world.pass(aRound);
    expect(shown()).toHaveLength(2);
  });

  it('tells everything under a screen locker that the session does not hear of', async () => {
    await openPage(world.window, inboxRows());
    world.desktop.covered.add('window');
    answer();
    await world.pass(aRound);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
    world.desktop.covered.clear();
    comment('And n?', 1);
    await world.pass(aRound);
    expect(shown()).toHaveLength(1);
  });

  it('tells everything while the screen is locked, although the window keeps the focus', async () => {
    await world.window.polling.snooze({ for: '30-minutes' });
    answer();
    await world.pass(aRound);
    world.desktop.emit('presence', { state: 'away', since: world.clock.now() });
    await openPage(world.window, inboxRows());
    await world.pass(31 * minute);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('drops what is held as soon as it is visible, and tells nothing of it afterwards', async () => {
    await world.window.polling.snooze({ for: '30-minutes' });
    answer();
    await world.pass(aRound);
    const close = await openPage(world.window, inboxRows());
    await world.idle();
    await close();
    comment('And n?', 1);
    await world.pass(31 * minute);
    expect(shown()).toHaveLength(1);
    expect(world.desktop.shown[0]!.body).toContain('And n?');
  });

  it('mutes the question and snoozes from the notification', async () => {
    answer();
    await world.pass(aRound);
    const [first] = world.desktop.shown;
    expect(first!.actions.map(({ id }) => id)).toEqual(['open', 'mark-read', 'mute-question', 'snooze']);
    const before = world.desktop.tray().unread;
    world.desktop.emit('notification-action', { id: first!.id, action: 'mute-question' });
    await world.idle();
    // What a muted question brought is counted nowhere.
    expect(world.desktop.tray().unread).toBe(before - 1);
    comment('More.', 1);
    await world.pass(aRound);
    expect(shown()).toHaveLength(1);
    expect(world.desktop.tray().unread).toBe(before - 1);

    vote(2);
    await world.pass(aRound);
    world.desktop.emit('notification-action', { id: world.desktop.shown.at(-1)!.id, action: 'snooze' });
    await world.idle();
    expect((await world.window.state.get()).snoozedUntil?.getTime()).toBeGreaterThan(world.clock.now() + 50 * minute);
  });

  it('lets as many bundled ones come as the person wants; one summary tells the rest, each once', async () => {
    await settings({ notificationLimit: 1 });
    const reputation = `reputation: +10 reputation on ${people.siteName}`;
    vote(2);
    await world.pass(aRound);
    expect(shown()).toEqual([reputation]);
    const [tag] = await world.window.watches.completeTag({ site: people.site, text: 'a' });
    await world.window.watches.add({ site: people.site, rule: { anyTags: [tag!.name] } });
    await world.pass(aRound);
    // While a page is shown, what waits is asked for as well.
    const page = await world.window.notices.visible({ page: 'window', keys: [] });
    await page.next();
    vote(3);
    actions().ask({
      site: people.site,
      userId: people.others[4]!,
      title: 'How do I ask it?',
      body: '<p>How?</p>',
      tags: [tag!.name],
    });
    answer();
    await world.pass(aRound);
    expect(shown()).toEqual([reputation, `inbox: ${people.title}`]);
    const waiting = { count: 2, because: 'busy' };
    expect((await world.window.state.get()).waiting).toMatchObject(waiting);
    await page.return?.();
    // A restart forgets neither what waits nor how many came.
    await world.restart();
    await world.pass(aRound);
    expect(world.desktop.shown).toEqual([]);
    expect((await world.window.state.get()).waiting).toMatchObject(waiting);
    await settings({ notificationLimit: 'none' });
    await world.pass(aRound);
    expect(shown().toSorted()).toEqual(['question: How do I ask it?', reputation]);
    expect((await world.window.state.get()).waiting).toBeUndefined();
  });
});
