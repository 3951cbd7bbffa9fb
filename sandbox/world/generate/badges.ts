import type { DatabaseSync } from 'node:sqlite';
import type { Actions } from '../actions/index.ts';
import { BADGE_TEXTS, type Measure, topicsOf } from '../text/sites.ts';
import type { GeneratedSite } from './catalogue.ts';

interface Earned {
  site_id: number;
  user_id: number;
  at: number;
}

/** From which sum of answer scores in a tag on its badge is given. */
const TAG_BADGE_SCORE = 12;

const postsOf = (postType: 1 | 2) =>
  `SELECT site_id, owner_id AS user_id, 0 AS post_id, created_at AS at, 1 AS value FROM posts
     WHERE post_type = ${postType}`;
/** Without down-votes: a badge once earned stays. */
const scoresOf = (postType: 1 | 2) =>
  `SELECT v.site_id, p.owner_id AS user_id, v.post_id, v.created_at AS at,
     row_number() OVER (PARTITION BY v.site_id, v.post_id ORDER BY v.created_at, v.id) AS value
     FROM votes v JOIN posts p ON p.site_id = v.site_id AND p.id = v.post_id
     WHERE v.vote_type = 2 AND p.post_type = ${postType} AND p.deleted_at IS NULL`;
const LIFE_OF_USER = 'OVER (PARTITION BY site_id, user_id ORDER BY on_date, id)';

/** Statements that list what each measure of a user, or of one of their posts, was at which moments. */
const MEASURES: Readonly<Record<Measure, string>> = {
  questions: postsOf(1),
  answers: postsOf(2),
  comments: 'SELECT site_id, owner_id AS user_id, 0 AS post_id, created_at AS at, 1 AS value FROM comments',
  votes: `SELECT site_id, voter_id AS user_id, 0 AS post_id, created_at AS at, 1 AS value FROM votes
    WHERE vote_type = 2`,
  questionScore: scoresOf(1),
  answerScore: scoresOf(2),
  accepted: `SELECT site_id, user_id, 0 AS post_id, on_date AS at, row_number() ${LIFE_OF_USER} AS value
    FROM reputation_events WHERE history_type = 'answer_accepted'`,
  reputation: `SELECT site_id, user_id, 0 AS post_id, on_date AS at, 1 + sum(change) ${LIFE_OF_USER} AS value
    FROM reputation_events`,
};

/** Awards the badges that the past has earned, in the order in which it earned them. */
export function awardBadges(db: DatabaseSync, actions: Actions, sites: readonly GeneratedSite[]): void {
  const keys = new Map(sites.map((site) => [site.id, site.key]));
  const awards: (Earned & { badge: string })[] = [];
  for (const { name, after } of BADGE_TEXTS) {
    const earned = db.prepare(
      `SELECT site_id, user_id, min(at) AS at FROM (${MEASURES[after.measure]}) WHERE value >= ?
         GROUP BY site_id, user_id, post_id`,
    );
    for (const award of earned.all(after.value) as unknown as Earned[]) awards.push({ ...award, badge: name });
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
