import type { ActionContext } from './context.ts';

/** What a revision sets of a post; the rest stays as it was. */
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
