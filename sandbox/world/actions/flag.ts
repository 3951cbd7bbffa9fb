import { ActionError, RepeatError, type ActionContext, type Given } from './context.ts';

/** Creates the action that flags a post or a comment, once per user and reason. It is recorded, and nothing follows. */
export function createFlag({ db, find, visit }: ActionContext) {
  const key = 'site_id = ? AND kind = ? AND subject_id = ? AND user_id = ? AND option_id = ?';
  const earlier = db.prepare(`SELECT 1 FROM flags WHERE ${key}`);
  const insert = db.prepare(
    `INSERT INTO flags (site_id, kind, subject_id, user_id, option_id, comment, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return visit(({ siteId, at, userId, postId, commentId, optionId, comment }: Given<'flag'>): void => {
    if ((postId === undefined) === (commentId === undefined))
      throw new ActionError('A flag is on a post or on a comment');
    const { id } = postId === undefined ? find.comment(siteId, commentId ?? 0) : find.post(siteId, postId);
    const flag = [siteId, postId === undefined ? 'comment' : 'post', id, userId, optionId] as const;
    if (earlier.get(...flag) !== undefined) throw new RepeatError(`The user ${userId} has flagged it so already`);
    insert.run(...flag, comment ?? null, at);
  });
}
