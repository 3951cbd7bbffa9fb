import type { DatabaseSync } from 'node:sqlite';
import { ActionError } from './lookup.ts';
import type { NextId } from './ids.ts';

const TAG_NAME_PATTERN = /^[a-z0-9+#.-]{1,35}$/;

/** @returns the names, each once @throws ActionError unless they are one to five good ones */
export function checkTags(names: readonly string[]): string[] {
  const tags = [...new Set(names)];
  if (tags.length < 1 || tags.length > 5) throw new ActionError('A question carries one to five tags');
  const odd = tags.find((tag) => !TAG_NAME_PATTERN.test(tag));
  if (odd !== undefined) throw new ActionError(`"${odd}" is not a tag name: use a-z, 0-9 and + # . -`);
  return tags;
}

/** As the posts table has them. */
export const joinTags = (names: readonly string[]): string => `|${names.join('|')}|`;

/** Puts tags on questions and takes them off; counts follow. */
export interface Tagging {
  /** @param activeAt the question's last activity */
  put(siteId: number, questionId: number, name: string, at: number, activeAt: number): void;
  takeOff(siteId: number, questionId: number, name: string): void;
}

export function createTagging(db: DatabaseSync, nextId: NextId): Tagging {
  const byName = db.prepare('SELECT id FROM tags WHERE site_id = ? AND name = ?');
  const insert = db.prepare('INSERT INTO tags (site_id, id, name, last_activity_at) VALUES (?, ?, ?, ?)');
  const count = db.prepare(
    `UPDATE tags SET count = count + 1, last_activity_at = max(coalesce(last_activity_at, 0), ?3)
       WHERE site_id = ?1 AND id = ?2`,
  );
  const uncount = db.prepare('UPDATE tags SET count = count - 1 WHERE site_id = ? AND id = ?');
  const link = db.prepare('INSERT INTO post_tags (site_id, tag_id, post_id, last_activity_at) VALUES (?, ?, ?, ?)');
  const unlink = db.prepare('DELETE FROM post_tags WHERE site_id = ? AND tag_id = ? AND post_id = ?');
  const find = (siteId: number, name: string) => byName.get(siteId, name) as { id: number } | undefined;
  return {
    put(siteId, questionId, name, at, activeAt) {
      let tag = find(siteId, name);
      if (tag === undefined) {
        tag = { id: nextId('tags', siteId) };
        insert.run(siteId, tag.id, name, at);
      }
      count.run(siteId, tag.id, at);
      link.run(siteId, tag.id, questionId, activeAt);
    },
    takeOff(siteId, questionId, name) {
      const tag = find(siteId, name);
      if (tag !== undefined && unlink.run(siteId, tag.id, questionId).changes > 0) uncount.run(siteId, tag.id);
    },
  };
}
