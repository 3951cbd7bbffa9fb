import type { DatabaseSync } from 'node:sqlite';
import type { Random } from '../random.ts';
import type { GeneratedSite } from './catalogue.ts';

/** One link from a question to an older one of the same site for about this many questions. */
const QUESTIONS_PER_LINK = 12;
/** What only moderators may put on a question of a meta site; nothing carries it yet. */
const MODERATOR_TAGS = ['status-completed', 'status-declined'];

/**
 * Adds what neither actions nor the rest of the past make: links between questions, and tags for moderators only. It
 * only adds rows, and draws from a source of its own, so that all else stays as it was made.
 */
export function writeExtras(db: DatabaseSync, sites: readonly GeneratedSite[], random: Random): void {
  const questions = db.prepare(
    'SELECT id, created_at FROM posts WHERE site_id = ? AND post_type = 1 AND deleted_at IS NULL ORDER BY id',
  );
  const highest = db.prepare(
    `SELECT coalesce((SELECT max(id) FROM post_links WHERE site_id = ?1), 0) AS link,
       coalesce((SELECT max(id) FROM tags WHERE site_id = ?1), 0) AS tag`,
  );
  const insertLink = db.prepare(
    'INSERT INTO post_links (site_id, id, post_id, related_post_id, link_type, created_at) VALUES (?, ?, ?, ?, 1, ?)',
  );
  const insertTag = db.prepare('INSERT OR IGNORE INTO tags (site_id, id, name, is_moderator_only) VALUES (?, ?, ?, 1)');
  for (const site of sites) {
    const { link, tag } = highest.get(site.id) as { link: number; tag: number };
    const all = questions.all(site.id) as unknown as { id: number; created_at: number }[];
    for (let count = 1; count <= all.length / QUESTIONS_PER_LINK; count += 1) {
      const later = random.integer(1, all.length - 1);
      const [from, to] = [all[later], all[random.integer(0, later - 1)]];
      if (from !== undefined && to !== undefined)
        insertLink.run(site.id, link + count, from.id, to.id, from.created_at);
    }
    if (site.isMeta) MODERATOR_TAGS.forEach((name, index) => insertTag.run(site.id, tag + 1 + index, name));
  }
}
