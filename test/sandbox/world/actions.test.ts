import { beforeEach, describe, expect, it } from 'vitest';
import { addressee } from '../../../sandbox/world/actions/comment.ts';
import { ActionError } from '../../../sandbox/world/world.ts';
import { brokenRules, noon, openSmallWorld, reputationOf, rows, type SmallWorld } from './small-world.ts';

/** The site whose people do something. */
const site = 'one';
let world: SmallWorld;
beforeEach(() => {
  world = openSmallWorld();
});

describe('asking', () => {
  it('keeps the title as plain text and counts the tags, new ones included', () => {
    const first = world.ask();
    world.ask(2, ['c++']);
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
    const now = world.ask();
    const then = world.ask(1, ['a'], noon - 100);
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

describe('answering', () => {
  it('tells the question’s owner and brings the question up again', () => {
    const questionId = world.ask(1);
    const answerId = world.actions.answer({
      site,
      userId: 2,
      questionId,
      body: '<p>Use <code>a &lt; b</code>.</p>',
      at: noon + 60,
    });
    expect(world.inboxOf(11)).toEqual([
      {
        item_type: 'new_answer',
        question_id: questionId,
        answer_id: answerId,
        comment_id: null,
        title: 'Why does a < b && c > d "fail"?',
        body: 'Use a &lt; b .',
        created_at: noon + 60,
        is_unread: 1,
      },
    ]);
    expect(rows(world, 'SELECT answer_count, last_activity_at FROM posts WHERE id = ?', questionId)).toEqual([
      { answer_count: 1, last_activity_at: noon + 60 },
    ]);
    expect(rows(world, 'SELECT DISTINCT last_activity_at FROM tags')).toEqual([{ last_activity_at: noon + 60 }]);
  });

  it('does not tell those who answer themselves', () => {
    world.actions.answer({ site, userId: 1, questionId: world.ask(1), body: '<p>Found it.</p>' });
    expect(world.inboxOf(11)).toEqual([]);
  });

  it('cuts a long body between words', () => {
    world.actions.answer({ site, userId: 2, questionId: world.ask(1), body: `<p>${'lengthy '.repeat(60)}</p>` });
    const body = String(world.inboxOf(11)[0]?.['body']);
    expect(body).toMatch(/^(lengthy ?)+…$/);
    expect(body.length).toBeLessThanOrEqual(201);
  });

  it('is refused on closed and deleted questions, on answers, and on what is not there', () => {
    const closed = world.ask();
    world.actions.close({ site, questionId: closed, reason: 'Duplicate' });
    const deleted = world.ask();
    world.actions.remove({ site, postId: deleted });
    const answered = world.ask();
    const answerId = world.answer(answered);
    const answering = (questionId: number) => () => world.answer(questionId);
    expect(answering(closed)).toThrow('closed');
    expect(answering(deleted)).toThrow('deleted');
    expect(answering(answerId)).toThrow(`no question ${answerId}`);
    expect(answering(4711)).toThrow('no question 4711');
  });
});

describe('commenting', () => {
  it('tells the post’s owner, and the person replied to', () => {
    const postId = world.ask(1);
    world.actions.comment({ site, userId: 3, postId, body: 'Which compiler?' });
    const reply = world.actions.comment({ site, userId: 2, postId, body: '@ChenWei the newest.' });
    expect(world.inboxOf(11).map((item) => item['body'])).toEqual(['Which compiler?', '@ChenWei the newest.']);
    expect(world.inboxOf(13)).toMatchObject([
      { item_type: 'comment', question_id: postId, comment_id: reply, answer_id: null },
    ]);
    expect(rows(world, 'SELECT reply_to_user_id FROM comments WHERE id = ?', reply)).toEqual([{ reply_to_user_id: 3 }]);
  });

  it('tells a person once where the owner is the one replied to', () => {
    const postId = world.ask(1);
    world.actions.comment({ site, userId: 2, postId, body: '@Ana Sousa is that all?' });
    expect(world.inboxOf(11)).toHaveLength(1);
  });

  it('never tells those who speak, even when they call themselves', () => {
    const postId = world.ask(1);
    world.actions.comment({ site, userId: 1, postId, body: '@AnaSousa note to self' });
    expect(world.inboxOf(11)).toEqual([]);
  });

  it('names the question and the answer when it stands under an answer', () => {
    const questionId = world.ask(1);
    const answerId = world.answer(questionId);
    world.actions.comment({ site, userId: 3, postId: answerId, body: 'Thank you' });
    expect(world.inboxOf(12)).toMatchObject([
      { item_type: 'comment', question_id: questionId, answer_id: answerId, title: 'Why does a < b && c > d "fail"?' },
    ]);
    expect(world.inboxOf(11)).toHaveLength(1);
  });

  it('is possible on closed questions, not on deleted ones or with nothing to say', () => {
    const closed = world.ask();
    world.actions.close({ site, questionId: closed, reason: 'Duplicate' });
    expect(world.actions.comment({ site, userId: 2, postId: closed, body: 'Pity.' })).toBe(1);
    expect(() => world.actions.comment({ site, userId: 2, postId: closed, body: '<b> </b>' })).toThrow('needs a text');
    world.actions.remove({ site, postId: closed });
    expect(() => world.actions.comment({ site, userId: 2, postId: closed, body: 'Hello?' })).toThrow('deleted');
  });

  it.each([
    ['@AnaSousa yes', 'Ana Sousa'],
    ['@Ana Sousa yes', 'Ana Sousa'],
    ['@ana, yes', 'Ana Sousa'],
    ['Well, @DagnyO’Hara, no', 'Dagny O’Hara'],
    ['@Bo yes', 'Bo'],
    ['@An yes', undefined],
    ['mail me at x@anasousa', undefined],
    ['@Nobody', undefined],
  ])('finds whom "%s" addresses', (text, expected) => {
    const participants = ['Ana Sousa', 'Bo', 'Dagny O’Hara'].map((name) => ({ display_name: name }));
    expect(addressee(text, participants)?.display_name).toBe(expected);
  });
});

describe('closing and reopening', () => {
  it('closes and reopens', () => {
    const questionId = world.ask();
    world.actions.close({ site, questionId, reason: 'Needs details or clarity', at: noon + 9 });
    expect(rows(world, 'SELECT closed_at, closed_reason FROM posts')).toEqual([
      { closed_at: noon + 9, closed_reason: 'Needs details or clarity' },
    ]);
    expect(() => world.actions.close({ site, questionId, reason: 'Duplicate' })).toThrow('closed already');
    world.actions.reopen({ site, questionId });
    expect(() => world.actions.reopen({ site, questionId })).toThrow('not closed');
    expect(world.answer(questionId)).toBeGreaterThan(questionId);
  });

  it('knows who does it, and sees them on the site', () => {
    const questionId = world.ask();
    const originalId = world.ask(2);
    const closings = () => rows(world, 'SELECT closed_by FROM posts WHERE id = ?', questionId);
    const links = () => rows(world, 'SELECT post_id, related_post_id, link_type FROM post_links');
    const lastSeen = (userId: number) =>
      rows(world, 'SELECT last_access_at FROM users WHERE site_id = 1 AND id = ?', userId)[0]?.['last_access_at'];
    world.actions.close({ site, questionId, reason: 'Duplicate', userId: 3, originalId, at: noon + 900_009 });
    expect([closings(), links(), lastSeen(3)]).toEqual([
      [{ closed_by: '[3]' }],
      [{ post_id: questionId, related_post_id: originalId, link_type: 3 }],
      noon + 900_009,
    ]);
    world.actions.reopen({ site, questionId, userId: 4, at: noon + 900_010 });
    expect([closings(), links(), lastSeen(4)]).toEqual([[{ closed_by: null }], [], noon + 900_010]);
  });

  it('is done by people of the site, about another question', () => {
    const questionId = world.ask();
    expect(() => world.actions.close({ site, questionId, reason: 'Duplicate', userId: 99 })).toThrow('no user 99');
    expect(() => world.actions.close({ site, questionId, reason: 'Duplicate', originalId: 99 })).toThrow(
      'no question 99',
    );
    expect(() => world.actions.close({ site, questionId, reason: 'Duplicate', originalId: questionId })).toThrow(
      'does not repeat itself',
    );
    expect(rows(world, 'SELECT closed_at FROM posts')).toEqual([{ closed_at: null }]);
  });
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
    const questionId = world.ask(1);
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
    const questionId = world.ask(1);
    const answerId = world.answer(questionId);
    expect(() => world.actions.edit({ site, userId: 3, postId: questionId })).toThrow('a title or a body');
    expect(() => world.actions.edit({ site, userId: 3, postId: questionId, title: ' ' })).toThrow('needs a title');
    expect(() => world.actions.edit({ site, userId: 3, postId: answerId, title: 'T' })).toThrow('no title of its own');
    expect(() => world.actions.edit({ site, userId: 3, postId: 99, body: 'b' })).toThrow('no post 99');
    expect(post(questionId)).toMatchObject({ last_edit_at: null });
  });
});

describe('tagging anew', () => {
  it('leaves the question with these tags, counted where they are', () => {
    const questionId = world.ask(1, ['c++', 'memory']);
    world.ask(2, ['memory']);
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
    const questionId = world.ask(1, ['c++']);
    for (const [tags, why] of [
      [[], 'one to five'],
      [['a', 'b', 'c', 'd', 'e', 'f'], 'one to five'],
      [['A b'], 'not a tag name'],
    ] as const)
      expect(() => world.actions.retag({ site, userId: 3, questionId, tags: [...tags] })).toThrow(why);
    expect(counts()).toEqual({ 'c++': 1 });
  });
});

describe('deleting', () => {
  it('takes back what a deleted answer had brought to anyone', () => {
    const questionId = world.ask(1);
    const answerId = world.answer(questionId);
    world.upvote(answerId, 3);
    world.actions.accept({ site, answerId });
    world.actions.remove({ site, postId: answerId });
    expect([reputationOf(world, 1), reputationOf(world, 2)]).toEqual([1, 1]);
    expect(world.events(2).at(-1)).toMatchObject({ change: -25, history_type: 'post_deleted' });
    expect(rows(world, 'SELECT answer_count, accepted_answer_id FROM posts WHERE id = ?', questionId)).toEqual([
      { answer_count: 0, accepted_answer_id: null },
    ]);
  });

  it('deletes a question with its answers and uncounts its tags', () => {
    const questionId = world.ask(1);
    world.answer(questionId);
    expect(() => world.actions.remove({ site, postId: questionId, userId: 99 })).toThrow('no user 99');
    world.actions.remove({ site, postId: questionId, userId: 5, at: noon + 1 });
    expect(rows(world, 'SELECT last_access_at FROM users WHERE site_id = 1 AND id = 5')).toEqual([
      { last_access_at: noon + 1 },
    ]);
    expect(rows(world, 'SELECT DISTINCT deleted_at FROM posts')).toEqual([{ deleted_at: noon + 1 }]);
    expect(rows(world, 'SELECT DISTINCT count FROM tags')).toEqual([{ count: 0 }]);
    expect(() => world.actions.remove({ site, postId: questionId })).toThrow('deleted');
  });

  it('keeps the sites apart: the same ids live on both', () => {
    const here = world.ask(1);
    const there = world.actions.ask({ site: 'two', userId: 1, title: 'T', body: '<p>b</p>', tags: ['c++'] });
    expect(there).toBe(here);
    world.actions.remove({ site, postId: here });
    expect(rows(world, "SELECT site_id, count FROM tags WHERE name = 'c++' ORDER BY 1")).toEqual([
      { site_id: 1, count: 0 },
      { site_id: 2, count: 1 },
    ]);
  });
});

describe('messages', () => {
  it('puts a message of any type into the inbox', () => {
    world.actions.message({
      site,
      userId: 2,
      itemType: 'staging_ground',
      title: 'A & B',
      body: '<p>Hello &amp; welcome</p>',
    });
    expect(world.inboxOf(12)).toMatchObject([
      { item_type: 'staging_ground', title: 'A & B', body: 'Hello &amp; welcome', question_id: null },
    ]);
  });
});

describe('reading', () => {
  const unread = () =>
    rows<{ id: number }>(world, 'SELECT id FROM inbox_items WHERE account_id = 11 AND is_unread = 1 ORDER BY id').map(
      ({ id }) => id,
    );

  it('reads one item, what is about a question, or everything of every site', () => {
    const [first, second] = [world.ask(1), world.ask(1)];
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
    const questionId = world.ask(1);
    world.actions.comment({ site, userId: 2, postId: questionId, body: 'Why?', at: noon + 100 });
    const [item = 0] = unread();
    expect(() => world.actions.read({ site, userId: 2, itemId: item })).toThrow(`no item ${item}`);
    expect(world.actions.read({ site, userId: 2 })).toBe(0);
    expect(world.actions.read({ site, userId: 1, at: noon + 99 })).toBe(0);
    expect(unread()).toEqual([item]);
  });
});
