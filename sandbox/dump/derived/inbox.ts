import type { DatabaseSync } from 'node:sqlite';
import { textKey } from '../../world/database/text.ts';
import { addressee } from '../../world/actions/comment.ts';
import { excerpt, plainText } from '../../world/text-of-html.ts';

/** Of a long post only the beginning is looked at for the excerpt. In characters. */
const MAX_COMMENT_SCANNED = 2000;

const excerptOf = (html: unknown) => {
  const text = String(html);
  return excerpt(
    text.length > MAX_COMMENT_SCANNED ? text.slice(0, MAX_COMMENT_SCANNED).replace(/<[^>]*$|&[^;]*$/, '') : text,
  );
};

/** What came after somebody was last on the site is unread. */
const INSERT_ITEM = `INSERT INTO inbox_items
  (site_id, account_id, is_unread, item_type, question_id, answer_id, comment_id, title, body, created_at)
  SELECT :site, u.account_id`;

const INSERT_ANSWER_ITEMS = `${INSERT_ITEM}, a.created_at > u.last_access_at, 'new_answer', q.id, a.id, NULL,
  coalesce(q.title, ''), dump_excerpt((SELECT b.body FROM bodies b WHERE b.post_key = ${textKey('a.site_id', 'a.id')})), a.created_at
  FROM posts a JOIN posts q ON q.site_id = a.site_id AND q.id = a.parent_id
  JOIN users u ON u.site_id = q.site_id AND u.id = q.owner_id
  WHERE a.site_id = :site AND a.id > :after AND a.id <= :last AND a.post_type = 2 AND a.owner_id IS NOT q.owner_id
    AND u.account_id > 0`;

/** @param to the user's id in SQL, over the comment `c` and its post `p` */
const comments = (to: string, condition: string) =>
  `${INSERT_ITEM}, c.created_at > u.last_access_at, 'comment', q.id, iif(p.post_type = 2, p.id, NULL), c.id,
  coalesce(q.title, ''), dump_excerpt(c.body), c.created_at
  FROM comments c JOIN posts p ON p.site_id = c.site_id AND p.id = c.post_id
  JOIN posts q ON q.site_id = p.site_id AND q.id = iif(p.post_type = 2, p.parent_id, p.id)
  JOIN users u ON u.site_id = c.site_id AND u.id = ${to}
  WHERE c.site_id = :site AND c.id > :after AND c.id <= :last AND c.owner_id IS NOT u.id AND u.account_id > 0
    AND ${condition}`;

interface CommentRow {
  id: number;
  post_id: number;
  owner_id: number | null;
  body: string;
  display_name: string | null;
  post_owner: number | null;
  post_owner_name: string | null;
}

/** Finds whom comments with "@name" address among those who commented on the same post before, and its owner. */
function findReplies(db: DatabaseSync, siteId: number): void {
  const rows = db
    .prepare(
      `SELECT c.id, c.post_id, c.owner_id, c.body, u.display_name, p.owner_id AS post_owner,
         o.display_name AS post_owner_name
         FROM comments c JOIN posts p ON p.site_id = c.site_id AND p.id = c.post_id
         LEFT JOIN users u ON u.site_id = c.site_id AND u.id = c.owner_id
         LEFT JOIN users o ON o.site_id = p.site_id AND o.id = p.owner_id
        WHERE c.site_id = ? ORDER BY c.post_id, c.id`,
    )
    .iterate(siteId);
  const mark = db.prepare('INSERT INTO temp.replies (comment_id, user_id) VALUES (?, ?)');
  let post: number | undefined;
  /** The most recent first. */
  let people: { id: number; display_name: string }[] = [];
  for (const row of rows) {
    const comment = row as unknown as CommentRow;
    if (comment.post_id !== post) {
      post = comment.post_id;
      people =
        comment.post_owner === null || comment.post_owner_name === null
          ? []
          : [{ id: comment.post_owner, display_name: comment.post_owner_name }];
    }
    if (comment.body.includes('@')) {
      const to = addressee(
        plainText(comment.body),
        people.filter(({ id }) => id !== comment.owner_id),
      );
      if (to !== undefined) mark.run(comment.id, to.id);
    }
    if (comment.owner_id === null || comment.display_name === null) continue;
    const writer = { id: comment.owner_id, display_name: comment.display_name };
    people = [writer, ...people.filter(({ id }) => id !== writer.id)];
  }
}

/** Rows at a time: Node holds on to what a function called from SQL was given until the whole statement is done. */
const BATCH_SIZE = 50;

function inBatches(db: DatabaseSync, table: 'posts' | 'comments', siteId: number, sql: string): void {
  const ends = db.prepare(
    `SELECT max(id) AS last FROM
       (SELECT id FROM ${table} WHERE site_id = ? AND id > ? ORDER BY id LIMIT ${BATCH_SIZE})`,
  );
  const statement = db.prepare(sql);
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const { last } = ends.get(siteId, after) as { last: number | null };
    if (last === null) return;
    statement.run({ site: siteId, after, last });
    after = last;
  }
}

/**
 * Builds everybody's inbox from answers to their questions, comments under their posts, and replies to their comments.
 */
export function buildInbox(db: DatabaseSync, siteId: number): void {
  db.function('dump_excerpt', { deterministic: true }, excerptOf);
  inBatches(db, 'posts', siteId, INSERT_ANSWER_ITEMS);
  db.exec('CREATE TEMP TABLE replies (comment_id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL)');
  findReplies(db, siteId);
  db.prepare(
    `UPDATE comments SET reply_to_user_id = r.user_id FROM temp.replies r
       WHERE comments.site_id = :site AND comments.id = r.comment_id`,
  ).run({ site: siteId });
  inBatches(db, 'comments', siteId, comments('p.owner_id', '1'));
  inBatches(db, 'comments', siteId, comments('c.reply_to_user_id', 'c.reply_to_user_id IS NOT p.owner_id'));
  db.exec('DROP TABLE temp.replies');
}
