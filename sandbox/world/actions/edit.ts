import type { ActionContext } from './effects/context.ts';
import { ActionError } from './effects/lookup.ts';
import { checkTags, createTagging, joinTags } from './effects/tagging.ts';
import { inTransaction } from './effects/transaction.ts';

export interface Edit {
  site: string;
  /** Who edits. */
  userId: number;
  /** A question or answer. */
  postId: number;
  /** Plain text; of questions only. */
  title?: string;
  /** HTML. */
  body?: string;
  at?: number;
}

export interface Retag {
  site: string;
  userId: number;
  questionId: number;
  /** All of its tags from now on, one to five names; a new one is made. */
  tags: string[];
  at?: number;
}

/** Changes a post's words, or a question's tags. The post is dated as edited, and its question comes up again. */
export function createEdit({ db, clock, find, nextId, markSeen }: ActionContext): {
  edit(action: Edit): void;
  retag(action: Retag): void;
} {
  const tagging = createTagging(db, nextId);
  // The source that a dump has of the text is not that of the new one.
  const write = db.prepare(
    `UPDATE posts SET title = coalesce(:title, title), body = coalesce(:body, body),
       body_markdown = iif(:body IS NULL, body_markdown, NULL)
       WHERE site_id = :siteId AND id = :id`,
  );
  const writeTags = db.prepare('UPDATE posts SET tags = ? WHERE site_id = ? AND id = ?');
  const tagsOf = db.prepare(
    'SELECT tags, max(last_activity_at, ?3) AS activeAt FROM posts WHERE site_id = ?1 AND id = ?2',
  );
  const date = db.prepare(
    `UPDATE posts SET last_edit_at = ?1, last_editor_id = ?2, last_activity_at = max(last_activity_at, ?1)
       WHERE site_id = ?3 AND id = ?4`,
  );
  const bump = db.prepare('UPDATE posts SET last_activity_at = max(last_activity_at, ?) WHERE site_id = ? AND id = ?');
  const touchTags = db.prepare(
    `UPDATE tags SET last_activity_at = max(coalesce(last_activity_at, 0), ?3)
       WHERE site_id = ?1 AND id IN (SELECT tag_id FROM post_tags WHERE site_id = ?1 AND post_id = ?2)`,
  );
  const edited = (siteId: number, userId: number, postId: number, questionId: number, at: number) => {
    date.run(at, userId, siteId, postId);
    if (questionId !== postId) bump.run(at, siteId, questionId);
    touchTags.run(siteId, questionId, at);
    markSeen(siteId, userId, at);
  };
  return {
    edit: (action) =>
      inTransaction(db, () => {
        const at = action.at ?? clock.now();
        const siteId = find.site(action.site);
        find.user(siteId, action.userId);
        const post = find.post(siteId, action.postId);
        if (action.title === undefined && action.body === undefined)
          throw new ActionError('An edit needs a title or a body');
        if (action.title !== undefined && post.post_type !== 1)
          throw new ActionError(`The answer ${post.id} has no title of its own`);
        if (action.title?.trim() === '') throw new ActionError('A question needs a title');
        write.run({ siteId, id: post.id, title: action.title ?? null, body: action.body ?? null });
        edited(siteId, action.userId, post.id, post.parent_id ?? post.id, at);
      }),
    retag: (action) =>
      inTransaction(db, () => {
        const at = action.at ?? clock.now();
        const tags = checkTags(action.tags);
        const siteId = find.site(action.site);
        find.user(siteId, action.userId);
        const { id } = find.question(siteId, action.questionId);
        const { tags: joined, activeAt } = tagsOf.get(siteId, id, at) as { tags: string; activeAt: number };
        const before = joined.split('|').filter(Boolean);
        for (const name of before) if (!tags.includes(name)) tagging.takeOff(siteId, id, name);
        for (const name of tags) if (!before.includes(name)) tagging.put(siteId, id, name, at, activeAt);
        writeTags.run(joinTags(tags), siteId, id);
        edited(siteId, action.userId, id, id, at);
      }),
  };
}
