import { neededTime, neededWhole } from './fields.ts';
import type { DumpTable } from './table.ts';

/** Why questions were closed, by the number in the history's comment; the first ones are of before 2013. */
const closeReasons: Readonly<Record<string, string>> = {
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

/** What a kind of history entry leaves on its post; the kinds by number are in public-facts section 9a. */
const marks: Readonly<Record<number, (values: { text: string | undefined; comment: string | undefined; at: number }) => [column: string, value: string | number | null]>> = {
  2: ({ text }) => ['markdown', text ?? null],
  5: ({ text }) => ['markdown', text ?? null],
  8: ({ text }) => ['markdown', text ?? null],
  10: ({ comment }) => ['closed_reason', closeReasons[comment ?? ''] ?? null],
  14: ({ at }) => ['locked_at', at],
  15: () => ['locked_at', null],
  19: ({ at }) => ['protected_at', at],
  20: () => ['protected_at', null],
};

/**
 * Keeps of a post's history what the post shows of it today. It is read before the posts, into a table of its own that
 * is gone afterwards, because writing a post twice costs more.
 */
export const postHistory: DumpTable = {
  file: 'PostHistory.xml',
  columns: ['PostHistoryTypeId', 'PostId', 'CreationDate', 'Text', 'Comment'],
  into({ db }) {
    const put = (column: string) =>
      db.prepare(
        `INSERT INTO temp.post_marks (post_id, ${column}) VALUES (?, ?) ON CONFLICT (post_id) DO UPDATE SET ${column} = excluded.${column}`,
      );
    const statements = new Map(['markdown', 'closed_reason', 'locked_at', 'protected_at'].map((column) => [column, put(column)]));
    return ([type, postId, created, text, comment]) => {
      const post = neededWhole('PostId', postId);
      const mark = marks[neededWhole('PostHistoryTypeId', type)];
      if (mark === undefined) return;
      const [column, value] = mark({ text, comment, at: neededTime('CreationDate', created) });
      statements.get(column)?.run(post, value);
    };
  },
};
