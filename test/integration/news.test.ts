import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aRound, cast, createWorld, type World } from './askbell.ts';

describe('news', () => {
  let world: World;
  let people: ReturnType<typeof cast>;
  const shown = () => world.desktop.shown.map(({ kind, title }) => `${kind}: ${title}`);
  const answer = (body = '<p>Try i &lt; n first.</p>') =>
    world.sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[0]!,
      questionId: people.questionId,
      body,
    });
  const ask = (title: string, tags: string[]) =>
    world.sandbox.world.actions.ask({ site: people.site, userId: people.others[1]!, title, body: '<p>How?</p>', tags });

  beforeEach(async () => {
    world = await createWorld();
    people = cast(world.sandbox);
    await world.pass(aRound);
  });
  afterEach(() => world.close());

  it('does not announce what was there before the sign-in, but lists it', async () => {
    expect(shown()).toEqual([]);
    const { entries } = await world.window.inbox.list({});
    expect(entries.length).toBeGreaterThan(5);
    expect((await world.window.state.get()).phase).toBe('running');
  });

  it('announces an answer within the plan, in notification, tray and window', async () => {
    answer();
    await world.pass(aRound);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
    expect(world.desktop.shown[0]?.body).toBe(`New answer on ${people.siteName}\nTry i < n first.`);
    expect(world.desktop.trayLabels().some((label) => label.includes(people.siteName))).toBe(true);
    const { entries } = await world.window.inbox.list({ limit: 1 });
    expect(entries[0]).toMatchObject({
      itemType: 'new_answer',
      title: people.title,
      excerpt: 'Try i < n first.',
      unread: true,
    });
  });

  it('announces a reputation change and shows today’s sum', async () => {
    world.sandbox.world.actions.vote({
      site: people.site,
      userId: people.others[2]!,
      postId: people.questionId,
      direction: 'up',
    });
    await world.pass(aRound);
    expect(shown()).toEqual([`reputation: +10 reputation on ${people.siteName}`]);
    expect(world.desktop.trayLabels().some((label) => /^\+\d+ reputation today$/.test(label))).toBe(true);
    const { accounts } = await world.window.reputation.list();
    expect((await world.window.reputation.changes({})).entries[0]).toMatchObject({ change: 10, voteType: 'up_votes' });
    expect(accounts.length).toBeGreaterThan(2);
  });

  it('announces a question of a watched tag, and no other', async () => {
    const tag = (await world.window.watches.completeTag({ site: people.site, text: 'a' }))[0]!.name;
    await Promise.all((await world.window.watches.list()).watches.map(({ id }) => world.window.watches.remove({ id })));
    await world.window.watches.add({ site: people.site, rule: { anyTags: [tag] } });
    await world.pass(aRound);
    ask('Brand new & tagged', [tag]);
    ask('Something else', ['unheard-of']);
    await world.pass(aRound);
    expect(shown()).toEqual(['question: Brand new & tagged']);
    const { entries } = await world.window.inbox.list({ filter: { source: 'watches' } });
    expect(entries[0]).toMatchObject({ title: 'Brand new & tagged', unread: true });
  });

  it('lists the questions from before a watch without announcing them', async () => {
    expect((await world.window.watches.list()).watches).toHaveLength(1);
    const { entries } = await world.window.inbox.list({ filter: { source: 'watches' } });
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.every((match) => !match.unread)).toBe(true);
  });

  it('tells several of one poll in one banner', async () => {
    answer('<p>One.</p>');
    answer('<p>Two.</p>');
    world.sandbox.world.actions.comment({
      site: people.site,
      userId: people.others[3]!,
      postId: people.questionId,
      body: 'Which version?',
    });
    await world.pass(aRound);
    expect(shown()).toEqual(['inbox: 3 new inbox items']);
  });

  it('does not announce anything twice after a restart, and does announce what came meanwhile', async () => {
    answer();
    await world.pass(aRound);
    expect(shown()).toHaveLength(1);
    await world.restart();
    await world.pass(aRound);
    expect(shown()).toEqual([]);
    expect((await world.window.state.get()).unread).toBeGreaterThan(0);
    await world.quit();
    answer('<p>While you were away.</p>');
    await world.clock.advance(10 * 60_000);
    await world.launch();
    await world.pass(aRound);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('opens the link and marks read on a click, and leaves it unread when it is dismissed', async () => {
    answer();
    await world.pass(aRound);
    const { unread } = await world.window.state.get();
    const { id } = world.desktop.shown[0]!;
    world.desktop.emit('notification-closed', { id });
    await world.idle();
    expect((await world.window.state.get()).unread).toBe(unread);
    world.desktop.emit('notification-action', { id, action: 'open' });
    await world.idle();
    expect(world.desktop.opened).toHaveLength(1);
    expect(new URL(world.desktop.opened[0]!).pathname).toContain(String(people.questionId));
    expect((await world.window.state.get()).unread).toBe(unread - 1);
  });

  it('marks read by the button without opening anything', async () => {
    answer();
    await world.pass(aRound);
    const { unread } = await world.window.state.get();
    world.desktop.emit('notification-action', { id: world.desktop.shown[0]!.id, action: 'mark-read' });
    await world.idle();
    expect((await world.window.state.get()).unread).toBe(unread - 1);
    expect(world.desktop.opened).toEqual([]);
  });

  it('opens the window for a summary', async () => {
    answer('<p>One.</p>');
    answer('<p>Two.</p>');
    await world.pass(aRound);
    world.desktop.emit('notification-action', { id: world.desktop.shown[0]!.id, action: 'open' });
    await world.idle();
    expect(world.desktop.windows).toContain('inbox');
  });

  it('carries out tray commands: open an item, mark all read', async () => {
    answer();
    await world.pass(aRound);
    const item = world.desktop.tray().menu.find((entry) => entry.type === 'action' && entry.command.do === 'open-item');
    if (item?.type !== 'action') throw new Error('the tray lists no item');
    world.desktop.emit('tray-command', item.command);
    await world.idle();
    expect(world.desktop.opened).toHaveLength(1);
    world.desktop.emit('tray-command', { do: 'mark-all-read' });
    await world.idle();
    expect((await world.window.state.get()).unread).toBe(0);
    expect(world.desktop.tray().status).toBe('idle');
  });

  it('keeps local read marks although the network says unread', async () => {
    answer();
    await world.pass(aRound);
    await world.window.inbox.markAllRead();
    await world.pass(aRound);
    expect((await world.window.state.get()).unread).toBe(0);
  });

  it('holds notifications back while snoozed and sums them up afterwards', async () => {
    await world.window.polling.snooze({ for: '30-minutes' });
    answer();
    world.sandbox.world.actions.vote({
      site: people.site,
      userId: people.others[2]!,
      postId: people.questionId,
      direction: 'up',
    });
    await world.pass(20 * 60_000);
    expect(shown()).toEqual([]);
    expect((await world.window.inbox.list({ limit: 1 })).entries[0]?.title).toBe(people.title);
    await world.pass(11 * 60_000);
    expect(shown()).toEqual(['summary: While Askbell was quiet']);
    expect((await world.window.state.get()).snoozedUntil).toBeUndefined();
  });

  it('ends a snooze that ran out while Askbell was off', async () => {
    await world.window.polling.snooze({ for: '30-minutes' });
    answer();
    await world.pass(aRound);
    await world.quit();
    await world.clock.advance(60 * 60_000);
    await world.launch();
    await world.pass(1000);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('sums up after a snooze that ended while Askbell was off, or the machine asleep', async () => {
    const vote = (voter: number) =>
      world.sandbox.world.actions.vote({
        site: people.site,
        userId: people.others[voter]!,
        postId: people.questionId,
        direction: 'up',
      });
    for (const [round, through] of [() => world.restart(), () => world.pass(1000)].entries()) {
      world.desktop.shown.length = 0;
      await world.window.polling.snooze({ for: '30-minutes' });
      answer();
      vote(4 + round);
      await world.pass(aRound);
      expect(shown()).toEqual([]);
      // The clock goes on without anybody being woken, as when the lid is closed.
      world.clock.set(world.clock.now() + 60 * 60_000);
      if (round === 1) world.desktop.emit('woke', undefined);
      await through();
      await world.pass(5000);
      expect(shown()).toEqual(['summary: While Askbell was quiet']);
      await world.pass(aRound);
    }
  });

  it('leads the open window to what a summary is about', async () => {
    const stop = new AbortController();
    const led: string[] = [];
    const heard = (async () => {
      for await (const { view } of await world.window.navigation(undefined, { signal: stop.signal })) led.push(view);
    })().catch(() => undefined);
    for (const voter of [2, 3])
      world.sandbox.world.actions.vote({
        site: people.site,
        userId: people.others[voter]!,
        postId: people.questionId,
        direction: 'up',
      });
    await world.pass(aRound);
    world.desktop.emit('notification-action', { id: world.desktop.shown[0]!.id, action: 'open' });
    await world.idle();
    expect(led).toEqual(['reputation']);
    stop.abort();
    await heard;
  });

  it('shows notifications in the open window where the system shows none', async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const heard = (async () => {
      for await (const notice of await world.window.notices.watch(undefined, { signal: stop.signal }))
        if (notice.type === 'show') seen.push(notice.title);
    })().catch(() => undefined);
    answer();
    await world.pass(aRound);
    expect(seen).toEqual([people.title]);
    stop.abort();
    await heard;
  });

  it('counts its own requests, those of the sign-in included', async () => {
    const { quota } = (await world.window.state.get()).accounts[0]!;
    expect(quota!.usedByAskbell).toBe(world.sandbox.requests.length);
    // The one that found out that this network does not read the header counted for the address.
    const ofPerson = world.sandbox.requests.filter(({ query }) => 'access_token' in query);
    expect(ofPerson).toHaveLength(world.sandbox.requests.length - 1);
    expect(quota!.max - quota!.remaining).toBe(ofPerson.length);
  });

  it('asks nothing while paused and catches up when resumed', async () => {
    await world.window.polling.pause();
    const before = world.sandbox.requests.length;
    answer();
    await world.pass(30 * 60_000);
    expect(world.sandbox.requests.length).toBe(before);
    expect(world.desktop.tray().status).toBe('paused');
    await world.window.polling.resume();
    await world.pass(5000);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('announces nothing of a kind that is switched off', async () => {
    await world.window.settings.change({ notify: { inbox: false, reputation: true, questions: true, badges: false } });
    answer();
    await world.pass(aRound);
    expect(shown()).toEqual([]);
    expect((await world.window.inbox.list({ limit: 1 })).entries[0]?.unread).toBe(true);
  });

  it('says so when the desktop refuses notifications, and shows them once it takes them again', async () => {
    world.desktop.refusesNotifications = true;
    answer();
    await world.pass(aRound);
    expect((await world.window.state.get()).conditions.map(({ kind }) => kind)).toContain('notifications-failed');
    world.desktop.offers = 0;
    await world.pass(60 * 60_000);
    expect(world.desktop.offers).toBeLessThan(10);
    world.desktop.refusesNotifications = false;
    await world.pass(20 * 60_000);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
    expect((await world.window.state.get()).conditions).toEqual([]);
  });
});
