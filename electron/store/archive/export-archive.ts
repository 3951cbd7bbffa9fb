import { type Database, listOf, ProfileDatabase, withoutNulls } from '../database/database.ts';
import { MATCH_KIND } from '../../../common/schemas/match-kind.ts';
import { inboxCells, sumOf } from '../inbox/counts.ts';
import { MutedQuestions } from '../questions.ts';

/** Part of the archive's text, with its number of rows. */
export interface ArchivePiece {
  text: string;
  rows: number;
}

type Row = Record<string, string | number | null>;

const site = (row: Row) => ({ id: row['site_id'], name: row['site_name'] });

/** Lists of an archived profile with their columns, named as in `ArchivedProfile`. */
const LISTS = [
  {
    name: 'inbox',
    // Without matches: they are exported as questions, from which the import restores them.
    from: `inbox_items NOT INDEXED WHERE profile_id = ? AND item_type <> '${MATCH_KIND}'`,
    written: (row: Row) => ({
      key: row['key'],
      itemType: row['item_type'],
      site: withoutNulls({ ...site(row), iconUrl: row['icon_url'] }),
      title: row['title'],
      excerpt: row['excerpt'],
      link: row['link'],
      createdAt: row['created_at'],
      // A snoozed item is exported as unread.
      readAt: row['snoozed_until'] === null ? row['read_at'] : null,
      questionId: row['question_id'],
      answerId: row['answer_id'],
      commentId: row['comment_id'],
      tags: listOf(String(row['tags'])),
      person: row['person'],
      body: row['body'],
    }),
  },
  {
    name: 'reputation',
    from: 'reputation_events NOT INDEXED WHERE profile_id = ?',
    written: (row: Row) => ({
      key: row['key'],
      site: site(row),
      change: row['change'],
      voteType: row['vote_type'],
      postId: row['post_id'],
      title: row['title'],
      link: row['link'],
      onDate: row['on_date'],
    }),
  },
  {
    name: 'questions',
    from: "questions NOT INDEXED WHERE profile_id = ? AND watch_ids <> '[]'",
    written: (row: Row) => ({
      site: site(row),
      questionId: row['question_id'],
      title: row['title'],
      tags: listOf(String(row['tags'])),
      link: row['link'],
      createdAt: row['created_at'],
      matchedAt: row['matched_at'] ?? row['created_at'],
      watchIds: listOf(String(row['watch_ids'])),
      readAt: row['read_at'],
    }),
  },
] as const;

/** Number of rows read at once: some ms of work. */
const ROWS_PER_PIECE = 250;

const profilesOf = (db: Database) =>
  db.all<{ id: number; network: string; account_id: number; display_name: string; profile_image: string | null }>(
    'SELECT * FROM profiles ORDER BY id',
  );

/** Returns the number of rows in an archive. Matches are counted as items. */
export function archiveRows(db: Database): number {
  const profileIds = profilesOf(db).map(({ id }) => id);
  const changes = db.get<{ n: number }>('SELECT count(*) AS n FROM reputation_events INDEXED BY reputation_newest');
  return sumOf(inboxCells(db, profileIds)) + (changes?.n ?? 0);
}

/**
 * Generates an export of all accounts: the text of a JSON array of `ArchivedProfile`, in pieces, so that other work can
 * run in between. An item whose snooze ends meanwhile may appear twice; the import skips duplicates.
 */
export function* archivePieces(db: Database): Generator<ArchivePiece> {
  yield { text: '[', rows: 0 };
  for (const [index, profile] of profilesOf(db).entries()) {
    const head = withoutNulls({
      network: profile.network,
      accountId: profile.account_id,
      displayName: profile.display_name,
      profileImage: profile.profile_image,
      mutedQuestions: new MutedQuestions(new ProfileDatabase(db, profile.id)).list(),
    });
    yield { text: `${index === 0 ? '' : ','}${JSON.stringify(head).slice(0, -1)}`, rows: 0 };
    for (const { name, from, written } of LISTS) {
      yield { text: `,"${name}":[`, rows: 0 };
      for (let last = -1, first = true, more = true; more; first = false) {
        const rows = db.all<Row>(
          `SELECT rowid AS place, * FROM ${from} AND rowid > ? ORDER BY rowid LIMIT ${ROWS_PER_PIECE}`,
          profile.id,
          last,
        );
        more = rows.length === ROWS_PER_PIECE;
        last = Number(rows.at(-1)?.['place'] ?? last);
        if (rows.length > 0)
          yield {
            text: `${first ? '' : ','}${rows.map((row) => JSON.stringify(withoutNulls(written(row)))).join(',')}`,
            rows: rows.length,
          };
      }
      yield { text: ']', rows: 0 };
    }
    yield { text: '}', rows: 0 };
  }
  yield { text: ']', rows: 0 };
}
