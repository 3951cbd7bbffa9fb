import { afterEach, describe, expect, it } from 'vitest';
import { aRound, cast, createWorld, type World } from './askbell.ts';

/** Answers no network should give, and some do. None of them may stop the rest. */
describe('odd answers', () => {
  let world: World;
  afterEach(() => world.close());

  const newsArrive = async () => {
    const people = cast(world.sandbox);
    await world.pass(aRound);
    world.sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[0]!,
      questionId: people.questionId,
      body: '<p>Yes.</p>',
    });
    await world.pass(aRound);
    expect(world.desktop.shown.map(({ kind }) => kind)).toContain('inbox');
  };

  it('an account on a site the API does not list stops nothing, and its total is told all the same', async () => {
    let reputation = 99_999;
    world = await createWorld({
      tamper: (path, items) =>
        path === '/me/associated'
          ? [{ ...items[0], site_url: 'https://closed.example', site_name: 'Closed', reputation, user_id: 5 }, ...items]
          : items,
    });
    await newsArrive();
    expect((await world.window.state.get()).conditions).toEqual([]);
    reputation += 7;
    await world.pass(30 * 60_000);
    expect(world.desktop.shown.map(({ title }) => title)).toContain('+7 reputation on Closed');
  });

  it('addresses that are none do not keep anybody from signing in', async () => {
    expect.hasAssertions();
    world = await createWorld({
      tamper: (path, items) =>
        path === '/sites'
          ? items.map((item, index) => (index === 0 ? { ...item, site_url: 'not an address' } : item))
          : items,
    });
    await newsArrive();
  });

  it('numbers that are not whole, or too large, cost only their item', async () => {
    world = await createWorld({
      tamper(path, items) {
        if (path === '/me/associated')
          return [...items, { ...items[0], site_url: 'https://half.example', reputation: 10.5 }];
        if (path === '/questions') return [...items, { ...items[0], question_id: 2 ** 60 }];
        if (path === '/inbox') return [...items, { ...items[0], question_id: 1.5 }, null, 'text'];
        return items;
      },
    });
    await newsArrive();
    expect((await world.window.inbox.list({ filter: { source: 'watches' } })).entries.length).toBeGreaterThan(0);
    expect((await world.window.reputation.list()).accounts.some(({ site }) => site.id === 'half.example')).toBe(false);
  });

  it('a link with a user name and a password is opened by no click', async () => {
    const hostile = 'https://user:password@evil.example/q/1';
    world = await createWorld({ tamper: (_path, items) => items.map((item) => ({ ...item, link: hostile })) });
    await newsArrive();
    const { desktop, window } = world;
    const item = desktop.tray().menu.find((entry) => entry.type === 'action' && entry.command.do === 'open-item');
    if (item?.type !== 'action') throw new Error('The tray has no items.');
    desktop.emit('tray-command', item.command);
    const { entries } = await window.inbox.list({ filter: {} });
    expect(entries.filter(({ link }) => link !== undefined)).toEqual([]);
    await window.inbox.open({ key: entries[0]!.key });
    desktop.emit('notification-action', { id: desktop.shown.find(({ kind }) => kind === 'inbox')!.id, action: 'open' });
    await expect.poll(() => desktop.windows).toContain('inbox');
    expect(desktop.opened).toEqual([]);
  });
});
