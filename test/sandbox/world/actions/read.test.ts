import { beforeEach, expect, it } from 'vitest';
import { noon, openSmallWorld, rows, type SmallWorld } from '../small-world.ts';
import { ask, site } from './done.ts';

let world: SmallWorld;
beforeEach(() => {
  world = openSmallWorld();
});
const unread = () =>
  rows<{ id: number }>(world, 'SELECT id FROM inbox_items WHERE account_id = 11 AND is_unread = 1 ORDER BY id').map(
    ({ id }) => id,
  );

it('reads one item, what is about a question, or everything of every site', () => {
  const [first, second] = [ask(world, 1), ask(world, 1)];
  for (const postId of [first, first, second]) world.actions.comment({ site, userId: 2, postId, body: 'Why?' });
  const elsewhere = world.actions.message({
    site: 'two',
    userId: 1,
    itemType: 'moderator_message',
    title: 'T',
    body: 'b',
  });
  const all = unread();
  expect(all).toHaveLength(4);
  expect(world.actions.read({ site, userId: 1, itemId: elsewhere })).toBe(1);
  expect(world.actions.read({ site, userId: 1, itemId: elsewhere })).toBe(0);
  expect(world.actions.read({ site, userId: 1, questionId: first })).toBe(2);
  expect(unread()).toEqual([all[2]]);
  expect(world.actions.read({ site, userId: 1, at: noon + 60 })).toBe(1);
  expect(unread()).toEqual([]);
  expect(rows(world, 'SELECT last_access_at FROM users WHERE site_id = 1 AND id = 1')).toEqual([
    { last_access_at: noon + 60 },
  ]);
});

it('reads nobody else’s, and nothing that is yet to come', () => {
  const questionId = ask(world, 1);
  world.actions.comment({ site, userId: 2, postId: questionId, body: 'Why?', at: noon + 100 });
  const [item = 0] = unread();
  expect(() => world.actions.read({ site, userId: 2, itemId: item })).toThrow(`no item ${item}`);
  expect(world.actions.read({ site, userId: 2 })).toBe(0);
  expect(world.actions.read({ site, userId: 1, at: noon + 99 })).toBe(0);
  expect(unread()).toEqual([item]);
});
