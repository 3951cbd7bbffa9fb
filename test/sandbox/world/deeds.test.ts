import { beforeEach, describe, expect, it } from 'vitest';
import { addressee } from '../../../sandbox/world/deeds/comment.ts';
import { DeedError } from '../../../sandbox/world/world.ts';
import { noon, openSmallWorld, reputationOf, rows, type SmallWorld } from './small-world.ts';

let world: SmallWorld;
const site = 'one';
beforeEach(() => {
  world = openSmallWorld();
});

const ask = (userId = 1, tags = ['c++', 'memory'], at?: number): number =>
  world.deeds.ask({ site, userId, title: 'Why does a < b && c > d "fail"?', body: '<p>It does.</p>', tags, ...(at === undefined ? {} : { at }) });
const inboxOf = (accountId: number) =>
  rows(world, 'SELECT item_type, question_id, answer_id, comment_id, title, body, created_at, is_unread FROM inbox_items WHERE account_id = ? ORDER BY id', accountId);
const events = (userId: number) => rows(world, 'SELECT change, history_type, vote_type, post_id FROM reputation_events WHERE site_id = 1 AND user_id = ? ORDER BY id', userId);

describe('asking', () => {
  it('keeps the title as plain text and counts the tags, new ones included', () => {
    const first = ask();
    ask(2, ['c++']);
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
    const now = ask();
    const then = ask(1, ['a'], noon - 100);
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
    const deed = { site, userId: 1, title: 'T', body: '<p>b</p>', tags: ['new-tag'], ...change };
    expect(() => world.deeds.ask(deed)).toThrow(DeedError);
    expect(() => world.deeds.ask(deed)).toThrow(message);
    expect(rows(world, 'SELECT (SELECT count(*) FROM posts) + (SELECT count(*) FROM tags) + (SELECT count(*) FROM post_tags) AS n')).toEqual([{ n: 0 }]);
  });
});

describe('answering', () => {
  it('tells the question’s owner and brings the question up again', () => {
    const questionId = ask(1);
    const answerId = world.deeds.answer({ site, userId: 2, questionId, body: '<p>Use <code>a &lt; b</code>.</p>', at: noon + 60 });
    expect(inboxOf(11)).toEqual([
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
    expect(rows(world, 'SELECT answer_count, last_activity_at FROM posts WHERE id = ?', questionId)).toEqual([{ answer_count: 1, last_activity_at: noon + 60 }]);
    expect(rows(world, 'SELECT DISTINCT last_activity_at FROM tags')).toEqual([{ last_activity_at: noon + 60 }]);
  });

  it('does not tell those who answer themselves', () => {
    world.deeds.answer({ site, userId: 1, questionId: ask(1), body: '<p>Found it.</p>' });
    expect(inboxOf(11)).toEqual([]);
  });

  it('cuts a long body between words', () => {
    world.deeds.answer({ site, userId: 2, questionId: ask(1), body: `<p>${'lengthy '.repeat(60)}</p>` });
    const body = String(inboxOf(11)[0]?.['body']);
    expect(body).toMatch(/^(lengthy ?)+…$/);
    expect(body.length).toBeLessThanOrEqual(201);
  });

  it('is refused on closed and deleted questions, on answers, and on what is not there', () => {
    const closed = ask();
    world.deeds.close({ site, questionId: closed, reason: 'Duplicate' });
    const deleted = ask();
    world.deeds.remove({ site, postId: deleted });
    const answered = ask();
    const answerId = world.deeds.answer({ site, userId: 2, questionId: answered, body: '<p>a</p>' });
    const answer = (questionId: number) => () => world.deeds.answer({ site, userId: 2, questionId, body: '<p>b</p>' });
    expect(answer(closed)).toThrow('closed');
    expect(answer(deleted)).toThrow('deleted');
    expect(answer(answerId)).toThrow(`no question ${answerId}`);
    expect(answer(4711)).toThrow('no question 4711');
  });
});

describe('commenting', () => {
  it('tells the post’s owner, and the person replied to', () => {
    const postId = ask(1);
    world.deeds.comment({ site, userId: 3, postId, body: 'Which compiler?' });
    const reply = world.deeds.comment({ site, userId: 2, postId, body: '@ChenWei the newest.' });
    expect(inboxOf(11).map((item) => item['body'])).toEqual(['Which compiler?', '@ChenWei the newest.']);
    expect(inboxOf(13)).toMatchObject([{ item_type: 'comment', question_id: postId, comment_id: reply, answer_id: null }]);
    expect(rows(world, 'SELECT reply_to_user_id FROM comments WHERE id = ?', reply)).toEqual([{ reply_to_user_id: 3 }]);
  });

  it('tells a person once where the owner is the one replied to', () => {
    const postId = ask(1);
    world.deeds.comment({ site, userId: 2, postId, body: '@Ana Sousa is that all?' });
    expect(inboxOf(11)).toHaveLength(1);
  });

  it('never tells those who speak, even when they call themselves', () => {
    const postId = ask(1);
    world.deeds.comment({ site, userId: 1, postId, body: '@AnaSousa note to self' });
    expect(inboxOf(11)).toEqual([]);
  });

  it('names the question and the answer when it stands under an answer', () => {
    const questionId = ask(1);
    const answerId = world.deeds.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
    world.deeds.comment({ site, userId: 3, postId: answerId, body: 'Thank you' });
    expect(inboxOf(12)).toMatchObject([{ item_type: 'comment', question_id: questionId, answer_id: answerId, title: 'Why does a < b && c > d "fail"?' }]);
    expect(inboxOf(11)).toHaveLength(1);
  });

  it('is possible on closed questions, not on deleted ones or with nothing to say', () => {
    const closed = ask();
    world.deeds.close({ site, questionId: closed, reason: 'Duplicate' });
    expect(world.deeds.comment({ site, userId: 2, postId: closed, body: 'Pity.' })).toBe(1);
    expect(() => world.deeds.comment({ site, userId: 2, postId: closed, body: '<b> </b>' })).toThrow('needs a text');
    world.deeds.remove({ site, postId: closed });
    expect(() => world.deeds.comment({ site, userId: 2, postId: closed, body: 'Hello?' })).toThrow('deleted');
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

describe('voting', () => {
  it('gives 10 for an up vote on a question or an answer', () => {
    const questionId = ask(1);
    const answerId = world.deeds.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
    world.deeds.vote({ site, voterId: 3, postId: questionId, direction: 'up' });
    world.deeds.vote({ site, voterId: 3, postId: answerId, direction: 'up' });
    expect([reputationOf(world, 1), reputationOf(world, 2), reputationOf(world, 3)]).toEqual([11, 11, 1]);
    expect(events(2)).toEqual([{ change: 10, history_type: 'post_upvoted', vote_type: 'up_votes', post_id: answerId }]);
    expect(rows(world, 'SELECT score, up_vote_count FROM posts ORDER BY id')).toEqual([
      { score: 1, up_vote_count: 1 },
      { score: 1, up_vote_count: 1 },
    ]);
  });

  it('takes 2 for a down vote, and 1 from the voter only on answers', () => {
    const questionId = ask(1);
    const answerId = world.deeds.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
    for (const userId of [1, 2]) for (const voterId of [4, 5]) world.deeds.vote({ site, voterId, postId: userId === 1 ? questionId : answerId, direction: 'up' });
    const own = ask(3);
    world.deeds.vote({ site, voterId: 1, postId: own, direction: 'up' });
    world.deeds.vote({ site, voterId: 3, postId: questionId, direction: 'down' });
    expect([reputationOf(world, 1), reputationOf(world, 3)]).toEqual([19, 11]);
    world.deeds.vote({ site, voterId: 3, postId: answerId, direction: 'down' });
    expect([reputationOf(world, 2), reputationOf(world, 3)]).toEqual([19, 10]);
  });

  it('never lets anybody fall below 1, and books what was really taken', () => {
    world.deeds.vote({ site, voterId: 2, postId: ask(1), direction: 'down' });
    expect(reputationOf(world, 1)).toBe(1);
    expect(events(1)).toMatchObject([{ change: 0, history_type: 'post_downvoted' }]);
  });

  it('stops at 200 a day from votes, and starts anew the next UTC day', () => {
    for (let count = 0; count < 21; count += 1) world.deeds.vote({ site, voterId: 2, postId: ask(1), direction: 'up' });
    expect(reputationOf(world, 1)).toBe(201);
    expect(events(1).at(-1)).toMatchObject({ change: 0 });
    world.time.now = noon + 43_200;
    world.deeds.vote({ site, voterId: 2, postId: ask(1), direction: 'up' });
    expect(reputationOf(world, 1)).toBe(211);
  });

  it('counts the cap on each site by itself, and leaves acceptances out of it', () => {
    for (let count = 0; count < 20; count += 1) world.deeds.vote({ site, voterId: 2, postId: ask(1), direction: 'up' });
    const elsewhere = world.deeds.ask({ site: 'two', userId: 1, title: 'T', body: '<p>b</p>', tags: ['a'] });
    world.deeds.vote({ site: 'two', voterId: 2, postId: elsewhere, direction: 'up' });
    expect(reputationOf(world, 1, 2)).toBe(11);
    const answerId = world.deeds.answer({ site, userId: 1, questionId: ask(2), body: '<p>a</p>' });
    world.deeds.accept({ site, answerId });
    expect(reputationOf(world, 1)).toBe(216);
  });

  it('is refused on one’s own post, twice, on deleted posts, and in no direction', () => {
    const postId = ask(1);
    const vote = (voterId: number, direction: 'up' | 'down' = 'up') => () => world.deeds.vote({ site, voterId, postId, direction });
    expect(vote(1)).toThrow('own post');
    vote(2)();
    expect(vote(2, 'down')).toThrow('already voted');
    expect(vote(3, 'sideways' as 'up')).toThrow('up or down');
    world.deeds.remove({ site, postId });
    expect(vote(3)).toThrow('deleted');
  });
});

describe('accepting', () => {
  it('gives 15 to the answer’s owner and 2 to the asker, and takes both back', () => {
    const questionId = ask(1);
    const answerId = world.deeds.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
    world.deeds.accept({ site, answerId });
    expect([reputationOf(world, 1), reputationOf(world, 2)]).toEqual([3, 16]);
    expect(rows(world, 'SELECT accepted_answer_id FROM posts WHERE id = ?', questionId)).toEqual([{ accepted_answer_id: answerId }]);
    world.deeds.unaccept({ site, answerId });
    expect([reputationOf(world, 1), reputationOf(world, 2)]).toEqual([1, 1]);
    expect(rows(world, 'SELECT accepted_answer_id FROM posts WHERE id = ?', questionId)).toEqual([{ accepted_answer_id: null }]);
  });

  it('gives nothing for one’s own answer', () => {
    const answerId = world.deeds.answer({ site, userId: 1, questionId: ask(1), body: '<p>a</p>' });
    world.deeds.accept({ site, answerId });
    expect(events(1)).toEqual([]);
  });

  it('is refused where an answer is accepted already, and taking back where it is not', () => {
    const questionId = ask(1);
    const first = world.deeds.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
    const second = world.deeds.answer({ site, userId: 3, questionId, body: '<p>b</p>' });
    world.deeds.accept({ site, answerId: first });
    expect(() => world.deeds.accept({ site, answerId: second })).toThrow('accepted answer already');
    expect(() => world.deeds.unaccept({ site, answerId: second })).toThrow('not the accepted one');
    expect(() => world.deeds.accept({ site, answerId: questionId })).toThrow(`no answer ${questionId}`);
  });
});

describe('closing, deleting, bounties, badges, messages', () => {
  it('closes and reopens', () => {
    const questionId = ask();
    world.deeds.close({ site, questionId, reason: 'Needs details or clarity', at: noon + 9 });
    expect(rows(world, 'SELECT closed_at, closed_reason FROM posts')).toEqual([{ closed_at: noon + 9, closed_reason: 'Needs details or clarity' }]);
    expect(() => world.deeds.close({ site, questionId, reason: 'Duplicate' })).toThrow('closed already');
    world.deeds.reopen({ site, questionId });
    expect(() => world.deeds.reopen({ site, questionId })).toThrow('not closed');
    expect(world.deeds.answer({ site, userId: 2, questionId, body: '<p>a</p>' })).toBeGreaterThan(questionId);
  });

  it('takes back what a deleted answer had brought to anyone', () => {
    const questionId = ask(1);
    const answerId = world.deeds.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
    world.deeds.vote({ site, voterId: 3, postId: answerId, direction: 'up' });
    world.deeds.accept({ site, answerId });
    world.deeds.remove({ site, postId: answerId });
    expect([reputationOf(world, 1), reputationOf(world, 2)]).toEqual([1, 1]);
    expect(events(2).at(-1)).toMatchObject({ change: -25, history_type: 'post_deleted' });
    expect(rows(world, 'SELECT answer_count, accepted_answer_id FROM posts WHERE id = ?', questionId)).toEqual([{ answer_count: 0, accepted_answer_id: null }]);
  });

  it('deletes a question with its answers and uncounts its tags', () => {
    const questionId = ask(1);
    world.deeds.answer({ site, userId: 2, questionId, body: '<p>a</p>' });
    world.deeds.remove({ site, postId: questionId, at: noon + 1 });
    expect(rows(world, 'SELECT DISTINCT deleted_at FROM posts')).toEqual([{ deleted_at: noon + 1 }]);
    expect(rows(world, 'SELECT DISTINCT count FROM tags')).toEqual([{ count: 0 }]);
    expect(() => world.deeds.remove({ site, postId: questionId })).toThrow('deleted');
  });

  it('moves a bounty from who offers it to who wins it', () => {
    for (let count = 0; count < 10; count += 1) world.deeds.vote({ site, voterId: 2, postId: ask(1), direction: 'up' });
    const questionId = ask(4);
    const answerId = world.deeds.answer({ site, userId: 3, questionId, body: '<p>a</p>' });
    world.deeds.bounty({ site, questionId, userId: 1, amount: 50 });
    expect(reputationOf(world, 1)).toBe(51);
    expect(rows(world, 'SELECT bounty_amount, bounty_closes_at, bounty_user_id FROM posts WHERE id = ?', questionId)).toEqual([
      { bounty_amount: 50, bounty_closes_at: noon + 7 * 86_400, bounty_user_id: 1 },
    ]);
    expect(() => world.deeds.bounty({ site, questionId, userId: 1, amount: 50 })).toThrow('open bounty already');
    expect(() => world.deeds.close({ site, questionId, reason: 'Duplicate' })).toThrow('open bounty');
    world.deeds.awardBounty({ site, answerId });
    expect(reputationOf(world, 3)).toBe(51);
    expect(() => world.deeds.awardBounty({ site, answerId })).toThrow('no open bounty');
  });

  it('refuses a bounty that is odd or cannot be afforded', () => {
    const questionId = ask(1);
    const bounty = (amount: number) => () => world.deeds.bounty({ site, questionId, userId: 2, amount });
    expect(bounty(49)).toThrow('50 to 500');
    expect(bounty(50.5)).toThrow('50 to 500');
    expect(bounty(50)).toThrow('cannot afford');
  });

  it('awards badges it knows', () => {
    world.deeds.award({ site, userId: 2, badge: 'Tester' });
    expect(rows(world, 'SELECT badge_id, user_id, awarded_at FROM user_badges')).toEqual([{ badge_id: 1, user_id: 2, awarded_at: noon }]);
    expect(() => world.deeds.award({ site, userId: 2, badge: 'Wizard' })).toThrow('no badge "Wizard"');
  });

  it('puts a message of any type into the inbox', () => {
    world.deeds.message({ site, userId: 2, itemType: 'staging_ground', title: 'A & B', body: '<p>Hello &amp; welcome</p>' });
    expect(inboxOf(12)).toMatchObject([{ item_type: 'staging_ground', title: 'A & B', body: 'Hello &amp; welcome', question_id: null }]);
  });

  it('keeps the sites apart: the same ids live on both', () => {
    const here = ask(1);
    const there = world.deeds.ask({ site: 'two', userId: 1, title: 'T', body: '<p>b</p>', tags: ['c++'] });
    expect(there).toBe(here);
    world.deeds.remove({ site, postId: here });
    expect(rows(world, "SELECT site_id, count FROM tags WHERE name = 'c++' ORDER BY 1")).toEqual([
      { site_id: 1, count: 0 },
      { site_id: 2, count: 1 },
    ]);
  });
});
