import { describe, expect } from 'vitest';
import { createWorld, type World, type WorldOptions } from './askbell.ts';
import { it } from './story.ts';

/** Answers no network should give, and some do. None of them may stop the rest. */
describe('odd answers', () => {
  let reputation = 99_999;

  it.for<[what: string, tamper: WorldOptions['tamper'], and: (world: World) => unknown]>([
    [
      'an account on a site the API does not list stops nothing, and its total is told all the same',
      (path, items) =>
        path === '/me/associated'
          ? [{ ...items[0], site_url: 'https://closed.example', site_name: 'Closed', reputation, user_id: 5 }, ...items]
          : items,
      async (world) => {
        expect(await world.conditions()).toEqual([]);
        reputation += 7;
        await world.pass(30 * 60_000);
        expect(world.shown()).toContain('reputation: +7 reputation on Closed');
      },
    ],
    [
      'addresses that are none do not keep anybody from signing in',
      (path, items) =>
        path === '/sites'
          ? items.map((item, index) => (index === 0 ? { ...item, site_url: 'not an address' } : item))
          : items,
      async (world) => expect((await world.state()).phase).toBe('running'),
    ],
    [
      'numbers that are not whole, or too large, cost only their item',
      (path, items) => {
        if (path === '/me/associated')
          return [...items, { ...items[0], site_url: 'https://half.example', reputation: 10.5 }];
        if (path === '/questions') return [...items, { ...items[0], question_id: 2 ** 60 }];
        if (path === '/inbox') return [...items, { ...items[0], question_id: 1.5 }, null, 'text'];
        return items;
      },
      async ({ window }) => {
        expect((await window.inbox.list({ filter: { source: 'watches' } })).entries.length).toBeGreaterThan(0);
        expect((await window.reputation.list()).accounts.some(({ site }) => site.id === 'half.example')).toBe(false);
      },
    ],
    [
      'a link with a user name and a password is opened by no click',
      (_path, items) => items.map((item) => ({ ...item, link: 'https://user:password@evil.example/q/1' })),
      async (world) => {
        const { desktop, window } = world;
        await world.choose('open-item');
        const { entries } = await window.inbox.list({ filter: {} });
        expect(entries.filter(({ link }) => link !== undefined)).toEqual([]);
        await window.inbox.open({ key: entries[0]!.key });
        await world.press(
          'open',
          desktop.shown.find(({ kind }) => kind === 'inbox'),
        );
        await expect.poll(() => desktop.windows).toContain('inbox');
        expect(desktop.opened).toEqual([]);
      },
    ],
  ])('%s', async ([, tamper, and]) => {
    const world = await createWorld({ tamper: tamper! });
    await world.round();
    world.people.answers();
    await world.round();
    expect(world.desktop.shown.map(({ kind }) => kind)).toContain('inbox');
    await and(world);
    await world.close();
  });
});
