import type { DatabaseSync } from 'node:sqlite';
import type { Random } from '../random.ts';
import { BADGE_TEXTS, metaKey, PRIVILEGE_TEXTS, SITE_TEXTS } from '../text/sites.ts';

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
 * Writes the sites with their badges and privileges: the main sites first, then their metas. Icon addresses begin with
 * `{self}`, which whoever serves the world replaces by its own address.
 */
export function writeCatalogue(db: DatabaseSync, now: number): GeneratedSite[] {
  const insertSite = db.prepare(
    `INSERT INTO sites (id, api_site_parameter, name, site_url, site_type, site_state, audience, icon_url, logo_url,
       favicon_url, high_resolution_icon_url, launch_date, link_color, tag_foreground_color, tag_background_color)
     VALUES (:id, :key, :name, :url, :type, :state, :audience, :icon, :icon, :icon, :icon, :launchedAt, :linkColor,
       :tagForeground, :tagBackground)`,
  );
  const insertBadge = db.prepare(
    'INSERT INTO badges (site_id, id, name, rank, badge_type, description) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertPrivilege = db.prepare(
    'INSERT INTO privileges (site_id, reputation, short_description, description) VALUES (?, ?, ?, ?)',
  );
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
  return [...mains, ...metas].map(({ share, age, ...site }, index) => {
    const id = index + 1;
    const launchedAt = now - age * YEAR_SECONDS;
    insertSite.run({ ...site, id, launchedAt, icon: `{self}/icons/${site.key}.svg` });
    BADGE_TEXTS.forEach((badge, place) =>
      insertBadge.run(id, place + 1, badge.name, badge.rank, 'named', badge.description),
    );
    for (const { reputation, short, description } of PRIVILEGE_TEXTS)
      insertPrivilege.run(id, reputation, short, description);
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
