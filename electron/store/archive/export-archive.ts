import { type Database, listOf, PROFILE, ProfileDatabase, withoutNulls } from '../database/database.ts';
import { MATCH_KIND } from '../../../common/schemas/match-kind.ts';
import { inboxCells, sumOf } from '../inbox/counts.ts';
import { MutedQuestions } from '../questions.ts';

/** Part of the archive's text, with its number of rows. */
export interface ArchivePiece {
  text: string;
  rows: number;
}

/** Lists of an archived profile with their columns, named as in `ArchivedProfile`. */
const LISTS = [
  {
    name: 'inbox',
    // Without matches: they are exported as questions, from which the import restores them. A snoozed item is exported
    // as unread.
    from: `inbox_items NOT INDEXED WHERE profile_id = ? AND item_type <> '${MATCH_KIND}'`,
    columns: `key, item_type AS itemType, site_id AS siteId, site_name AS siteName, icon_url AS iconUrl, title, excerpt,
      link, created_at AS createdAt, CASE WHEN snoozed_until IS NULL THEN read_at END AS readAt,
      question_id AS questionId, answer_id AS answerId, comment_id AS commentId, tags, person, body`,
  },
  {
    name: 'reputation',
    from: 'reputation_events NOT INDEXED WHERE profile_id = ?',
    columns: `key, site_id AS siteId, site_name AS siteName, change, vote_type AS voteType, post_id AS postId, title,
      link, on_date AS onDate`,
  },
  {
    name: 'questions',
    from: "questions NOT INDEXED WHERE profile_id = ? AND watch_ids <> '[]'",
    columns: `site_id AS siteId, site_name AS siteName, question_id AS questionId, title, tags, link,
      created_at AS createdAt, coalesce(matched_at, created_at) AS matchedAt, watch_ids AS watchIds, read_at AS readAt`,
  },
] as const;

interface ListRow {
  place: number;
  siteId: string;
  siteName: string;
  iconUrl?: string;
  tags?: string;
  watchIds?: string;
}

/** Returns a row as text. */
function written(row: object): string {
  const { place: _place, siteId, siteName, iconUrl, tags, watchIds, ...rest } = withoutNulls<ListRow>(row);
  const site = { id: siteId, name: siteName, iconUrl };
  const lists = { tags: tags && listOf(tags), watchIds: watchIds && listOf(watchIds) };
  return JSON.stringify({ site, ...rest, ...lists });
}

/** Number of rows read at once: some ms of work. */
const ROWS_PER_PIECE = 250;

const profilesOf = (db: Database) => db.all<{ id: number }>(`SELECT ${PROFILE} FROM profiles ORDER BY id`);

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
    const { id, ...named } = profile;
    const head = { ...withoutNulls(named), mutedQuestions: new MutedQuestions(new ProfileDatabase(db, id)).list() };
    yield { text: `${index === 0 ? '' : ','}${JSON.stringify(head).slice(0, -1)}`, rows: 0 };
    for (const { name, from, columns } of LISTS) {
      yield { text: `,"${name}":[`, rows: 0 };
      const page = `SELECT rowid AS place, ${columns} FROM ${from} AND rowid > ? ORDER BY rowid LIMIT ?`;
      for (let last = -1, comma = '', more = true; more; comma = ',') {
        const rows = db.all<{ place: number }>(page, id, last, ROWS_PER_PIECE);
        more = rows.length === ROWS_PER_PIECE;
        last = rows.at(-1)?.place ?? last;
        if (rows.length > 0) yield { text: `${comma}${rows.map(written).join(',')}`, rows: rows.length };
      }
      yield { text: ']', rows: 0 };
    }
    yield { text: '}', rows: 0 };
  }
  yield { text: ']', rows: 0 };
}
