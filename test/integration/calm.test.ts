import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
    expect((await world.window.inbox.list({ limit: 1 })).entries[0]).toMatchObject({
      itemType: 'comment',
      unread: true,
    });
    answer();
    await world.pass(aRound);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('tells nothing that the person looks at, and all that comes once they look away', async () => {
    const looking = new AbortController();
    const look = await world.window.notices.look({ items: {} }, { signal: looking.signal });
    await look.next();
    answer();
    vote(2);
    await world.pass(aRound);
    expect(shown()).toEqual([`reputation: +10 reputation on ${people.siteName}`]);
    looking.abort();
    await look.return?.();
    await world.idle();
    comment('And n?', 1);
    await world.pass(aRound);
    expect(shown().filter((text) => text.startsWith('inbox'))).toEqual([`inbox: ${people.title}`]);
    expect(world.desktop.shown.at(-1)!.body).toContain('And n?');
  });

  it('tells what is not in front of the person: what their list leaves out, and matches beside the inbox', async () => {
    const [tag] = await world.window.watches.completeTag({ site: people.site, text: 'a' });
    await world.window.watches.add({ site: people.site, rule: { anyTags: [tag!.name] } });
    await world.pass(aRound);
    const looking = new AbortController();
    const lookAt = async (items: { text?: string; source?: 'inbox'; unread?: true }) => {
      const look = await world.window.notices.look({ items }, { signal: looking.signal });
      await look.next();
    };
    await lookAt({ text: 'zeppelin' });
    answer();
    await world.pass(aRound);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
    // As the panel's first tab lists it.
    await lookAt({ unread: true, source: 'inbox' });
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
    looking.abort();
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

  it('lets as many come in ten minutes as the person wants; one summary tells the rest, each once', async () => {
    await settings({ notificationLimit: 1 });
    answer();
    await world.pass(aRound);
    comment('One.', 1);
    await world.pass(aRound);
    comment('Two.', 2);
    vote(3);
    await world.pass(aRound);
    expect(shown()).toEqual([`inbox: ${people.title}`]);
    // A restart forgets neither what waits nor how fast it was.
    await world.restart();
    await world.pass(aRound);
    expect(world.desktop.shown).toEqual([]);
    await settings({ notificationLimit: 'none' });
    await world.pass(aRound);
    expect(shown()).toEqual(['summary: Since the last notification']);
    expect(world.desktop.shown[0]!.body).toBe('2 inbox items\n1 site with a reputation change');
  });
});
