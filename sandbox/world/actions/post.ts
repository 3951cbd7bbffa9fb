import { textKey } from '../database/text.ts';
import { ActionError, type ActionContext, type Given } from './context.ts';
import type { Effects } from './effects.ts';
import { createRevising } from './revising.ts';
import { checkTags, joinTags, type Tagging } from './tagging.ts';

const INSERT_BODY = `INSERT INTO bodies (post_key, body, markdown) VALUES (${textKey('?1', '?2')}, ?3, ?4)`;

/** Creates the action that asks a question and returns its id. Tags are counted and become active. */
export function createAsk(context: ActionContext, { updateAcceptRate }: Effects, tagging: Tagging) {
  const { db, nextId, visit } = context;
  const revise = createRevising(context);
  const insert = db.prepare(
    `INSERT INTO posts (site_id, id, post_type, owner_id, title, tags, created_at, last_activity_at)
       VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?6)`,
  );
  const insertBody = db.prepare(INSERT_BODY);
  return visit(({ siteId, at, userId, title, body, markdown, tags: names }: Given<'ask'>): number => {
    if (title.trim() === '') throw new ActionError('A question needs a title');
    const tags = checkTags(names);
    const id = nextId('posts', siteId);
    insert.run(siteId, id, userId, title, joinTags(tags), at);
    insertBody.run(siteId, id, body, markdown ?? null);
    revise({ siteId, postId: id, userId, at, title, body, tags: joinTags(tags) });
    for (const name of tags) tagging.put(siteId, id, name, at);
    updateAcceptRate(siteId, userId);
    return id;
  });
}

/** Creates the action that answers a question and returns the answer's id. The question comes up again. */
export function createAnswer(context: ActionContext, { tell }: Effects, tagging: Tagging) {
  const { db, find, nextId, visit } = context;
  const revise = createRevising(context);
  const insert = db.prepare(
    `INSERT INTO posts (site_id, id, post_type, parent_id, owner_id, created_at, last_activity_at)
       VALUES (?1, ?2, 2, ?3, ?4, ?5, ?5)`,
  );
  const insertBody = db.prepare(INSERT_BODY);
  const touchQuestion = db.prepare(
    `UPDATE posts SET answer_count = answer_count + 1, view_count = view_count + 1,
       last_activity_at = max(last_activity_at, ?3)
       WHERE site_id = ?1 AND id = ?2`,
  );
  return visit(({ siteId, at, userId, questionId, body, markdown }: Given<'answer'>): number => {
    const question = find.question(siteId, questionId);
    if (question.closed_at !== null) throw new ActionError(`The question ${questionId} is closed and takes no answers`);
    const id = nextId('posts', siteId);
    insert.run(siteId, id, questionId, userId, at);
    insertBody.run(siteId, id, body, markdown ?? null);
    revise({ siteId, postId: id, userId, at, body });
    touchQuestion.run(siteId, questionId, at);
    tagging.touch(siteId, questionId, at);
    const owner = question.owner_id === null ? undefined : find.user(siteId, question.owner_id);
    if (owner !== undefined && owner.id !== userId && owner.account_id !== null)
      tell({
        accountId: owner.account_id,
        siteId,
        itemType: 'new_answer',
        questionId,
        answerId: id,
        title: question.title ?? '',
        html: body,
        at,
      });
    return id;
  });
}
