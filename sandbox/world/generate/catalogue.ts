import { insertInto } from '../database/statements.ts';
import type { DatabaseSync } from 'node:sqlite';
import type { Actions } from '../actions/index.ts';
import type { Random } from '../random.ts';
import { BADGE_TEXTS, metaKey, PRIVILEGE_TEXTS, SITE_TEXTS, topicsOf } from '../text/sites.ts';

/** A site as the generator knows it. */
export interface GeneratedSite {
  id: number;
  key: string;
  isMeta: boolean;
  launchedAt: number;
  /** Relative number of questions. */
  share: number;
}

const YEAR_SECONDS = 365 * 86_400;
/** A meta site's share of its main site's questions. */
const META_SHARE = 0.04;

/**
 * Returns the statement that writes a site, which has one picture for all. Addresses of pictures begin with `{self}`,
 * which whoever serves the world replaces by its own address.
 */
export const insertSite = (db: DatabaseSync) =>
  db.prepare(
    `INSERT INTO sites (id, api_site_parameter, name, site_url, site_type, site_state, audience, icon_url, logo_url,
       favicon_url, high_resolution_icon_url, launch_date, link_color, tag_foreground_color, tag_background_color)
     VALUES (:id, :key, :name, :url, :type, :state, :audience, :icon, :icon, :icon, :icon, :launchedAt, :linkColor,
       :tagForeground, :tagBackground)`,
  );

/** Returns a function that writes which reputation allows what on a site. */
export function privilegeWriter(db: DatabaseSync): (site: number) => void {
  const insert = db.prepare(insertInto('privileges', 'site_id reputation short_description description'));
  return (site) => {
    for (const { reputation, short, description } of PRIVILEGE_TEXTS) insert.run(site, reputation, short, description);
  };
}

/** Writes the sites with their badges and privileges: the main sites first, then their metas. */
export function writeCatalogue(db: DatabaseSync, now: number): GeneratedSite[] {
  const insert = insertSite(db);
  const insertBadge = db.prepare(insertInto('badges', 'site_id id name rank badge_type description'));
  const writePrivileges = privilegeWriter(db);
  const mains = SITE_TEXTS.map((site) => ({ ...site, type: 'main_site' }));
  const metas = SITE_TEXTS.map((site) => ({
    ...site,
    key: metaKey(site.key),
    name: `${site.name} Meta`,
    url: site.url.replace('https://', 'https://meta.'),
    audience: `people who care for ${site.name} itself`,
    type: 'meta_site',
    state: 'linked_meta',
    share: site.share * META_SHARE,
  }));
  return [...mains, ...metas].map(({ share, age, drawing: _drawing, ...site }, index) => {
    const id = index + 1;
    const launchedAt = now - age * YEAR_SECONDS;
    insert.run({ ...site, id, launchedAt, icon: `{self}/icons/${site.key}.svg` });
    BADGE_TEXTS.forEach((badge, place) =>
      insertBadge.run(id, place + 1, badge.name, badge.rank, 'named', badge.description),
    );
    writePrivileges(id);
    return { id, key: site.key, isMeta: site.type === 'meta_site', launchedAt, share };
  });
}

/** One link from a question to an older one of the same site for about this many questions. */
const QUESTIONS_PER_LINK = 12;
/** Tags that only moderators may put on a question of a meta site; nothing carries it yet. */
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
  const insertLink = db.prepare(insertInto('post_links', 'site_id id post_id related_post_id link_type created_at'));
  const insertTag = db.prepare('INSERT OR IGNORE INTO tags (site_id, id, name, is_moderator_only) VALUES (?, ?, ?, 1)');
  for (const site of sites) {
    const { link, tag } = highest.get(site.id) as { link: number; tag: number };
    const all = questions.all(site.id) as unknown as { id: number; created_at: number }[];
    for (let count = 1; count <= all.length / QUESTIONS_PER_LINK; count += 1) {
      const later = random.integer(1, all.length - 1);
      const [from, to] = [all[later], all[random.integer(0, later - 1)]];
      if (from !== undefined && to !== undefined)
        insertLink.run(site.id, link + count, from.id, to.id, 1, from.created_at);
    }
    if (site.isMeta) MODERATOR_TAGS.forEach((name, index) => insertTag.run(site.id, tag + 1 + index, name));
  }
}

type Earned = Record<'site_id' | 'user_id' | 'at', number>;

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
const MEASURES: Readonly<Record<string, string>> = {
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
      `SELECT site_id, user_id, min(at) AS at FROM (${MEASURES[after.measure] ?? ''}) WHERE value >= ?
         GROUP BY site_id, user_id, post_id`,
    );
    for (const award of earned.all(after.value) as unknown as Earned[]) awards.push({ ...award, badge: name });
  }
  const insertBadge = db.prepare(insertInto('badges', 'site_id id name rank badge_type description'));
  const byTag = db.prepare(
    `SELECT a.site_id, a.owner_id AS user_id, max(a.last_activity_at) AS at FROM tags t
       JOIN post_tags pt ON pt.site_id = t.site_id AND pt.tag_id = t.id
       JOIN posts a ON a.site_id = t.site_id AND a.parent_id = pt.post_id AND a.post_type = 2 AND a.deleted_at IS NULL
       WHERE t.site_id = ? AND t.name = ? GROUP BY 1, 2 HAVING sum(a.score) >= ?`,
  );
  for (const site of sites.filter(({ isMeta }) => !isMeta))
    topicsOf(site.key).forEach(({ tag }, index) => {
      const description = `Reached a score of ${TAG_BADGE_SCORE} with answers about ${tag}`;
      insertBadge.run(site.id, BADGE_TEXTS.length + 1 + index, tag, 'bronze', 'tag_based', description);
      for (const earned of byTag.all(site.id, tag, TAG_BADGE_SCORE) as unknown as Earned[])
        awards.push({ ...earned, badge: tag });
    });
  awards.sort((a, b) => a.at - b.at || a.site_id - b.site_id || a.user_id - b.user_id || (a.badge < b.badge ? -1 : 1));
  for (const { site_id: siteId, user_id: userId, badge, at } of awards) {
    const site = keys.get(siteId);
    if (site !== undefined) actions.award({ site, userId, badge, at });
  }
}
