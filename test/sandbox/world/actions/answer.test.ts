import { beforeEach, describe, expect, it } from 'vitest';
import { noon, openSmallWorld, rows, type SmallWorld } from '../small-world.ts';
import { ask, inboxOf, site } from './done.ts';

let world: SmallWorld;
beforeEach(() => {
  world = openSmallWorld();
});

describe('answering', () => {
  it('tells the question’s owner and brings the question up again', () => {
    const questionId = ask(world, 1);
    const answerId = world.actions.answer({
      site,
      userId: 2,
      questionId,
      body: '<p>Use <code>a &lt; b</code>.</p>',
      at: noon + 60,
    });
    expect(inboxOf(world, 11)).toEqual([
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
    world.actions.answer({ site, userId: 1, questionId: ask(world, 1), body: '<p>Found it.</p>' });
    expect(inboxOf(world, 11)).toEqual([]);
  });

  it('cuts a long body between words', () => {
    world.actions.answer({ site, userId: 2, questionId: ask(world, 1), body: `<p>${'lengthy '.repeat(60)}</p>` });
    const body = String(inboxOf(world, 11)[0]?.['body']);
    expect(body).toMatch(/^(lengthy ?)+…$/);
    expect(body.length).toBeLessThanOrEqual(201);
  });

  it('is refused on closed and deleted questions, on answers, and on what is not there', () => {
    const closed = ask(world);
    world.actions.close({ site, questionId: closed, reason: 'Duplicate' });
    const deleted = ask(world);
    world.actions.remove({ site, postId: deleted });
    const answered = ask(world);
    const answerId = world.actions.answer({ site, userId: 2, questionId: answered, body: '<p>a</p>' });
    const answer = (questionId: number) => () =>
      world.actions.answer({ site, userId: 2, questionId, body: '<p>b</p>' });
    expect(answer(closed)).toThrow('closed');
    expect(answer(deleted)).toThrow('deleted');
    expect(answer(answerId)).toThrow(`no question ${answerId}`);
    expect(answer(4711)).toThrow('no question 4711');
  });
});
