import { describe, expect } from 'vitest';
import { it } from './story.ts';

const MINUTE_MS = 60_000;

describe('news', () => {
  it('does not announce what was there before the sign-in, but lists it', async ({ world }) => {
    expect(world.shown()).toEqual([]);
    expect((await world.window.inbox.list({})).entries.length).toBeGreaterThan(5);
    const { entries } = await world.window.inbox.list({ filter: { source: 'watches' } });
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.every(({ unread }) => !unread)).toBe(true);
  });

  it('announces an answer within the plan, in notification, tray and window', async ({ world, people }) => {
    people.answers('Try i &lt; n first.');
    await world.round();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    expect(world.desktop.shown[0]?.body).toBe(`New answer on ${people.siteName}\nTry i < n first.`);
    expect(world.desktop.trayLabels().some((label) => label.includes(people.siteName))).toBe(true);
    expect(await world.newest()).toMatchObject({
      itemType: 'new_answer',
      title: people.title,
      excerpt: 'Try i < n first.',
      unread: true,
    });
  });

  it('announces a reputation change and shows today’s sum', async ({ world, people }) => {
    people.votes();
    await world.round();
    expect(world.shown()).toEqual([`reputation: +10 reputation on ${people.siteName}`]);
    expect(world.desktop.trayLabels().some((label) => /^\+\d+ reputation today$/.test(label))).toBe(true);
    const { accounts } = await world.window.reputation.list();
    expect((await world.window.reputation.changes({})).entries[0]).toMatchObject({ change: 10, voteType: 'up_votes' });
    expect(accounts.length).toBeGreaterThan(2);
  });

  it('announces a question of a watched tag, and no other', async ({ world, people }) => {
    const { watches, inbox } = world.window;
    const tag = (await watches.completeTag({ site: people.site, text: 'a' }))[0]!.name;
    for (const { id } of (await watches.list()).watches) await watches.remove({ id });
    await watches.add({ site: people.site, rule: { anyTags: [tag] } });
    await world.round();
    people.asks('Brand new & tagged', [tag]);
    people.asks('Something else', ['unheard-of']);
    await world.round();
    expect(world.shown()).toEqual(['question: Brand new & tagged']);
    const { entries } = await inbox.list({ filter: { source: 'watches' } });
    expect(entries[0]).toMatchObject({ title: 'Brand new & tagged', unread: true });
  });

  it('tells several of one poll in one banner, which opens the window', async ({ world, people }) => {
    people.answers('One.');
    people.answers('Two.');
    people.comments('Which version?', 3);
    await world.round();
    expect(world.shown()).toEqual(['inbox: 3 new inbox items']);
    await world.press('open');
    expect(world.desktop.windows).toContain('inbox');
  });

  it('does not announce anything twice after a restart, and does announce what came meanwhile', async ({
    world,
    people,
  }) => {
    people.answers();
    await world.round();
    expect(world.shown()).toHaveLength(1);
    await world.restart();
    await world.round();
    expect(world.shown()).toEqual([]);
    expect((await world.state()).unread).toBeGreaterThan(0);
    await world.quit();
    people.answers('While you were away.');
    await world.clock.advance(10 * MINUTE_MS);
    await world.launch();
    await world.round();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('opens the link and marks read on a click, only marks read by the button, and leaves unread what is dismissed', async ({
    world,
    people,
  }) => {
    people.answers();
    await world.round();
    const { unread } = await world.state();
    world.desktop.emit('notification-closed', { id: world.desktop.shown[0]!.id });
    await world.idle();
    expect((await world.state()).unread).toBe(unread);
    await world.press('open');
    expect(world.desktop.opened.map((link) => new URL(link).pathname)).toEqual([
      expect.stringContaining(String(people.questionId)),
    ]);
    expect((await world.state()).unread).toBe(unread - 1);
    people.answers('Two.', 1);
    await world.round();
    await world.press('mark-read');
    expect((await world.state()).unread).toBe(unread - 1);
    expect(world.desktop.opened).toHaveLength(1);
  });

  it('sums up after a snooze that ended while Askbell was off, or the machine asleep', async ({ world, people }) => {
    for (const [round, through] of [() => world.restart(), () => world.pass(1000)].entries()) {
      world.desktop.shown.length = 0;
      await world.window.polling.snooze({ for: '30-minutes' });
      people.answers();
      people.votes(4 + round);
      await world.round();
      expect(world.shown()).toEqual([]);
      expect((await world.newest()).title).toBe(people.title);
      // The clock goes on without anybody being woken, as when the lid is closed.
      world.clock.set(world.clock.now() + 60 * MINUTE_MS);
      if (round === 1) world.desktop.emit('woke', undefined);
      await through();
      await world.pass(5000);
      expect(world.shown()).toEqual(['summary: While Askbell was quiet']);
      expect((await world.state()).snoozedUntil).toBeUndefined();
      await world.round();
    }
  });

  it('leads the open window to what a summary is about', async ({ world, people }) => {
    const led: string[] = [];
    const closed = new AbortController();
    const views = await world.window.navigation(undefined, { signal: closed.signal });
    void (async () => {
      for await (const { view } of views) led.push(view);
    })().catch(() => undefined);
    for (const voter of [2, 3]) people.votes(voter);
    await world.round();
    await world.press('open');
    expect(led).toEqual(['reputation']);
    closed.abort();
  });

  it('shows notifications in the open window where the system shows none', async ({ world, people }) => {
    const seen: string[] = [];
    const closed = new AbortController();
    const notices = await world.window.notices.watch(undefined, { signal: closed.signal });
    void (async () => {
      for await (const notice of notices) if (notice.type === 'show') seen.push(notice.title);
    })().catch(() => undefined);
    people.answers();
    await world.round();
    expect(seen).toEqual([people.title]);
    closed.abort();
  });

  it('asks nothing while paused and catches up when resumed', async ({ world, people }) => {
    await world.window.polling.pause();
    const before = world.sandbox.requests.length;
    people.answers();
    await world.pass(30 * MINUTE_MS);
    expect(world.sandbox.requests).toHaveLength(before);
    expect(world.desktop.tray().status).toBe('paused');
    await world.window.polling.resume();
    await world.pass(5000);
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('announces nothing of a kind that is switched off', async ({ world, people }) => {
    const { notify } = await world.window.settings.get();
    await world.window.settings.change({ notify: { ...notify, inbox: false } });
    people.answers();
    await world.round();
    expect(world.shown()).toEqual([]);
    expect((await world.newest()).unread).toBe(true);
  });

  it('says so when the desktop refuses notifications, and shows them once it takes them again', async ({
    world,
    people,
  }) => {
    world.desktop.refusesNotifications = true;
    people.answers();
    await world.round();
    expect(await world.conditions()).toContain('notifications-failed');
    world.desktop.offers = 0;
    await world.pass(60 * MINUTE_MS);
    expect(world.desktop.offers).toBeLessThan(10);
    world.desktop.refusesNotifications = false;
    await world.pass(20 * MINUTE_MS);
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    expect(await world.conditions()).toEqual([]);
  });
});
