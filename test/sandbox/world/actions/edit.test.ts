import { beforeEach, describe, expect, it } from 'vitest';
import { brokenRules, noon, openSmallWorld, rows, type SmallWorld } from '../small-world.ts';
import { ask, site } from './done.ts';

let world: SmallWorld;
beforeEach(() => {
  world = openSmallWorld();
});
const post = (id: number) =>
  rows(
    world,
    'SELECT title, body, tags, last_edit_at, last_editor_id, last_activity_at FROM posts WHERE site_id = 1 AND id = ?',
    id,
  )[0];
const counts = () =>
  Object.fromEntries(
    rows<{ name: string; count: number }>(world, 'SELECT name, count FROM tags WHERE site_id = 1').map(
      ({ name, count }) => [name, count],
    ),
  );

describe('editing', () => {
  it('changes what is named, and dates the post; an answer brings its question up', () => {
    const questionId = ask(world, 1);
    const answerId = world.actions.answer({ site, userId: 2, questionId, body: '<p>a</p>', at: noon + 10 });
    world.db.exec(`UPDATE posts SET body_markdown = 'old' WHERE id = ${answerId}`);
    world.actions.edit({ site, userId: 3, postId: questionId, title: 'Shorter', at: noon + 20 });
    expect(post(questionId)).toMatchObject({
      title: 'Shorter',
      body: '<p>It does.</p>',
      last_edit_at: noon + 20,
      last_editor_id: 3,
      last_activity_at: noon + 20,
    });
    world.actions.edit({ site, userId: 2, postId: answerId, body: '<p>b</p>', at: noon + 30 });
    expect(post(answerId)).toMatchObject({
      body: '<p>b</p>',
      last_edit_at: noon + 30,
      last_editor_id: 2,
      last_activity_at: noon + 30,
    });
    expect(rows(world, 'SELECT body_markdown FROM posts WHERE id = ?', answerId)).toEqual([{ body_markdown: null }]);
    expect(post(questionId)).toMatchObject({ last_edit_at: noon + 20, last_activity_at: noon + 30 });
    expect(brokenRules(world)).toEqual({});
  });

  it('is refused for nothing, for a title of an answer, and for what is not there', () => {
    const questionId = ask(world, 1);
    const answerId = world.actions.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
    expect(() => world.actions.edit({ site, userId: 3, postId: questionId })).toThrow('a title or a body');
    expect(() => world.actions.edit({ site, userId: 3, postId: questionId, title: ' ' })).toThrow('needs a title');
    expect(() => world.actions.edit({ site, userId: 3, postId: answerId, title: 'T' })).toThrow('no title of its own');
    expect(() => world.actions.edit({ site, userId: 3, postId: 99, body: 'b' })).toThrow('no post 99');
    expect(post(questionId)).toMatchObject({ last_edit_at: null });
  });
});

describe('tagging anew', () => {
  it('leaves the question with these tags, counted where they are', () => {
    const questionId = ask(world, 1, ['c++', 'memory']);
    ask(world, 2, ['memory']);
    world.actions.retag({ site, userId: 3, questionId, tags: ['memory', 'stack', 'stack'], at: noon + 20 });
    expect(post(questionId)).toMatchObject({
      tags: '|memory|stack|',
      last_edit_at: noon + 20,
      last_editor_id: 3,
      last_activity_at: noon + 20,
    });
    expect(counts()).toEqual({ 'c++': 0, memory: 2, stack: 1 });
    expect(
      rows(
        world,
        'SELECT t.name, pt.last_activity_at AS at FROM post_tags pt JOIN tags t ON t.site_id = pt.site_id AND t.id = pt.tag_id WHERE pt.post_id = ? ORDER BY 1',
        questionId,
      ),
    ).toEqual([
      { name: 'memory', at: noon + 20 },
      { name: 'stack', at: noon + 20 },
    ]);
    expect(brokenRules(world)).toEqual({});
  });

  it('is refused with no tags, too many, or odd ones', () => {
    const questionId = ask(world, 1, ['c++']);
    for (const [tags, why] of [
      [[], 'one to five'],
      [['a', 'b', 'c', 'd', 'e', 'f'], 'one to five'],
      [['A b'], 'not a tag name'],
    ] as const)
      expect(() => world.actions.retag({ site, userId: 3, questionId, tags: [...tags] })).toThrow(why);
    expect(counts()).toEqual({ 'c++': 1 });
  });
});
