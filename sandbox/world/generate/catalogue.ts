import type { DatabaseSync } from 'node:sqlite';
import { BADGE_TEXTS } from '../text/badges.ts';
import { PRIVILEGE_TEXTS } from '../text/privileges.ts';
import { metaKey, SITE_TEXTS } from '../text/sites.ts';

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
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?8, ?8, ?9, ?10, ?11, ?12)`,
  );
  const insertBadge = db.prepare(
    'INSERT INTO badges (site_id, id, name, rank, badge_type, description) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertPrivilege = db.prepare(
    'INSERT INTO privileges (site_id, reputation, short_description, description) VALUES (?, ?, ?, ?)',
  );
  const sites: GeneratedSite[] = [];
  for (const isMeta of [false, true]) {
    for (const text of SITE_TEXTS) {
      const key = isMeta ? metaKey(text.key) : text.key;
      const site: GeneratedSite = {
        id: sites.length + 1,
        key,
        isMeta,
        launchedAt: now - text.age * YEAR_SECONDS,
        share: isMeta ? text.share * META_SHARE : text.share,
      };
      sites.push(site);
      insertSite.run(
        site.id,
        key,
        isMeta ? `${text.name} Meta` : text.name,
        isMeta ? text.url.replace('https://', 'https://meta.') : text.url,
        isMeta ? 'meta_site' : 'main_site',
        isMeta ? 'linked_meta' : text.state,
        isMeta ? `people who care for ${text.name} itself` : text.audience,
        `{self}/icons/${key}.svg`,
        site.launchedAt,
        text.linkColor,
        text.tagForeground,
        text.tagBackground,
      );
      BADGE_TEXTS.forEach((badge, index) =>
        insertBadge.run(site.id, index + 1, badge.name, badge.rank, 'named', badge.description),
      );
      for (const { reputation, short, description } of PRIVILEGE_TEXTS)
        insertPrivilege.run(site.id, reputation, short, description);
    }
  }
  return sites;
}
