import { insertInto } from '../database/statements.ts';
import { type ActionContext, ActionError, type Given } from './context.ts';
import { textKey } from '../database/text.ts';
import type { Effects } from './effects.ts';

/** Parts of a post that a revision sets; the rest stays as it was. */
interface Revision {
  siteId: number;
  postId: number;
  userId: number;
  at: number;
  title?: string | undefined;
  body?: string | undefined;
  /** As the posts table has them. */
  tags?: string | undefined;
  /** Why, in the editor's words. */
  comment?: string | undefined;
}

/** SQL of a guid that a revision goes by: made of its site, its post and its number among the post's. */
export const guidOf = (site: string, post: string, number: string): string =>
  `printf('%08x-%04x-4000-8000-%012x', ${site}, ${number}, ${post})`;

const NUMBER = '(SELECT count(*) + 1 FROM revisions WHERE site_id = ?1 AND post_id = ?2)';

/** Creates the function that notes the beginning of a post, or an edit of it. */
export function createRevising({ db }: ActionContext): (revision: Revision) => void {
  const insert = db.prepare(
    `INSERT INTO revisions (site_id, post_id, user_id, created_at, title, body, tags, comment, guid)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ${guidOf('?1', '?2', NUMBER)})`,
  );
  return ({ siteId, postId, userId, at, title, body, tags, comment }) =>
    void insert.run(siteId, postId, userId, at, title ?? null, body ?? null, tags ?? null, comment ?? null);
}

const TAG_NAME_PATTERN = /^[a-z0-9+#.-]{1,35}$/;

/** @returns the names, each once @throws ActionError unless they are one to five good ones */
export function checkTags(names: readonly string[]): string[] {
  const tags = [...new Set(names)];
  if (tags.length < 1 || tags.length > 5) throw new ActionError('A question carries one to five tags');
  const odd = tags.find((tag) => !TAG_NAME_PATTERN.test(tag));
  if (odd !== undefined) throw new ActionError(`"${odd}" is not a tag name: use a-z, 0-9 and + # . -`);
  return tags;
}

/** As the posts table has them. */
export const joinTags = (names: readonly string[]): string => `|${names.join('|')}|`;

export type Tagging = ReturnType<typeof createTagging>;

/** Creates the functions that put tags on questions and take them off; counts and activity of the tags follow. */
export function createTagging({ db, nextId }: ActionContext) {
  const byName = db.prepare('SELECT id FROM tags WHERE site_id = ? AND name = ?');
  const insert = db.prepare(insertInto('tags', 'site_id id name last_activity_at'));
  const count = db.prepare(
    `UPDATE tags SET count = count + 1, last_activity_at = max(coalesce(last_activity_at, 0), ?3)
       WHERE site_id = ?1 AND id = ?2`,
  );
  const uncount = db.prepare('UPDATE tags SET count = count - 1 WHERE site_id = ? AND id = ?');
  const link = db.prepare(
    `INSERT INTO post_tags (site_id, tag_id, post_id, last_activity_at, created_at, score, hot)
       SELECT site_id, ?2, id, last_activity_at, created_at, score, hot FROM posts WHERE site_id = ?1 AND id = ?3`,
  );
  const unlink = db.prepare('DELETE FROM post_tags WHERE site_id = ? AND tag_id = ? AND post_id = ?');
  const ofQuestion = 'site_id = ?1 AND id IN (SELECT tag_id FROM post_tags WHERE site_id = ?1 AND post_id = ?2)';
  const touch = db.prepare(
    `UPDATE tags SET last_activity_at = max(coalesce(last_activity_at, 0), ?3) WHERE ${ofQuestion}`,
  );
  const uncountAll = db.prepare(`UPDATE tags SET count = count - 1 WHERE ${ofQuestion}`);
  const find = (siteId: number, name: string) => byName.get(siteId, name) as { id: number } | undefined;
  return {
    put(siteId: number, questionId: number, name: string, at: number): void {
      let tag = find(siteId, name);
      if (tag === undefined) {
        tag = { id: nextId('tags', siteId) };
        insert.run(siteId, tag.id, name, at);
      }
      count.run(siteId, tag.id, at);
      link.run(siteId, tag.id, questionId);
    },
    takeOff(siteId: number, questionId: number, name: string): void {
      const tag = find(siteId, name);
      if (tag !== undefined && unlink.run(siteId, tag.id, questionId).changes > 0) uncount.run(siteId, tag.id);
    },
    /** Dates the tags of a question. */
    touch: (siteId: number, questionId: number, at: number): void => void touch.run(siteId, questionId, at),
    /** Counts a deleted question no more. */
    uncountAll: (siteId: number, questionId: number): void => void uncountAll.run(siteId, questionId),
  };
}

const INSERT_BODY = `INSERT INTO bodies (post_key, body, markdown) VALUES (${textKey('?1', '?2')}, ?3, ?4)`;

/** Creates the action that asks a question and returns its id. Tags are counted and become active. */
export function createAsk(context: ActionContext, { updateAcceptRate }: Effects, tagging: Tagging) {
  const { db, nextId, visit } = context;
  const revise = createRevising(context);
  const insert = db.prepare(
    insertInto('posts', 'site_id id post_type owner_id title tags created_at last_activity_at'),
  );
  const insertBody = db.prepare(INSERT_BODY);
  return visit(({ siteId, at, userId, title, body, markdown, tags: names }: Given<'ask'>): number => {
    if (title.trim() === '') throw new ActionError('A question needs a title');
    const tags = checkTags(names);
    const id = nextId('posts', siteId);
    insert.run(siteId, id, 1, userId, title, joinTags(tags), at, at);
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
  const insert = db.prepare(insertInto('posts', 'site_id id post_type parent_id owner_id created_at last_activity_at'));
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
    insert.run(siteId, id, 2, questionId, userId, at, at);
    insertBody.run(siteId, id, body, markdown ?? null);
    revise({ siteId, postId: id, userId, at, body });
    touchQuestion.run(siteId, questionId, at);
    tagging.touch(siteId, questionId, at);
    const owner = question.owner_id === null ? undefined : find.user(siteId, question.owner_id);
    if (owner !== undefined && owner.id !== userId && owner.account_id !== null)
      tell({ accountId: owner.account_id, siteId, questionId, answerId: id, at }, 'new_answer', question.title, body);
    return id;
  });
}
