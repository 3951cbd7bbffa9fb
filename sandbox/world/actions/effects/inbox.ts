import type { DatabaseSync } from 'node:sqlite';
import { decodeHTML, escapeText } from 'entities';

/** News for a person: goes to the account, not to the site, as the inbox shows items of every site. */
export interface InboxNews {
  accountId: number;
  siteId: number;
  itemType: string;
  questionId?: number;
  answerId?: number;
  commentId?: number;
  /** Plain text. */
  title: string;
  /** HTML of the post or comment it is about; the item keeps an excerpt. */
  html: string;
  at: number;
}

/** @returns the new item's id */
export type Inbox = (news: InboxNews) => number;

const EXCERPT_CHARACTERS = 200;

/** The text of an HTML fragment without its tags and entities, on one line. */
export function plainText(html: string): string {
  return decodeHTML(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The beginning of a fragment as HTML-safe text, cut between words. */
export function excerpt(html: string): string {
  const text = plainText(html);
  if (text.length <= EXCERPT_CHARACTERS) return escapeText(text);
  const cut = text.lastIndexOf(' ', EXCERPT_CHARACTERS);
  return `${escapeText(text.slice(0, cut > 0 ? cut : EXCERPT_CHARACTERS))}…`;
}

export function createInbox(db: DatabaseSync): Inbox {
  const insert = db.prepare(
    `INSERT INTO inbox_items (account_id, site_id, item_type, question_id, answer_id, comment_id, title, body,
       created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (news) =>
    Number(
      insert.run(
        news.accountId,
        news.siteId,
        news.itemType,
        news.questionId ?? null,
        news.answerId ?? null,
        news.commentId ?? null,
        news.title,
        excerpt(news.html),
        news.at,
      ).lastInsertRowid,
    );
}
