import { z } from 'zod';
import { neededTime, neededWhole, type DumpTable } from './table.ts';
import { createRevisionWriter, REVISION_COLUMNS } from './revisions.ts';

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

interface Entry {
  readonly text: string | undefined;
  readonly comment: string | undefined;
  readonly at: number;
}
type Mark = readonly [column: string, value: string | number | null];

/** Marks that a kind of history entry leaves on its post; the kinds by number are in docs/api.md, "Data dumps". */
const MARKS_BY_TYPE: Readonly<Record<number, (entry: Entry) => readonly Mark[]>> = {
  2: ({ text }) => [['markdown', text ?? null]],
  5: ({ text }) => [['markdown', text ?? null]],
  8: ({ text }) => [['markdown', text ?? null]],
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
    const statements = new Map(
      ['markdown', 'closed_reason', 'closed_by', 'locked_at', 'protected_at', 'migrated_from', 'migrated_to'].map(
        (column) => [column, put(column)],
      ),
    );
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
