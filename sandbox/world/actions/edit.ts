import { insertInto } from '../database/statements.ts';
import { textKey } from '../database/text.ts';
import { ActionError, hasOpenBounty, type ActionContext, type Given } from './context.ts';
import type { Effects } from './effects.ts';
import { createRevising, checkTags, joinTags, type Tagging } from './post.ts';

/**
 * Creates the actions that change a post's words, or a question's tags. The post is dated as edited, and its question
 * comes up again.
 */
export function createEdit(context: ActionContext, tagging: Tagging) {
  const { db, find, visit } = context;
  const revise = createRevising(context);
  const writeBody = db.prepare(`UPDATE bodies SET body = ?3, markdown = ?4 WHERE post_key = ${textKey('?1', '?2')}`);
  const writeTitle = db.prepare('UPDATE posts SET title = ?3 WHERE site_id = ?1 AND id = ?2');
  const writeTags = db.prepare('UPDATE posts SET tags = ? WHERE site_id = ? AND id = ?');
  const tagsOf = db.prepare('SELECT tags FROM posts WHERE site_id = ? AND id = ?');
  const date = db.prepare(
    `UPDATE posts SET last_edit_at = ?1, last_editor_id = ?2, last_activity_at = max(last_activity_at, ?1)
       WHERE site_id = ?3 AND id = ?4`,
  );
  const bump = db.prepare('UPDATE posts SET last_activity_at = max(last_activity_at, ?) WHERE site_id = ? AND id = ?');
  const edited = (siteId: number, userId: number, postId: number, questionId: number, at: number): void => {
    date.run(at, userId, siteId, postId);
    if (questionId !== postId) bump.run(at, siteId, questionId);
    tagging.touch(siteId, questionId, at);
  };
  return {
    edit: visit(({ siteId, at, userId, postId, title, body, markdown, comment }: Given<'edit'>): void => {
      const post = find.post(siteId, postId);
      if (title === undefined && body === undefined) throw new ActionError('An edit needs a title or a body');
      if (title !== undefined && post.post_type !== 1)
        throw new ActionError(`The answer ${postId} has no title of its own`);
      if (title?.trim() === '') throw new ActionError('A question needs a title');
      if (title !== undefined) writeTitle.run(siteId, postId, title);
      if (body !== undefined) writeBody.run(siteId, postId, body, markdown ?? null);
      revise({ siteId, postId, userId, at, title, body, comment });
      edited(siteId, userId, postId, post.parent_id ?? postId, at);
    }),
    retag: visit(({ siteId, at, userId, questionId, tags: names, comment }: Given<'retag'>): void => {
      const tags = checkTags(names);
      find.question(siteId, questionId);
      const { tags: joined } = tagsOf.get(siteId, questionId) as { tags: string };
      const before = joined.split('|').filter(Boolean);
      for (const name of before) if (!tags.includes(name)) tagging.takeOff(siteId, questionId, name);
      for (const name of tags) if (!before.includes(name)) tagging.put(siteId, questionId, name, at);
      writeTags.run(joinTags(tags), siteId, questionId);
      revise({ siteId, postId: questionId, userId, at, tags: joinTags(tags), comment });
      edited(siteId, userId, questionId, questionId, at);
    }),
  };
}

/** The kind of a link to what a question repeats. */
const DUPLICATE = 3;

/** Creates the actions that close a question to further answers, and open it again. */
export function createClose({ db, find, nextId, visit }: ActionContext) {
  const mark = db.prepare(
    'UPDATE posts SET closed_at = ?, closed_reason = ?, closed_by = ? WHERE site_id = ? AND id = ?',
  );
  const link = db.prepare(insertInto('post_links', 'site_id id post_id related_post_id link_type created_at'));
  const unlink = db.prepare('DELETE FROM post_links WHERE site_id = ? AND post_id = ? AND link_type = ?');
  return {
    close: visit(({ siteId, at, userId, questionId, reason, originalId }: Given<'close'>): void => {
      const question = find.question(siteId, questionId);
      if (question.closed_at !== null) throw new ActionError(`The question ${questionId} is closed already`);
      if (hasOpenBounty(question, at))
        throw new ActionError(`The question ${questionId} has an open bounty and cannot be closed`);
      mark.run(at, reason, userId === undefined ? null : JSON.stringify([userId]), siteId, questionId);
      if (originalId === undefined) return;
      find.question(siteId, originalId);
      if (originalId === questionId) throw new ActionError(`The question ${questionId} does not repeat itself`);
      link.run(siteId, nextId('post_links', siteId), questionId, originalId, DUPLICATE, at);
    }),
    reopen: visit(({ siteId, questionId }: Given<'reopen'>): void => {
      if (find.question(siteId, questionId).closed_at === null)
        throw new ActionError(`The question ${questionId} is not closed`);
      mark.run(null, null, null, siteId, questionId);
      unlink.run(siteId, questionId, DUPLICATE);
    }),
  };
}

/**
 * Creates the action that deletes a question with its answers, or one answer. Counts follow, and everyone's reputation
 * loses what the post had brought, or regains what it had cost.
 */
export function createRemove(
  { db, find, visit }: ActionContext,
  { updateAcceptRate, bookReputation }: Effects,
  tagging: Tagging,
) {
  const mark = db.prepare('UPDATE posts SET deleted_at = ? WHERE site_id = ? AND id = ?');
  const endBounty = db.prepare(
    `UPDATE posts SET bounty_amount = NULL, bounty_closes_at = NULL, bounty_user_id = NULL
       WHERE site_id = ? AND id = ?`,
  );
  const uncountAnswer = db.prepare(
    `UPDATE posts SET answer_count = answer_count - 1, accepted_answer_id = nullif(accepted_answer_id, ?3)
       WHERE site_id = ?1 AND id = ?2`,
  );
  // The plus keeps SQLite from walking through all posts of the site, which are in this order already.
  const answersOf = db.prepare(
    // Left alone, SQLite takes parents for less telling than the site, and reads all of it.
    `SELECT id FROM posts WHERE site_id = ? AND likelihood(parent_id = ?, 0.00001) AND post_type = 2
       AND deleted_at IS NULL ORDER BY +id`,
  );
  // The plus keeps SQLite from walking through all changes of the site, which are grouped like this already.
  const netOfPost = db.prepare(
    `SELECT user_id, sum(change) AS net FROM reputation_events WHERE site_id = ? AND post_id = ? GROUP BY +user_id
       HAVING net <> 0 ORDER BY user_id`,
  );
  const reverseReputation = (siteId: number, postId: number, postType: 'question' | 'answer', at: number): void => {
    const nets = netOfPost.all(siteId, postId) as unknown as { user_id: number; net: number }[];
    for (const { user_id: userId, net } of nets)
      bookReputation({ siteId, postId, postType, at }, 'post_deleted', userId, -net);
  };
  const removeAnswer = (siteId: number, answerId: number, questionId: number | null, at: number): void => {
    mark.run(at, siteId, answerId);
    uncountAnswer.run(siteId, questionId, answerId);
    reverseReputation(siteId, answerId, 'answer', at);
  };
  return visit(({ siteId, at, postId }: Given<'remove'>): void => {
    const post = find.post(siteId, postId);
    if (post.post_type === 2) {
      removeAnswer(siteId, postId, post.parent_id, at);
      if (post.parent_id !== null) updateAcceptRate(siteId, find.question(siteId, post.parent_id).owner_id);
      return;
    }
    const answers = answersOf.all(siteId, postId) as unknown as { id: number }[];
    for (const { id } of answers) removeAnswer(siteId, id, postId, at);
    tagging.uncountAll(siteId, postId);
    mark.run(at, siteId, postId);
    endBounty.run(siteId, postId);
    updateAcceptRate(siteId, post.owner_id);
    reverseReputation(siteId, postId, 'question', at);
  });
}
