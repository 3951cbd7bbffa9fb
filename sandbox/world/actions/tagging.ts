import { ActionError, type ActionContext } from './context.ts';

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
  const insert = db.prepare('INSERT INTO tags (site_id, id, name, last_activity_at) VALUES (?, ?, ?, ?)');
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
