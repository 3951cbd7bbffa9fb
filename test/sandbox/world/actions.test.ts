import { beforeEach, expect, it } from 'vitest';
import { addressee } from '../../../sandbox/world/actions/comment.ts';
import { ActionError, type Actions } from '../../../sandbox/world/world.ts';
import { column, everything } from '../support/rows.ts';
import { brokenRules, noon, openSmallWorld, TITLE, type SmallWorld } from './small-world.ts';

let world: SmallWorld;
beforeEach(() => void (world = openSmallWorld()));
const lastSeen = (userId: number) =>
  world.rows('SELECT last_access_at FROM users WHERE site_id = 1 AND id = ?', userId)[0]?.['last_access_at'];

const refusing = openSmallWorld();
const open = refusing.ask(1);
const accepted = refusing.answer(open);
refusing.act.accept({ answerId: accepted });
refusing.upvote(open, 3);
const closed = refusing.ask();
refusing.act.close({ questionId: closed, reason: 'Duplicate' });
const deleted = refusing.ask();
refusing.act.remove({ postId: deleted });
const featured = refusing.ask(4);
for (let count = 0; count < 10; count += 1) refusing.upvote(refusing.ask(5), 2);
refusing.act.bounty({ questionId: featured, userId: 5, amount: 50 });
const [item = 0] = column(refusing, 'SELECT id FROM inbox_items WHERE account_id = 11');

const asking = { userId: 1, title: 'T', body: '<p>b</p>', tags: ['new-tag'] };
const answering = { userId: 2, body: '<p>a</p>' };
const closing = { questionId: open, reason: 'Duplicate' };
const editing = { userId: 3, postId: open };
const retagging = { userId: 3, questionId: open };
const offering = { questionId: open, userId: 2 };
const commentId = refusing.act.comment({ userId: 3, postId: open, body: 'Is it so?' });
it.each<[keyof Actions, string, object]>([
  ['ask', 'no site "three"', { ...asking, site: 'three' }],
  ['ask', 'no user 99', { ...asking, userId: 99 }],
  ['ask', 'needs a title', { ...asking, title: ' ' }],
  ['ask', 'one to five tags', { ...asking, tags: [] }],
  ['answer', 'closed', { ...answering, questionId: closed }],
  ['answer', 'deleted', { ...answering, questionId: deleted }],
  ['answer', `no question ${accepted}`, { ...answering, questionId: accepted }],
  ['comment', 'needs a text', { userId: 2, postId: closed, body: '<b> </b>' }],
  ['close', 'closed already', { ...closing, questionId: closed }],
  ['close', 'no user 99', { ...closing, userId: 99 }],
  ['close', 'no question 99', { ...closing, originalId: 99 }],
  ['close', 'does not repeat itself', { ...closing, originalId: open }],
  ['close', 'open bounty', { ...closing, questionId: featured }],
  ['reopen', 'not closed', { questionId: open }],
  ['edit', 'needs a title', { ...editing, title: ' ' }],
  ['edit', 'no title of its own', { ...editing, postId: accepted, title: 'T' }],
  ['edit', 'no post 99', { ...editing, postId: 99, body: 'b' }],
  ['retag', 'not a tag name', { ...retagging, tags: ['A b'] }],
  ['remove', 'no user 99', { postId: open, userId: 99 }],
  ['remove', 'deleted', { postId: deleted }],
  ['read', `no item ${item}`, { userId: 2, itemId: item }],
  ['vote', 'up or down', { userId: 4, postId: open, direction: 'sideways' }],
  ['accept', `no answer ${open}`, { answerId: open }],
  ['bounty', 'open bounty already', { ...offering, questionId: featured, userId: 5, amount: 50 }],
  ['bounty', '50 to 500', { ...offering, amount: 49 }],
  ['bounty', '50 to 500', { ...offering, amount: 50.5 }],
  ['bounty', 'cannot afford', { ...offering, amount: 50 }],
  ['awardBounty', 'no open bounty', { answerId: accepted }],
  ['award', 'no badge "Wizard"', { userId: 2, badge: 'Wizard' }],
  ['unvote', 'has not voted', { userId: 2, postId: open }],
  ['favorite', 'no question 99', { userId: 2, questionId: 99 }],
  ['editComment', 'needs a text', { userId: 3, commentId, body: ' ' }],
  ['removeComment', 'no comment 99', { userId: 3, commentId: 99 }],
  ['flag', 'on a post or on a comment', { userId: 2, optionId: 1 }],
])('what cannot be done is refused, and leaves no trace %s: %s', (name, message, action) => {
  const before = everything(refusing);
  const acting = () => (refusing.act[name] as (given: object) => unknown)(action);
  expect(acting).toThrow(ActionError);
  expect(acting).toThrow(message);
  expect(everything(refusing)).toEqual(before);
});

it('answering tells the question’s owner and brings the question up again', () => {
  const at = noon + 60;
  const question_id = world.ask(1);
  const body = '<p>Use <code>a &lt; b</code>.</p>';
  const answer_id = world.act.answer({ userId: 2, questionId: question_id, body, at });
  const question = { question_id, answer_id, comment_id: null, title: TITLE };
  expect(world.inboxOf(11)).toEqual([
    { item_type: 'new_answer', ...question, body: 'Use a &lt; b .', created_at: at, is_unread: 1 },
  ]);
  expect(world.rows('SELECT answer_count, last_activity_at FROM posts WHERE id = ?', question_id)).toEqual([
    { answer_count: 1, last_activity_at: at },
  ]);
  expect(world.rows('SELECT DISTINCT last_activity_at FROM tags')).toEqual([{ last_activity_at: at }]);
});

it('answering cuts a long body between words', () => {
  world.act.answer({ userId: 2, questionId: world.ask(1), body: `<p>${'lengthy '.repeat(60)}</p>` });
  const body = String(world.inboxOf(11)[0]?.['body']);
  expect(body).toMatch(/^(lengthy ?)+…$/);
  expect(body.length).toBeLessThanOrEqual(201);
});

it('commenting tells the post’s owner, and the person replied to, once where they are the same', () => {
  const postId = world.ask(1);
  world.act.comment({ userId: 3, postId, body: 'Which compiler?' });
  const reply = world.act.comment({ userId: 2, postId, body: '@ChenWei the newest.' });
  expect(world.inboxOf(11).map((item) => item['body'])).toEqual(['Which compiler?', '@ChenWei the newest.']);
  expect(world.inboxOf(13)).toMatchObject([
    { item_type: 'comment', question_id: postId, comment_id: reply, answer_id: null },
  ]);
  expect(world.rows('SELECT reply_to_user_id FROM comments WHERE id = ?', reply)).toEqual([{ reply_to_user_id: 3 }]);
  world.act.comment({ userId: 2, postId, body: '@Ana Sousa is that all?' });
  expect(world.inboxOf(11)).toHaveLength(3);
});

it('commenting names the question and the answer when it stands under an answer', () => {
  const questionId = world.ask(1);
  const answerId = world.answer(questionId);
  world.act.comment({ userId: 3, postId: answerId, body: 'Thank you' });
  expect(world.inboxOf(12)).toMatchObject([
    { item_type: 'comment', question_id: questionId, answer_id: answerId, title: TITLE },
  ]);
  expect(world.inboxOf(11)).toHaveLength(1);
});

it.each([
  ['@AnaSousa yes', 'Ana Sousa'],
  ['@Ana Sousa yes', 'Ana Sousa'],
  ['@ana, yes', 'Ana Sousa'],
  ['Well, @DagnyO’Hara, no', 'Dagny O’Hara'],
  ['@Bo yes', 'Bo'],
  ['@An yes', undefined],
  ['mail me at x@anasousa', undefined],
])('commenting finds whom "%s" addresses', (text, expected) => {
  const participants = ['Ana Sousa', 'Bo', 'Dagny O’Hara'].map((name) => ({ display_name: name }));
  expect(addressee(text, participants)?.display_name).toBe(expected);
});

it('closing and reopening know who does it, and see them on the site; comments go on, answers wait', () => {
  const [questionId, originalId] = [world.ask(), world.ask(2)];
  const closings = () => world.rows('SELECT closed_at, closed_reason, closed_by FROM posts WHERE id = ?', questionId);
  const links = () => world.rows('SELECT post_id, related_post_id, link_type FROM post_links');
  const at = noon + 900_009;
  world.act.close({ questionId, reason: 'Duplicate', userId: 3, originalId, at });
  expect(closings()).toEqual([{ closed_at: at, closed_reason: 'Duplicate', closed_by: '[3]' }]);
  expect(links()).toEqual([{ post_id: questionId, related_post_id: originalId, link_type: 3 }]);
  expect(world.act.comment({ userId: 2, postId: questionId, body: 'Pity.' })).toBe(1);
  world.act.reopen({ questionId, userId: 4, at: at + 1 });
  expect([closings(), links()]).toEqual([[expect.objectContaining({ closed_at: null, closed_by: null })], []]);
  expect([lastSeen(3), lastSeen(4)]).toEqual([at, at + 1]);
  expect(world.answer(questionId)).toBeGreaterThan(questionId);
});

const post = (id: number) =>
  world.rows(
    `SELECT title, body, markdown, tags, last_edit_at, last_editor_id, last_activity_at
       FROM posts JOIN bodies ON post_key = (site_id << 32) + id WHERE site_id = 1 AND id = ?`,
    id,
  )[0];
/** How a post is dated by an edit. */
const edited = (by: number, at: number) => ({ last_edit_at: at, last_editor_id: by, last_activity_at: at });

it('editing changes what is named, and dates the post; an answer brings its question up', () => {
  const questionId = world.ask(1);
  const answerId = world.act.answer({ userId: 2, questionId, body: '<p>a</p>', at: noon + 10 });
  world.db.exec(`UPDATE bodies SET markdown = 'old' WHERE post_key = (1 << 32) + ${answerId}`);
  world.act.edit({ userId: 3, postId: questionId, title: 'Shorter', at: noon + 20 });
  expect(post(questionId)).toMatchObject({ title: 'Shorter', body: '<p>It does.</p>', ...edited(3, noon + 20) });
  world.act.edit({ userId: 2, postId: answerId, body: '<p>b</p>', at: noon + 30 });
  expect(post(answerId)).toMatchObject({ body: '<p>b</p>', markdown: null, ...edited(2, noon + 30) });
  expect(post(questionId)).toMatchObject({ last_edit_at: noon + 20, last_activity_at: noon + 30 });
  expect(brokenRules(world)).toEqual({});
});

it('tagging anew leaves the question with these tags, counted where they are', () => {
  const questionId = world.ask(1, ['c++', 'memory']);
  world.ask(2, ['memory']);
  world.act.retag({ userId: 3, questionId, tags: ['memory', 'stack', 'stack'], at: noon + 20 });
  expect(post(questionId)).toMatchObject({ tags: '|memory|stack|', ...edited(3, noon + 20) });
  expect(
    world.rows(
      `SELECT t.name, pt.last_activity_at AS at FROM post_tags pt JOIN tags t ON t.site_id = pt.site_id AND t.id = pt.tag_id
           WHERE pt.post_id = ? ORDER BY 1`,
      questionId,
    ),
  ).toEqual(['memory', 'stack'].map((name) => ({ name, at: noon + 20 })));
  expect(brokenRules(world)).toEqual({});
});

it('deleting takes back what a deleted answer had brought to anyone', () => {
  const questionId = world.ask(1);
  const answerId = world.answer(questionId);
  world.upvote(answerId, 3);
  world.act.accept({ answerId });
  world.act.remove({ postId: answerId, userId: 5, at: noon + 1 });
  expect(lastSeen(5)).toBe(noon + 1);
  expect(world.reputations([1, 2])).toEqual([1, 1]);
  expect(world.events(2).at(-1)).toMatchObject({ change: -25, history_type: 'post_deleted' });
  expect(world.rows('SELECT answer_count, accepted_answer_id FROM posts WHERE id = ?', questionId)).toEqual([
    { answer_count: 0, accepted_answer_id: null },
  ]);
});

/** Lets user 2 vote for so many questions of user 1. */
const voteFor = (count: number) => {
  for (let nth = 0; nth < count; nth += 1) world.upvote(world.ask(1), 2);
};

it('voting stops at 200 a day from votes on each site by itself, acceptances aside, and starts anew the next UTC day', () => {
  voteFor(21);
  expect(world.reputations([1])).toEqual([201]);
  expect(world.events(1)).toHaveLength(20);
  const elsewhere = world.act.ask({ site: 'two', userId: 1, title: 'T', body: '<p>b</p>', tags: ['a'] });
  world.act.vote({ site: 'two', userId: 2, postId: elsewhere, direction: 'up' });
  expect(world.reputations([1], 2)).toEqual([11]);
  world.act.accept({ answerId: world.answer(world.ask(2), 1) });
  expect(world.reputations([1])).toEqual([216]);
  world.time.now = noon + 43_200;
  voteFor(1);
  expect(world.reputations([1])).toEqual([226]);
});

const changes = (userId: number) => world.events(userId).map((one) => [one.history_type, one.change].join(' '));

it('undoing a vote books the contrary, under names of its own; one against a question costs its voter nothing', () => {
  const question = world.ask(1);
  const answer = world.answer(question, 2);
  world.upvote(world.ask(3), 1);
  world.upvote(answer, 1);
  for (const postId of [question, answer]) world.act.vote({ userId: 3, postId, direction: 'down' });
  world.act.unvote({ userId: 3, postId: answer });
  world.act.unvote({ userId: 1, postId: answer });
  expect(changes(2)).toEqual(['post_upvoted 10', 'post_downvoted -2', 'post_undownvoted 2', 'post_unupvoted -10']);
  expect(changes(3).slice(1)).toEqual(['voter_downvotes -1', 'voter_undownvotes 1']);
  expect(world.reputations([2, 3])).toEqual([1, 11]);
});

it('undoing a vote that the cap of the day left nothing of takes nothing, and leaves room for others', () => {
  const questions = Array.from({ length: 20 }, () => world.ask(1));
  const [first = 0] = questions;
  for (const id of questions) world.upvote(id, 2);
  world.upvote(first, 3);
  world.act.unvote({ userId: 3, postId: first });
  expect(world.reputations([1])).toEqual([201]);
  world.act.unvote({ userId: 2, postId: first });
  world.upvote(first, 4);
  expect(world.reputations([1])).toEqual([201]);
  expect(brokenRules(world)).toEqual({});
});

it('an edited comment tells whom it addresses anew, and no one twice; a deleted one is counted no more', () => {
  const question = world.ask(1);
  world.act.comment({ userId: 3, postId: question, body: 'Is it so?' });
  const commentId = world.act.comment({ userId: 2, postId: question, body: 'It is so.' });
  const told = () =>
    [11, 13].map((accountId) => world.inboxOf(accountId).filter((item) => item['comment_id'] === commentId).length);
  expect(told()).toEqual([1, 0]);
  for (const body of ['@ChenWei it is.', '@ChenWei it is so.', '@AnaSousa it is.'])
    world.act.editComment({ userId: 2, commentId, body });
  expect(told()).toEqual([1, 1]);
  const comments = 'SELECT body, edited, reply_to_user_id, deleted_at IS NULL AS there FROM comments WHERE id = ?';
  expect(world.rows(comments, commentId)).toEqual([
    { body: '@AnaSousa it is.', edited: 1, reply_to_user_id: 1, there: 1 },
  ]);
  world.act.removeComment({ userId: 2, commentId });
  expect(world.rows('SELECT comment_count FROM posts WHERE id = ?', question)).toEqual([{ comment_count: 1 }]);
  expect(world.rows('SELECT comments FROM sites WHERE id = 1')).toEqual([{ comments: 1 }]);
});

it('accepting gives nothing for one’s own answer', () => {
  world.act.accept({ answerId: world.answer(world.ask(1), 1) });
  expect(world.events(1)).toEqual([]);
});

it('moves a bounty from who offers it to who wins it', () => {
  voteFor(10);
  const questionId = world.ask(4);
  const answerId = world.answer(questionId, 3);
  world.act.bounty({ questionId, userId: 1, amount: 50 });
  expect(world.reputations([1])).toEqual([51]);
  const bounty = 'SELECT bounty_amount, bounty_closes_at, bounty_user_id FROM posts WHERE id = ?';
  expect(world.rows(bounty, questionId)).toEqual([
    { bounty_amount: 50, bounty_closes_at: noon + 7 * 86_400, bounty_user_id: 1 },
  ]);
  world.act.awardBounty({ answerId });
  expect(world.reputations([3])).toEqual([51]);
  expect(() => world.act.awardBounty({ answerId })).toThrow('no open bounty');
});

it('puts a message of any type into the inbox', () => {
  world.act.message({ userId: 2, itemType: 'staging_ground', title: 'A & B', body: '<p>Hello &amp; welcome</p>' });
  expect(world.inboxOf(12)).toMatchObject([
    { item_type: 'staging_ground', title: 'A & B', body: 'Hello &amp; welcome', question_id: null },
  ]);
});

const unread = () => column(world, 'SELECT id FROM inbox_items WHERE account_id = 11 AND is_unread = 1 ORDER BY id');

it('reading reads one item, what is about a question, or everything of every site, but nobody else’s, nor what is yet to come', () => {
  const [first, second] = [world.ask(1), world.ask(1)];
  for (const postId of [first, first, second]) world.act.comment({ userId: 2, postId, body: 'Why?' });
  const message = { userId: 1, itemType: 'moderator_message', title: 'T', body: 'b' } as const;
  const itemId = world.act.message({ site: 'two', ...message });
  const all = unread();
  expect(all).toHaveLength(4);
  expect(world.act.read({ userId: 1, itemId })).toBe(1);
  expect(world.act.read({ userId: 1, itemId })).toBe(0);
  expect(world.act.read({ userId: 1, questionId: first })).toBe(2);
  expect(unread()).toEqual([all[2]]);
  expect(world.act.read({ userId: 1, at: noon + 60 })).toBe(1);
  expect(unread()).toEqual([]);
  expect(lastSeen(1)).toBe(noon + 60);
  world.act.comment({ userId: 2, postId: first, body: 'Why?', at: noon + 100 });
  expect(world.act.read({ userId: 2 })).toBe(0);
  expect(world.act.read({ userId: 1, at: noon + 99 })).toBe(0);
  expect(unread()).toHaveLength(1);
});
