import type { DatabaseSync } from 'node:sqlite';
import { addressee } from '../../world/actions/comment.ts';
import { plainText } from '../../world/text-of-html.ts';

/** Comments of a post where one has "@"; the bodies of the others need not be looked at. */
const COMMENTS = `SELECT c.id, c.post_id, c.owner_id, iif(instr(c.body, '@') > 0, c.body, NULL) AS body, u.display_name,
    p.owner_id AS post_owner, o.display_name AS post_owner_name
  FROM comments c CROSS JOIN posts p ON p.site_id = c.site_id AND p.id = c.post_id
  LEFT JOIN users u ON u.site_id = c.site_id AND u.id = c.owner_id
  LEFT JOIN users o ON o.site_id = p.site_id AND o.id = p.owner_id
  WHERE c.site_id = ?1 AND c.post_id IN (SELECT post_id FROM comments WHERE site_id = ?1 AND instr(body, '@') > 0)
  ORDER BY c.post_id, c.id`;

interface CommentRow {
  id: number;
  post_id: number;
  owner_id: number | null;
  body: string | null;
  display_name: string | null;
  post_owner: number | null;
  post_owner_name: string | null;
}

/** Finds whom comments with "@name" address among those who commented on the same post before, and its owner. */
export function findReplies(db: DatabaseSync, siteId: number): void {
  const mark = db.prepare('UPDATE comments SET reply_to_user_id = ? WHERE site_id = ? AND id = ?');
  let post: number | undefined;
  /** Names by user id, the most recent last. */
  const people = new Map<number, string>();
  for (const row of db.prepare(COMMENTS).iterate(siteId)) {
    const comment = row as unknown as CommentRow;
    if (comment.post_id !== post) {
      post = comment.post_id;
      people.clear();
      if (comment.post_owner !== null && comment.post_owner_name !== null)
        people.set(comment.post_owner, comment.post_owner_name);
    }
    const writer = comment.owner_id;
    if (comment.body !== null) {
      const others = [...people].filter(([id]) => id !== writer).toReversed();
      const to = addressee(
        plainText(comment.body),
        others.map(([id, display_name]) => ({ id, display_name })),
      );
      if (to !== undefined) mark.run(to.id, siteId, comment.id);
    }
    if (writer === null || comment.display_name === null) continue;
    people.delete(writer);
    people.set(writer, comment.display_name);
  }
}
