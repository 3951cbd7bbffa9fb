import type { DatabaseSync } from 'node:sqlite';
import { htmlSafe } from '../../world/text-of-html.ts';
import type { RowValues } from '../rows.ts';
import { neededTime, neededWhole, tagNames, whole } from './table.ts';

/** Parts that history entries set: as the post began, when it was edited, and when an edit was taken back. */
const PARTS = ['title', 'body', 'tags'] as const;
const FIRST_ROLLBACK = 7;
const LAST_KIND = 9;
const SUGGESTED_EDIT = 24;

/** Columns of PostHistory.xml, in the order in which the writer takes them. */
export const REVISION_COLUMNS = [
  'PostHistoryTypeId',
  'PostId',
  'CreationDate',
  'Text',
  'Comment',
  'RevisionGUID',
  'UserId',
  'UserDisplayName',
] as const;

/** Dumps have the source of a text; its paragraphs are told, and nothing else of its form. */
const paragraphs = (source: string): string =>
  source
    .split(/(?:\r?\n){2,}/)
    .map((part) => `<p>${htmlSafe(part)}</p>`)
    .join('\n');

const valueOf = (part: (typeof PARTS)[number], text: string): string =>
  part === 'title' ? text : part === 'body' ? paragraphs(text) : `|${tagNames(text).join('|')}|`;

/** Who suggested an edit, and its number, as the entry of its approval has them. */
const SUGGESTION = /proposed by (-?\d+) .*edit id of (\d+)/i;

/**
 * Returns the function that keeps a row of PostHistory.xml as a part of a revision, or as an edit that was suggested
 * and approved; other rows are passed over. Rows with one guid are one revision.
 */
export function createRevisionWriter(db: DatabaseSync, siteId: number): (values: RowValues) => void {
  const statements = PARTS.map((part) =>
    db.prepare(
      `INSERT INTO revisions (site_id, guid, post_id, user_id, user_name, created_at, comment, is_rollback, ${part})
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
       ON CONFLICT (site_id, guid) DO UPDATE SET ${part} = excluded.${part}`,
    ),
  );
  const insertEdit = db.prepare(
    `INSERT OR IGNORE INTO suggested_edits (site_id, id, post_id, user_id, created_at, approved_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?5)`,
  );
  return ([kind, postId, created, text = '', comment, guid, user, userName]) => {
    const type = neededWhole('PostHistoryTypeId', kind);
    if (type === SUGGESTED_EDIT) {
      const [, proposer, edit] = SUGGESTION.exec(comment ?? '') ?? [];
      if (edit === undefined) return;
      const [id, by] = [whole('Comment', edit), whole('Comment', proposer)];
      insertEdit.run(siteId, id, neededWhole('PostId', postId), by, neededTime('CreationDate', created));
      return;
    }
    if (type < 1 || type > LAST_KIND || !guid) return;
    const part = (type - 1) % PARTS.length;
    statements[part]?.run(
      siteId,
      guid.toLowerCase(),
      neededWhole('PostId', postId),
      whole('UserId', user),
      userName ?? null,
      neededTime('CreationDate', created),
      comment ?? null,
      type >= FIRST_ROLLBACK ? 1 : 0,
      valueOf(PARTS[part] ?? 'body', text),
    );
  };
}
