import type { DatabaseSync } from 'node:sqlite';
import type { Actions } from '../actions/index.ts';
import { BADGE_TEXTS, type BadgeText } from '../text/sites.ts';
import { topicsOf } from '../text/topics.ts';
import type { GeneratedSite } from './catalogue.ts';

interface Earned {
  site_id: number;
  user_id: number;
  at: number;
}

/** From which sum of answer scores in a tag on its badge is given. */
const TAG_BADGE_SCORE = 12;

function queryOf({ after }: BadgeText): { sql: string; parameters: number[] } {
  if ('first' in after) {
    const sources = {
      question:
        'SELECT site_id, owner_id AS user_id, min(created_at) AS at FROM posts WHERE post_type = 1 GROUP BY 1, 2',
      answer: 'SELECT site_id, owner_id AS user_id, min(created_at) AS at FROM posts WHERE post_type = 2 GROUP BY 1, 2',
      comment: 'SELECT site_id, owner_id AS user_id, min(created_at) AS at FROM comments GROUP BY 1, 2',
      vote: 'SELECT site_id, voter_id AS user_id, min(created_at) AS at FROM votes WHERE vote_type = 2 GROUP BY 1, 2',
    };
    return { sql: sources[after.first], parameters: [] };
  }
  if ('score' in after)
    return {
      sql: `SELECT site_id, user_id, at FROM (
              SELECT v.site_id, p.owner_id AS user_id, v.created_at AS at, row_number() OVER
                (PARTITION BY v.site_id, v.post_id ORDER BY v.created_at, v.id) AS nth
              FROM votes v JOIN posts p ON p.site_id = v.site_id AND p.id = v.post_id
              WHERE v.vote_type = 2 AND p.post_type = ? AND p.deleted_at IS NULL) WHERE nth = ?`,
      parameters: [after.of === 'question' ? 1 : 2, after.score],
    };
  if ('accepted' in after)
    return {
      sql: `SELECT site_id, user_id, on_date AS at FROM (
              SELECT site_id, user_id, on_date, row_number() OVER
                (PARTITION BY site_id, user_id ORDER BY on_date, id) AS nth
              FROM reputation_events WHERE history_type = 'answer_accepted') WHERE nth = ?`,
      parameters: [after.accepted],
    };
  return {
    sql: `SELECT site_id, user_id, min(on_date) AS at FROM (
            SELECT site_id, user_id, on_date, 1 + sum(change) OVER
              (PARTITION BY site_id, user_id ORDER BY on_date, id) AS reached FROM reputation_events)
          WHERE reached >= ? GROUP BY 1, 2`,
    parameters: [after.reputation],
  };
}

/** Gives the badges that the past has earned, in the order in which it earned them. */
export function awardBadges(db: DatabaseSync, actions: Actions, sites: readonly GeneratedSite[]): void {
  const keys = new Map(sites.map((site) => [site.id, site.key]));
  const awards: (Earned & { badge: string })[] = [];
  for (const badge of BADGE_TEXTS) {
    const { sql, parameters } = queryOf(badge);
    for (const earned of db.prepare(sql).all(...parameters) as unknown as Earned[])
      awards.push({ ...earned, badge: badge.name });
  }
  const insertBadge = db.prepare(
    "INSERT INTO badges (site_id, id, name, rank, badge_type, description) VALUES (?, ?, ?, 'bronze', 'tag_based', ?)",
  );
  const byTag = db.prepare(
    `SELECT a.site_id, a.owner_id AS user_id, max(a.last_activity_at) AS at FROM tags t
       JOIN post_tags pt ON pt.site_id = t.site_id AND pt.tag_id = t.id
       JOIN posts a ON a.site_id = t.site_id AND a.parent_id = pt.post_id AND a.post_type = 2 AND a.deleted_at IS NULL
       WHERE t.site_id = ? AND t.name = ? GROUP BY 1, 2 HAVING sum(a.score) >= ?`,
  );
  for (const site of sites.filter(({ isMeta }) => !isMeta))
    topicsOf(site.key).forEach(({ tag }, index) => {
      insertBadge.run(
        site.id,
        BADGE_TEXTS.length + 1 + index,
        tag,
        `Reached a score of ${TAG_BADGE_SCORE} with answers about ${tag}`,
      );
      for (const earned of byTag.all(site.id, tag, TAG_BADGE_SCORE) as unknown as Earned[])
        awards.push({ ...earned, badge: tag });
    });
  awards.sort((a, b) => a.at - b.at || a.site_id - b.site_id || a.user_id - b.user_id || (a.badge < b.badge ? -1 : 1));
  for (const { site_id: siteId, user_id: userId, badge, at } of awards) {
    const site = keys.get(siteId);
    if (site !== undefined) actions.award({ site, userId, badge, at });
  }
}
