import { textKey } from '../world/database/text.ts';
import type { Bindings, Statements } from '../world/database/statements.ts';
import { excerpt } from '../world/text-of-html.ts';

/** Of a long post only the beginning is looked at for the excerpt. In characters. */
const MAX_SCANNED = 2000;

const excerptOf = (html: string): string =>
  excerpt(html.length > MAX_SCANNED ? html.slice(0, MAX_SCANNED).replace(/<[^>]*$|&[^;]*$/, '') : html);

/** Items that are there were told by an action since the network was loaded. */
const isNew = (id: 'answer_id' | 'comment_id', row: string) =>
  `NOT EXISTS (SELECT 1 FROM inbox_items i INDEXED BY inbox_account WHERE i.account_id = :account
     AND i.created_at = ${row}.created_at AND i.site_id = :site AND i.${id} = ${row}.id
     AND i.item_type = '${id === 'answer_id' ? 'new_answer' : 'comment'}')`;

const ANSWERS = `SELECT 'new_answer' AS type, q.id AS question, a.id AS answer, NULL AS comment, q.title,
    (SELECT b.body FROM bodies b WHERE b.post_key = ${textKey('a.site_id', 'a.id')}) AS html, a.created_at AS at
  FROM posts q INDEXED BY posts_owner_creation
  CROSS JOIN posts a INDEXED BY posts_parent ON a.site_id = q.site_id AND a.parent_id = q.id
  WHERE q.site_id = :site AND q.owner_id = :user AND q.deleted_at IS NULL
    AND a.post_type = 2 AND a.deleted_at IS NULL AND a.owner_id IS NOT :user AND ${isNew('answer_id', 'a')}`;

/** @param from SQL that gives the comments `c` and their posts `p` */
const comments = (from: string) =>
  `SELECT 'comment' AS type, q.id AS question, iif(p.post_type = 2, p.id, NULL) AS answer, c.id AS comment, q.title,
    c.body AS html, c.created_at AS at
  FROM ${from} AND c.deleted_at IS NULL AND c.owner_id IS NOT :user AND ${isNew('comment_id', 'c')}`;
const QUESTION = 'JOIN posts q ON q.site_id = p.site_id AND q.id = iif(p.post_type = 2, p.parent_id, p.id)';

const UNDER_OWN_POSTS = comments(
  `posts p INDEXED BY posts_owner_creation
    CROSS JOIN comments c INDEXED BY comments_post ON c.site_id = p.site_id AND c.post_id = p.id ${QUESTION}
    WHERE p.site_id = :site AND p.owner_id = :user AND p.deleted_at IS NULL`,
);
const REPLIES = comments(
  `comments c INDEXED BY comments_reply_creation
    CROSS JOIN posts p ON p.site_id = c.site_id AND p.id = c.post_id ${QUESTION}
    WHERE c.site_id = :site AND c.reply_to_user_id = :user AND c.post_type IS NOT NULL AND p.owner_id IS NOT :user`,
);

const INSERT = `INSERT INTO inbox_items
  (site_id, account_id, is_unread, item_type, question_id, answer_id, comment_id, title, body, created_at)
  VALUES (:site, :account, :at > :seen, :type, :question, :answer, :comment, coalesce(:title, ''), :body, :at)`;

const USERS = `SELECT site_id AS site, id AS user, last_access_at AS seen FROM users INDEXED BY users_account
  WHERE account_id = :account ORDER BY site_id`;

/** Notes that an account's inbox is made. It changes nothing where that was noted, or the network is no dump's. */
const NOTE = `INSERT OR IGNORE INTO meta (key, value)
  SELECT 'inbox ' || :account, '' WHERE EXISTS (SELECT 1 FROM meta WHERE key = 'dump')`;

/**
 * Fills the inbox of an account in a network of dumps, once: answers to its questions, comments under its posts, and
 * replies to its comments. Items since the last visit are unread. A load would make it for thousands who never sign in.
 */
export function fillInbox(statements: Statements, account: number): void {
  if (account <= 0) return;
  statements.run('SAVEPOINT inbox');
  try {
    const isFirst = statements.run(NOTE, { account }) > 0;
    const users = isFirst ? statements.all(USERS, { account }) : [];
    for (const { site = null, user = null, seen = null } of users)
      for (const source of [ANSWERS, UNDER_OWN_POSTS, REPLIES])
        for (const { html, ...item } of statements.all(source, { account, site, user }))
          statements.run(INSERT, { ...(item as Bindings), account, site, seen, body: excerptOf(String(html)) });
  } catch (error) {
    statements.run('ROLLBACK TO inbox');
    throw error;
  } finally {
    statements.run('RELEASE inbox');
  }
}
