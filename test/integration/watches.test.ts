import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { z } from 'zod';
import { MINUTE_MS } from '../../common/durations.ts';
import type { WatchRule } from '../../common/contract/contract.ts';
import { readStoredMarks } from '../../electron/store/database/examine.ts';
import type { People, World } from './askbell.ts';
import { it } from './story.ts';

describe('watches', () => {
  let world: World;
  let people: People;
  let asker: number;
  const ask = (title: string, tags: string[], by = asker++) => people.asks(title, tags, by);
  const watch = (rule: z.input<typeof WatchRule>, alert: 'sound' | 'silent' | 'list' = 'sound') =>
    world.window.watches.add({ site: people.site, rule, alert });
  /** What the watches found, the newest first. */
  const found = (filter = {}) => world.entries({ source: 'watches', ...filter });
  const list = async () => (await world.window.watches.list()).watches;

  it.beforeEach(async ({ world: made, people: cast }) => {
    [world, people, asker] = [made, cast, 0];
    await world.unwatch();
    await world.round();
    world.desktop.shown.length = 0;
  });

  it('list what they found among the inbox items, counted apart, to be found, read, snoozed and muted like these', async () => {
    const { id } = await watch({ anyTags: ['zz-listed'] });
    await world.round();
    await world.window.inbox.markAllRead();
    const questionId = ask('How is it listed?', ['zz-listed']);
    await world.round();
    const one = { unread: 1, unreadMatches: 1 };
    expect(await world.state()).toMatchObject({ ...one, accounts: [one] });
    const matches = (filter = {}) => world.entries({ watch: id, ...filter });
    const unread = async () => (await world.state()).unreadMatches;
    const [match] = await matches();
    expect(match).toMatchObject({
      itemType: 'askbell_match',
      title: 'How is it listed?',
      tags: ['zz-listed'],
      watchIds: [id],
      unread: true,
    });
    const { key } = match!;
    expect(await world.entries({ text: 'zz-listed' })).toMatchObject([{ key }]);
    const { undo } = await world.window.inbox.mark({ keys: [key], as: 'read' });
    expect([await unread(), (await matches())[0]?.unread]).toEqual([0, false]);
    await world.window.inbox.undo({ undo: undo! });
    expect([await unread(), (await matches())[0]?.unread]).toEqual([1, true]);
    expect((await world.window.inbox.read({ key })).post).toMatchObject({ kind: 'question', tags: ['zz-listed'] });
    expect((await world.window.inbox.mute({ keys: [key], muted: true })).changed).toBe(1);
    expect(await world.window.inbox.mutes()).toMatchObject([{ questionId, title: 'How is it listed?' }]);
    await world.window.inbox.snooze({ keys: [key], until: 'later-today' });
    expect([await unread(), (await matches()).length, (await matches({ state: 'snoozed' })).length]).toEqual([0, 0, 1]);
    await world.answered();
    expect(await world.state()).toMatchObject({ unread: 1, unreadMatches: 0 });
  });

  it('find questions when they get a bounty, and ask for those only when a watch does', async () => {
    /** Requests for questions with a bounty. */
    const featured = () => world.asked('/questions/featured').length;
    const isRemembered = () =>
      `featured:${people.site}` in readStoredMarks(join(world.dataDir, 'history.sqlite'), 'demo', people.accountId);
    await watch({ anyTags: ['zz-bounty'] });
    await world.round();
    expect(featured()).toBe(0);
    const { id } = await watch({ bounty: true, unanswered: true });
    await world.round();
    expect(featured()).toBeGreaterThan(0);
    const { site, userId } = people;
    const { actions } = world.sandbox.world;
    const questionId = actions.ask({ site, userId, title: 'Worth something', body: '<p>How?</p>', tags: ['anything'] });
    await world.round();
    expect(world.shown()).toEqual([]);
    actions.bounty({ site, userId, questionId, amount: 50 });
    await world.pass(30 * MINUTE_MS);
    expect(world.shown()).toContain('question: Worth something');
    expect(isRemembered()).toBe(true);
    await world.window.watches.remove({ id });
    expect(isRemembered()).toBe(false);
    const before = featured();
    await world.pass(20 * MINUTE_MS);
    expect(featured()).toBe(before);
  });

  it('come back whole when one was stopped by mistake, and nothing is news twice', async () => {
    await watch({ anyTags: ['zz-first'] });
    // A preview tells how much there is to expect.
    await world.window.watches.preview({ site: people.site, rule: { anyTags: ['zz-back'] } });
    const { id } = await watch({ anyTags: ['zz-back'] }, 'silent');
    await watch({ anyTags: ['zz-both'] });
    await world.round();
    ask('Unread', ['zz-back']);
    const read = ask('Read', ['zz-back']);
    const both = ask('Of two watches', ['zz-back', 'zz-both']);
    await world.round();
    await world.window.watches.openMatch({ site: people.site, questionId: read });
    await world.window.watches.change({ id, muted: true });
    await world.pass(20 * MINUTE_MS);
    const before = { ...(await world.window.watches.list()), found: await found() };
    expect(before.found.filter(({ watchIds }) => watchIds?.includes(id))).toHaveLength(3);
    expect(before.watches.find((one) => one.id === id)?.perDay).toBeGreaterThan(0);
    const told = world.shown().length;

    const { undo } = await world.window.watches.remove({ id });
    expect((await found()).map(({ title }) => title)).toEqual(['Of two watches']);
    await world.window.watches.openMatch({ site: people.site, questionId: both });
    await world.window.watches.undo({ undo: undo! });
    const after = await world.window.watches.list();
    // What was read meanwhile stays read.
    const readSince = (latest: (typeof before.watches)[number]['latest']) =>
      latest.map((match) => (match.questionId === both ? { ...match, unread: false } : match));
    expect(after.watches).toEqual(before.watches.map((one) => ({ ...one, latest: readSince(one.latest) })));
    // Those of one second have no order among them.
    const whole = (matches: typeof before.found) =>
      matches
        .map(({ place: _place, watchIds, ...match }) => ({ ...match, watchIds: watchIds?.toSorted() }))
        .toSorted((a, b) => a.key.localeCompare(b.key));
    expect(whole(await found())).toEqual(
      whole(before.found).map((match) => (match.title === 'Of two watches' ? { ...match, unread: false } : match)),
    );
    await world.round();
    expect(world.shown()).toHaveLength(told);
    await expect(world.window.watches.undo({ undo: undo! })).rejects.toMatchObject({
      message: 'That can no longer be undone.',
    });
  });

  it('refuse what says nothing and what is watched already, in words, also where one is brought back', async () => {
    const { id } = await watch({ anyTags: ['loops', 'Zz Top'] });
    const change = (rule: z.input<typeof WatchRule>) => world.window.watches.change({ id, rule });
    const never = 'Nothing can match this watch: the tags it excludes cover all the tags it asks for.';
    for (const [refused, message] of [
      [() => watch({}), 'The watch has no conditions.'],
      [() => watch({ anyTags: ['*'], noTags: ['*'] }), never],
      [() => watch({ allTags: ['python-3'], noTags: ['python-*'] }), never],
      [() => change({ anyTags: ['loops'], noTags: ['loops'] }), never],
      [
        () => watch({ anyTags: ['zz-top', 'loops'] }),
        expect.stringMatching(/^You already watch zz-top or loops on .+\.$/) as string,
      ],
      [() => world.window.watches.add({ site: 'nowhere', rule: { anyTags: ['x'] } }), 'This network has no such site.'],
    ] as const)
      await expect(refused()).rejects.toMatchObject({ message });
    await expect(change({ anyTags: ['zz-top', 'loops'] })).resolves.toMatchObject({ name: 'zz-top or loops' });
    const { undo } = await world.window.watches.remove({ id });
    await watch({ anyTags: ['zz-top', 'loops'] });
    await expect(world.window.watches.undo({ undo: undo! })).rejects.toThrow(/zz-top or loops/);
    expect(await list()).toHaveLength(1);
  });

  it('change their rule without losing or repeating anything', async () => {
    const { id } = await watch({ anyTags: ['zz-one'] });
    await world.round();
    ask('One', ['zz-one']);
    ask('Two, too early', ['zz-two']);
    await world.round();
    ask('One, just before the change', ['zz-one']);
    await world.window.watches.change({ id, rule: { anyTags: ['zz-one', 'zz-two'] } });
    await world.round();
    ask('Two', ['zz-two']);
    await world.round();
    expect(world.shown()).toEqual(['question: One', 'question: One, just before the change', 'question: Two']);
    expect((await list())[0]).toMatchObject({
      thisWeek: 4,
      latest: [{ title: 'Two' }, { title: 'One, just before the change' }, { title: 'Two, too early' }],
    });
    await world.window.watches.change({ id, rule: { anyTags: ['zz-two'] } });
    expect((await found()).map(({ title }) => title)).toEqual(['Two', 'Two, too early']);
  });
});
