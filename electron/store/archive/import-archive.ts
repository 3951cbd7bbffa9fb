import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { InboxItems } from '../inbox/inbox-items.ts';
import { MutedQuestions } from '../questions/muted-questions.ts';
import { ReputationEvents } from '../reputation/reputation-events.ts';

/**
 * An inbox item, a reputation change, a question and a muted question as they are written down. Times are ms since the
 * epoch; they and ids are whole numbers, as the history keeps them.
 */
const Item = z.object({
  key: z.string(),
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
  key: z.string(),
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

/** Everything one account received. The reputation of before Askbell is not in it: the network tells it again. */
export const ArchivedProfile = z.object({
  network: z.string().min(1),
  accountId: z.int(),
  displayName: z.string(),
  profileImage: z.string().optional(),
  inbox: z.array(Item),
  reputation: z.array(Change),
  questions: z.array(Question),
  mutedQuestions: z.array(Mute).default([]),
});
export type ArchivedProfile = z.output<typeof ArchivedProfile>;

export interface ImportCounts {
  inbox: number;
  reputation: number;
  questions: number;
}

/**
 * Takes in what another Askbell wrote down: what is there already stays as it is, read mark included. Nothing of it is
 * announced. `watchIds`: what the watches of the archive are called here.
 */
export function importProfile(
  db: Database,
  profileId: number,
  archived: ArchivedProfile,
  watchIds: ReadonlyMap<string, string>,
  now: number,
): ImportCounts {
  return db.transaction(() => {
    const inbox = new InboxItems(db, profileId);
    const mutes = new MutedQuestions(db, profileId);
    let items = 0;
    for (const item of archived.inbox) {
      const { readAt, tags, person, body, ...event } = item;
      if (inbox.add([{ ...event, unreadAtNetwork: readAt === undefined }], now).length === 0) continue;
      items++;
      if (readAt !== undefined)
        db.run('UPDATE inbox_items SET read_at = ? WHERE profile_id = ? AND key = ?', readAt, profileId, item.key);
      // Each of these makes the full-text index write the item anew.
      if (tags.length > 0 || person !== '' || body !== '') {
        db.run(
          'UPDATE inbox_items SET tags = ?, person = ?, body = ? WHERE profile_id = ? AND key = ?',
          JSON.stringify(tags),
          person,
          body,
          profileId,
          item.key,
        );
      }
    }
    let found = 0;
    for (const question of archived.questions) {
      const ids = question.watchIds.flatMap((id) => watchIds.get(id) ?? []);
      if (ids.length === 0) continue;
      found += db.run(
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
      ).changes;
    }
    for (const mute of archived.mutedQuestions) mutes.add(mute);
    return {
      inbox: items,
      questions: found,
      reputation: new ReputationEvents(db, profileId).add(archived.reputation, now).length,
    };
  });
}
