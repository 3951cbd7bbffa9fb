import { beforeEach, describe, expect, it } from 'vitest';
import { ActionError } from '../../../../sandbox/world/world.ts';
import { noon, openSmallWorld, rows, type SmallWorld } from '../small-world.ts';
import { ask, site } from './done.ts';

let world: SmallWorld;
beforeEach(() => {
  world = openSmallWorld();
});

describe('asking', () => {
  it('keeps the title as plain text and counts the tags, new ones included', () => {
    const first = ask(world);
    ask(world, 2, ['c++']);
    expect(rows(world, 'SELECT title, tags, created_at, last_activity_at FROM posts WHERE id = ?', first)).toEqual([
      { title: 'Why does a < b && c > d "fail"?', tags: '|c++|memory|', created_at: noon, last_activity_at: noon },
    ]);
    expect(rows(world, 'SELECT name, count FROM tags ORDER BY id')).toEqual([
      { name: 'c++', count: 2 },
      { name: 'memory', count: 1 },
    ]);
  });

  it('takes the present from the clock unless told a time', () => {
    world.time.now = noon + 5;
    const now = ask(world);
    const then = ask(world, 1, ['a'], noon - 100);
    expect(rows(world, 'SELECT id, created_at FROM posts ORDER BY id')).toEqual([
      { id: now, created_at: noon + 5 },
      { id: then, created_at: noon - 100 },
    ]);
  });

  it.each([
    ['an unknown site', { site: 'three' }, 'no site "three"'],
    ['an unknown user', { userId: 99 }, 'no user 99'],
    ['no title', { title: ' ' }, 'needs a title'],
    ['no tags', { tags: [] }, 'one to five tags'],
    ['six tags', { tags: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'one to five tags'],
    ['a tag with a pipe', { tags: ['a|b'] }, 'is not a tag name'],
  ])('refuses %s and leaves no trace', (_, change, message) => {
    const action = { site, userId: 1, title: 'T', body: '<p>b</p>', tags: ['new-tag'], ...change };
    expect(() => world.actions.ask(action)).toThrow(ActionError);
    expect(() => world.actions.ask(action)).toThrow(message);
    expect(
      rows(
        world,
        'SELECT (SELECT count(*) FROM posts) + (SELECT count(*) FROM tags) + (SELECT count(*) FROM post_tags) AS n',
      ),
    ).toEqual([{ n: 0 }]);
  });
});
