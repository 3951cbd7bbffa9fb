import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { InboxItems } from '../inbox/inbox-items.ts';
import { MutedQuestions } from '../questions/muted-questions.ts';
import { ReputationEvents } from '../reputation/reputation-events.ts';

/** Maximum length of a key, whose parts are as long as texts of the network may be. */
const MAX_KEY_CHARS = 20_000;

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
  const mutes = new MutedQuestions(db, profileId);
  return db.transaction(() => ({
    profileId,
    inbox: inbox.flatMap((item) => addItem(db, profileId, item, now)),
    reputation: addedPlaces(
      db,
      'reputation_events',
      profileId,
      new ReputationEvents(db, profileId).add(reputation, now).map(({ key }) => key),
    ),
    questions: questions.flatMap((question) => addQuestion(db, profileId, question, watchIds, now)),
    mutedQuestions: mutedQuestions.filter((mute) => mutes.add(mute)),
  }));
}

/** Removes rows that an import at `importedAt` added, except those that have changed their position since. */
export function removeRows(db: Database, added: AddedRows, importedAt: number): void {
  const mutes = new MutedQuestions(db, added.profileId);
  db.transaction(() => {
    for (const [table, places] of [
      ['inbox_items', added.inbox],
      ['reputation_events', added.reputation],
      ['questions', added.questions],
    ] as const)
      db.run(
        `DELETE FROM ${table} WHERE rowid IN (SELECT value FROM json_each(?)) AND profile_id = ? AND first_seen_at = ?`,
        JSON.stringify(places),
        added.profileId,
        importedAt,
      );
    for (const { siteId, questionId } of added.mutedQuestions) mutes.remove(siteId, questionId);
  });
}

const addedPlaces = (db: Database, table: string, profileId: number, keys: readonly string[]): number[] =>
  db
    .all<{ place: number }>(
      `SELECT rowid AS place FROM ${table} WHERE profile_id = ? AND key IN (SELECT value FROM json_each(?))`,
      profileId,
      JSON.stringify(keys),
    )
    .map(({ place }) => place);

function addItem(db: Database, profileId: number, item: ArchivedRows['inbox'][number], now: number): number[] {
  const { readAt, tags, person, body, ...event } = item;
  const inbox = new InboxItems(db, profileId);
  if (inbox.add([{ ...event, unreadAtNetwork: readAt === undefined }], now).length === 0) return [];
  const place = inbox.get(item.key)!.place;
  if (readAt !== undefined) db.run('UPDATE inbox_items SET read_at = ? WHERE id = ?', readAt, place);
  // Each of these rewrites the item in the full-text index.
  if (tags.length > 0 || person !== '' || body !== '')
    db.run(
      'UPDATE inbox_items SET tags = ?, person = ?, body = ? WHERE id = ?',
      JSON.stringify(tags),
      person,
      body,
      place,
    );
  return [place];
}

function addQuestion(
  db: Database,
  profileId: number,
  question: ArchivedRows['questions'][number],
  watchIds: ReadonlyMap<string, string>,
  now: number,
): number[] {
  const ids = question.watchIds.flatMap((id) => watchIds.get(id) ?? []);
  if (ids.length === 0) return [];
  const { changes, lastId } = db.run(
    `INSERT INTO questions (profile_id, site_id, question_id, site_name, title, tags, link, created_at,
       first_seen_at, last_seen_at, watch_ids, matched_at, announced_at, read_at, met)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO NOTHING`,
    profileId,
    question.site.id,
    question.questionId,
    question.site.name,
    question.title,
    JSON.stringify(question.tags),
    question.link ?? null,
    question.createdAt,
    now,
    now,
    JSON.stringify(ids),
    question.matchedAt,
    now,
    question.readAt ?? null,
  );
  return changes > 0 ? [lastId] : [];
}
