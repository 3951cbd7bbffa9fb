import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { htmlSafe } from '../../world/text-of-html.ts';
import type { RowValues } from '../rows.ts';
import { neededTime, neededWhole, tagNames, whole, type DumpTable } from './table.ts';

/** Parts that history entries set: as the post began, when it was edited, and when an edit was taken back. */
const PARTS = ['title', 'body', 'tags'] as const;
const FIRST_ROLLBACK = 7;
const LAST_KIND = 9;
const SUGGESTED_EDIT = 24;

/** Columns of PostHistory.xml, in the order in which the writer takes them. */
const REVISION_COLUMNS = 'PostHistoryTypeId PostId CreationDate Text Comment RevisionGUID UserId UserDisplayName'.split(
  ' ',
);

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

/** Why questions were closed, by the number in the history's comment; the first ones are of before 2013. */
const CLOSE_REASONS: Readonly<Record<string, string>> = {
  1: 'exact duplicate',
  2: 'off topic',
  3: 'not constructive',
  4: 'not a real question',
  7: 'too localized',
  10: 'general reference',
  20: 'noise or pointless',
  101: 'Duplicate',
  102: 'Not suitable for this site',
  103: 'Needs details or clarity',
  104: 'Needs more focus',
  105: 'Opinion-based',
};

const Closing = z.object({ Voters: z.array(z.object({ Id: z.int() })) });

/** @param text who closed a question, as JSON @returns their ids as a JSON array; null where nobody is named */
function closersOf(text: string | undefined): string | null {
  try {
    const { Voters: voters } = Closing.parse(JSON.parse(text ?? ''));
    return voters.length > 0 ? JSON.stringify(voters.map(({ Id: id }) => id)) : null;
  } catch {
    // An entry from before closings were written as JSON.
    return null;
  }
}

/** The address of the question on the other site, wherever the entry has it. */
const QUESTION_ADDRESS = /https?:\/\/(?:www\.)?([^/\s"<>]+)\/(?:questions|q)\/(\d+)/;

/** @returns where a question came from or went to, as JSON; null where the entry does not say */
function migrationOf({ text, comment, at }: Entry): string | null {
  const [, host, question] = QUESTION_ADDRESS.exec(`${comment ?? ''} ${text ?? ''}`) ?? [];
  if (host === undefined) return null;
  const site = host.toLowerCase().replace(/\.(?:stackexchange\.com|com|net|example)$/, '');
  return JSON.stringify({ on_date: at, site, question_id: Number(question) });
}

type Entry = Readonly<Record<'text' | 'comment', string | undefined>> & { readonly at: number };
type Mark = readonly [column: string, value: string | number | null];

const writing = ({ text }: Entry): Mark[] => [['markdown', text ?? null]];

/** Marks that a kind of history entry leaves on its post; the kinds by number are in docs/api.md, "Data dumps". */
const MARKS_BY_TYPE: Readonly<Record<number, (entry: Entry) => readonly Mark[]>> = {
  2: writing,
  5: writing,
  8: writing,
  10: ({ text, comment }) => [
    ['closed_reason', CLOSE_REASONS[comment ?? ''] ?? null],
    ['closed_by', closersOf(text)],
  ],
  14: ({ at }) => [['locked_at', at]],
  15: () => [['locked_at', null]],
  // The older kind says in its comment which way.
  17: (entry) => [[/^\s*from\b/i.test(entry.comment ?? '') ? 'migrated_from' : 'migrated_to', migrationOf(entry)]],
  35: (entry) => [['migrated_to', migrationOf(entry)]],
  36: (entry) => [['migrated_from', migrationOf(entry)]],
  19: ({ at }) => [['protected_at', at]],
  20: () => [['protected_at', null]],
};

/**
 * Keeps what a post shows of its history today. The history is read before the posts, into a table that is dropped
 * afterwards, because writing a post twice costs more.
 */
export const postHistory: DumpTable = {
  file: 'PostHistory.xml',
  parts: ['history'],
  columns: REVISION_COLUMNS,
  into({ db, siteId }) {
    const writeRevision = createRevisionWriter(db, siteId);
    const put = (column: string) =>
      db.prepare(
        `INSERT INTO load_marks (post_id, ${column}) VALUES (?, ?) ON CONFLICT (post_id) DO UPDATE
           SET ${column} = excluded.${column}`,
      );
    const columns = 'markdown closed_reason closed_by locked_at protected_at migrated_from migrated_to'.split(' ');
    const statements = new Map(columns.map((column) => [column, put(column)]));
    return (values) => {
      const [type, postId, created, text, comment] = values;
      writeRevision(values);
      const post = neededWhole('PostId', postId);
      const mark = MARKS_BY_TYPE[neededWhole('PostHistoryTypeId', type)];
      if (mark === undefined) return;
      for (const [column, value] of mark({ text, comment, at: neededTime('CreationDate', created) }))
        statements.get(column)?.run(post, value);
    };
  },
};
