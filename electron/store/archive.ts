import { type Database, listOf, PROFILE, ProfileDatabase, withoutNulls } from './database/database.ts';
import { MATCH_KIND } from '../../common/schemas/match-kind.ts';
import { inboxCells, sumOf } from './inbox/counts.ts';
import { MutedQuestions, ONE_QUESTION, Questions } from './questions.ts';
import { z } from 'zod';
import { InboxItems } from './inbox/inbox-items.ts';
import { lastEvent } from './event-log.ts';
import { ReputationEvents } from './reputation.ts';

/** Part of the archive's text, with its number of rows. */
export interface ArchivePiece {
  text: string;
  rows: number;
}

/** Returns SQL for a mark of a question's match, which is an item of its own. */
const markOfMatch = (column: 'done_at' | 'saved_at'): string => `(SELECT i.${column} FROM inbox_items i
    WHERE i.profile_id = questions.profile_id
      AND i.key = '${MATCH_KIND}|' || questions.site_id || '|' || questions.question_id)`;

/** Lists of an archived profile with their columns, named as in `ArchivedProfile`. */
const LISTS = [
  {
    name: 'inbox',
    // Without matches: they are exported as questions, from which the import restores them. A snoozed item is exported
    // as unread.
    from: `inbox_items NOT INDEXED WHERE profile_id = ? AND item_type <> '${MATCH_KIND}'`,
    columns: `key, item_type AS itemType, site_id AS siteId, site_name AS siteName, icon_url AS iconUrl, title, excerpt,
      link, created_at AS createdAt, CASE WHEN snoozed_until IS NULL THEN read_at END AS readAt,
      question_id AS questionId, answer_id AS answerId, comment_id AS commentId, tags, person, body,
      done_at AS doneAt, saved_at AS savedAt`,
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
      created_at AS createdAt, coalesce(matched_at, created_at) AS matchedAt, watch_ids AS watchIds, read_at AS readAt,
      ${markOfMatch('done_at')} AS doneAt, ${markOfMatch('saved_at')} AS savedAt`,
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

/** Maximum length of a key, whose parts are as long as texts of the network may be. */
const MAX_KEY_CHARS = 20_000;

/** Times at which an item was marked. */
const MARKS = { doneAt: z.int().optional(), savedAt: z.int().optional() };

/**
 * Archived inbox item, reputation change, question and muted question. Times are ms since the epoch; they and ids are
 * integers, as in the history.
 */
const Item = z.object({
  key: z.string().max(MAX_KEY_CHARS),
  itemType: z.string(),
  site: z.object({ id: z.string(), name: z.string(), iconUrl: z.string().optional() }),
  title: z.string(),
  excerpt: z.string(),
  link: z.string().optional(),
  createdAt: z.int(),
  readAt: z.int().optional(),
  questionId: z.int().optional(),
  answerId: z.int().optional(),
  commentId: z.int().optional(),
  tags: z.array(z.string()).default([]),
  person: z.string().default(''),
  body: z.string().default(''),
  ...MARKS,
});
const Change = z.object({
  key: z.string().max(MAX_KEY_CHARS),
  site: z.object({ id: z.string(), name: z.string() }),
  change: z.int(),
  voteType: z.string().optional(),
  postId: z.int().optional(),
  title: z.string().optional(),
  link: z.string().optional(),
  onDate: z.int(),
});
const Question = z.object({
  site: z.object({ id: z.string(), name: z.string() }),
  questionId: z.int(),
  title: z.string(),
  tags: z.array(z.string()),
  link: z.string().optional(),
  createdAt: z.int(),
  matchedAt: z.int(),
  watchIds: z.array(z.string()),
  readAt: z.int().optional(),
  ...MARKS,
});
const Mute = z.object({
  siteId: z.string(),
  siteName: z.string(),
  questionId: z.int(),
  title: z.string(),
  link: z.string().optional(),
  mutedAt: z.int(),
});

/** Account in an export. Reputation from before Askbell is not included: it can be fetched again. */
export const ArchivedProfile = z.object({
  network: z.string().min(1),
  accountId: z.int(),
  displayName: z.string(),
  profileImage: z.string().optional(),
});
export type ArchivedProfile = z.output<typeof ArchivedProfile>;

/** Row schemas of an exported account's lists, by name. */
export const ARCHIVED_ROWS = { inbox: Item, reputation: Change, questions: Question, mutedQuestions: Mute };
export type ArchivedRows = { [List in keyof typeof ARCHIVED_ROWS]: z.output<(typeof ARCHIVED_ROWS)[List]>[] };

/** Rows of one profile that an import added; muted questions with their site's id. */
export interface AddedRows {
  profileId: number;
  inbox: number[];
  reputation: number[];
  questions: number[];
  mutedQuestions: { siteId: string; questionId: number }[];
}

/**
 * Imports archived rows; existing ones stay unchanged, including their read state. Nothing is announced. Returns the
 * new rows. `watchIds` maps the archive's watch ids to the local ones.
 */
export function importRows(
  db: Database,
  profileId: number,
  archived: Partial<ArchivedRows>,
  watchIds: ReadonlyMap<string, string>,
  now: number,
): AddedRows {
  const { inbox = [], reputation = [], questions = [], mutedQuestions = [] } = archived;
  const own = new ProfileDatabase(db, profileId);
  const mutes = new MutedQuestions(own);
  return db.transaction(() => {
    const last = lastEvent(db);
    const added = {
      profileId,
      inbox: inbox.flatMap((item) => addItem(own, item, now)),
      reputation: placesOf(own, new ReputationEvents(own).add(reputation, now)),
      questions: questions.flatMap((question) => addQuestion(own, question, watchIds, now)),
      mutedQuestions: mutedQuestions.filter((mute) => mutes.add(mute)),
    };
    db.run('UPDATE events SET at = NULL WHERE id > ?', last);
    return added;
  });
}

/** Removes rows that an import at `importedAt` added, except those that have changed their position since. */
export function removeRows(db: Database, added: AddedRows, importedAt: number): void {
  const own = new ProfileDatabase(db, added.profileId);
  db.transaction(() => {
    for (const [table, places] of [
      ['inbox_items', added.inbox],
      ['reputation_events', added.reputation],
      ['questions', added.questions],
    ] as const) {
      const among = 'profile_id = ? AND rowid IN (SELECT value FROM json_each(?)) AND first_seen_at = ?';
      own.run(`DELETE FROM ${table} WHERE ${among}`, JSON.stringify(places), importedAt);
    }
    for (const { siteId, questionId } of added.mutedQuestions) new MutedQuestions(own).remove(siteId, questionId);
  });
}

function placesOf(db: ProfileDatabase, changes: readonly { key: string }[]): number[] {
  const sql = `SELECT rowid AS place FROM reputation_events
    WHERE profile_id = ? AND key IN (SELECT value FROM json_each(?))`;
  const keys = JSON.stringify(changes.map(({ key }) => key));
  return db.all<{ place: number }>(sql, keys).map(({ place }) => place);
}

function addItem(db: ProfileDatabase, item: ArchivedRows['inbox'][number], now: number): number[] {
  const { readAt, doneAt, savedAt, tags, person, body, ...event } = item;
  const inbox = new InboxItems(db);
  if (inbox.add([{ ...event, unreadAtNetwork: readAt === undefined }], now, false).length === 0) return [];
  const { place } = inbox.get(item.key)!;
  const one = 'WHERE profile_id = ?1 AND id = ?2';
  if (readAt !== undefined) db.run(`UPDATE inbox_items SET read_at = ?3 ${one}`, place, readAt);
  mark(db, item.key, { doneAt, savedAt });
  // Rewrites the item in the full-text index.
  if (tags.length > 0 || person !== '' || body !== '') {
    const set = 'UPDATE inbox_items SET tags = ?3, person = ?4, body = ?5';
    db.run(`${set} ${one}`, place, JSON.stringify(tags), person, body);
  }
  return [place];
}

type Marked = Pick<ArchivedRows['inbox'][number], 'doneAt' | 'savedAt'>;

/** Marks an imported item as it was marked. */
function mark(db: ProfileDatabase, key: string, { doneAt, savedAt }: Marked): void {
  if ((doneAt ?? savedAt) === undefined) return;
  const set = `UPDATE inbox_items SET done_at = ?3, saved_at = ?4, read_at = coalesce(read_at, ?3)
    WHERE profile_id = ?1 AND key = ?2`;
  db.run(set, key, doneAt ?? null, savedAt ?? null);
}

function addQuestion(
  db: ProfileDatabase,
  { matchedAt, readAt, doneAt, savedAt, ...question }: ArchivedRows['questions'][number],
  localIds: ReadonlyMap<string, string>,
  now: number,
): number[] {
  const watchIds = question.watchIds.flatMap((id) => localIds.get(id) ?? []);
  if (watchIds.length === 0) return [];
  const isNew = new Questions(db).add({ ...question, watchIds }, now, { matchedAt, read: false, met: true });
  if (!isNew) return [];
  const set = `UPDATE questions SET announced_at = ?4, read_at = ?5 ${ONE_QUESTION} RETURNING rowid AS place`;
  const rows = db.change<{ place: number }>(set, question.site.id, question.questionId, now, readAt ?? null);
  mark(db, `${MATCH_KIND}|${question.site.id}|${question.questionId}`, { doneAt, savedAt });
  return rows.map(({ place }) => place);
}
