import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('quiet', () => {
  let world: World;
  let people: ReturnType<typeof cast>;
  const shown = () => world.desktop.shown.map(({ kind, title }) => `${kind}: ${title}`);
  const answer = (body: string) =>
    world.sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[0]!,
      questionId: people.questionId,
      body,
    });
  const vote = () =>
    world.sandbox.world.actions.vote({
      site: people.site,
      userId: people.others[2]!,
      postId: people.questionId,
      direction: 'up',
    });
  const timeOfDay = (from: number) => {
    const at = new Date(from);
    return `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  };
  const everyDay = [0, 1, 2, 3, 4, 5, 6];

  beforeEach(async () => {
    world = await createWorld({ sandbox: { quota: { key: 1500 } } });
    people = cast(world.sandbox);
    await world.pass(aRound);
  });
  afterEach(() => world.close());

  const quietFor = (from: number, to: number) =>
    world.window.settings.change({
      quietHours: {
        on: true,
        from: timeOfDay(world.clock.now() + from),
        to: timeOfDay(world.clock.now() + to),
        days: everyDay,
      },
    });

  it('hours hold everything back and end with one summary', async () => {
    await quietFor(10 * minute, 40 * minute);
    answer('<p>Before.</p>');
    await world.pass(8 * minute);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
    expect((await world.window.state.get()).quiet).toBeUndefined();
    await world.pass(3 * minute);
    expect((await world.window.state.get()).quiet).toMatchObject({ because: 'quiet-hours' });
    answer('<p>One.</p>');
    await world.pass(10 * minute);
    answer('<p>Two.</p>');
    vote();
    await world.pass(15 * minute);
    expect(shown()).toHaveLength(1);
    await world.pass(6 * minute);
    expect(shown().slice(1)).toEqual(['summary: While Askbell was quiet']);
    expect(world.desktop.shown[1]!.body).toBe('2 inbox items\n1 site with a reputation change');
    expect((await world.window.state.get()).quiet).toBeUndefined();
  });

  it('hours that ended while Askbell was off are summed up at the start', async () => {
    await quietFor(-minute, 30 * minute);
    answer('<p>One.</p>');
    await world.pass(5 * minute);
    answer('<p>Two.</p>');
    vote();
    await world.pass(5 * minute);
    await world.quit();
    await world.clock.advance(hour);
    await world.launch();
    await world.pass(1000);
    expect(shown()).toEqual(['summary: While Askbell was quiet']);
  });

  it('hours outlast a snooze that ends within them', async () => {
    await quietFor(-minute, 50 * minute);
    await world.window.polling.snooze({ for: '30-minutes' });
    answer('<p>One.</p>');
    vote();
    await world.pass(40 * minute);
    expect(shown()).toEqual([]);
    await world.pass(12 * minute);
    expect(shown()).toEqual(['summary: While Askbell was quiet']);
  });

  it('lasts until the moment that was chosen, over a restart too, and none that is over is taken', async () => {
    await expect(world.window.polling.snooze({ for: new Date(world.clock.now() - 1) })).rejects.toMatchObject({
      message: 'That time has passed.',
    });
    await world.window.polling.snooze({ for: new Date(world.clock.now() + 50 * minute) });
    answer('<p>One.</p>');
    vote();
    await world.pass(20 * minute);
    await world.restart();
    await world.pass(28 * minute);
    expect(shown()).toEqual([]);
    await world.pass(4 * minute);
    expect(shown()).toEqual(['summary: While Askbell was quiet']);
  });

  it('hours that are switched off let out at once what they held', async () => {
    await quietFor(-minute, 50 * minute);
    answer('<p>One.</p>');
    await world.pass(10 * minute);
    expect(shown()).toEqual([]);
    const { quietHours } = await world.window.settings.get();
    await world.window.settings.change({ quietHours: { ...quietHours, on: false } });
    await world.idle();
    expect(shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('is kept while the system says do not disturb, and ends within a minute of it', async () => {
    let busy = true;
    world.desktop.doNotDisturb = () => Promise.resolve(busy);
    answer('<p>One.</p>');
    await world.pass(10 * minute);
    vote();
    await world.pass(10 * minute);
    expect(shown()).toEqual([]);
    expect((await world.window.state.get()).quiet).toEqual({ because: 'do-not-disturb' });
    await world.window.polling.pause();
    busy = false;
    await world.pass(minute + 1000);
    expect(shown()).toEqual(['summary: While Askbell was quiet']);
    expect((await world.window.state.get()).quiet).toBeUndefined();
  });

  describe('after which only what is still news is told', () => {
    const answers = async (...bodies: string[]) => {
      for (const body of bodies) {
        answer(`<p>${body}</p>`);
        await world.pass(6 * minute);
      }
    };
    const keyOf = async (excerpt: string) =>
      (await world.window.inbox.list({ limit: 20 })).entries.find((entry) => entry.excerpt === excerpt)!.key;
    beforeEach(async () => {
      await world.window.inbox.markAllRead();
      await quietFor(-minute, 40 * minute);
    });

    it('nothing of what was marked read', async () => {
      await answers('One.', 'Two.', 'Three.');
      await world.window.inbox.markAllRead();
      await world.pass(hour);
      expect(shown()).toEqual([]);
      await world.restart();
      await world.pass(aRound);
      expect(shown()).toEqual([]);
    });

    it('what was marked read and taken back', async () => {
      await answers('One.', 'Two.');
      const { undo } = await world.window.inbox.markAllRead();
      await world.pass(minute);
      await world.window.inbox.undo({ undo: undo! });
      await world.pass(hour);
      expect(world.desktop.shown.map(({ body }) => body)).toEqual(['2 inbox items']);
    });

    it('what is left unread, by its own name where it is one thing', async () => {
      await answers('One.', 'Two.', 'Three.');
      await world.window.inbox.setRead({ keys: [await keyOf('One.'), await keyOf('Three.')], read: true });
      await world.pass(hour);
      expect(world.desktop.shown).toMatchObject([
        { kind: 'inbox', title: people.title, body: expect.stringContaining('Two.') as string },
      ]);
    });

    it('and after a restart amid them, too', async () => {
      await answers('One.', 'Two.');
      await world.window.inbox.setRead({ keys: [await keyOf('One.')], read: true });
      await world.quit();
      await world.clock.advance(hour);
      await world.launch();
      await world.pass(1000);
      expect(world.desktop.shown).toMatchObject([{ kind: 'inbox', body: expect.stringContaining('Two.') as string }]);
    });

    it('nothing of a question, a site or a kind that was muted', async () => {
      await answers('One.');
      await world.window.inbox.mute({ key: await keyOf('One.'), muted: true });
      vote();
      await world.pass(10 * minute);
      await world.window.settings.change({ mutedSites: [people.site] });
      await world.pass(hour);
      expect(shown()).toEqual([]);
      await world.window.settings.change({ mutedSites: [] });
    });

    it('an item that was snoozed when it comes back, and not twice', async () => {
      await answers('One.', 'Two.');
      await world.window.inbox.snooze({ keys: [await keyOf('One.')], until: 'later-today' });
      await world.pass(hour);
      expect(world.desktop.shown).toMatchObject([{ kind: 'inbox', body: expect.stringContaining('Two.') as string }]);
      await world.pass(3 * hour);
      expect(world.desktop.shown.slice(1)).toMatchObject([
        { kind: 'inbox', body: expect.stringContaining('One.') as string },
      ]);
    });
  });

  it.each([
    ['questions', 'watches'],
    ['questions and an answer', 'inbox'],
  ])('ends with a summary that opens where all of it is: %s', async (what, view) => {
    await world.window.watches.add({ site: people.site, rule: { titleWords: ['zebra'] } });
    await world.pass(aRound);
    await quietFor(-minute, 40 * minute);
    for (const title of ['A zebra', 'Two zebra herds']) {
      world.sandbox.world.actions.ask({
        site: people.site,
        userId: people.others[1]!,
        title,
        body: '<p>How?</p>',
        tags: ['c++'],
      });
      await world.pass(10 * minute);
    }
    if (what !== 'questions') answer('<p>One.</p>');
    await world.pass(30 * minute);
    expect(shown()).toEqual(['summary: While Askbell was quiet']);
    world.desktop.emit('notification-action', { id: world.desktop.shown[0]!.id, action: 'open' });
    await world.idle();
    expect(world.desktop.windows).toEqual([view]);
  });

  it('is not kept for a system that does not tell, or a person who wants none of it', async () => {
    world.desktop.doNotDisturb = () => Promise.resolve(undefined);
    answer('<p>One.</p>');
    await world.pass(10 * minute);
    expect(shown()).toHaveLength(1);
    world.desktop.doNotDisturb = () => Promise.resolve(true);
    await world.window.settings.change({ respectDoNotDisturb: false });
    answer('<p>Two.</p>');
    await world.pass(10 * minute);
    expect(shown()).toHaveLength(2);
  });
});
