import type { DatabaseSync } from 'node:sqlite';
import { UNCOUNTED } from '../tables/tags.ts';
import { PRIVILEGE_TEXTS } from '../../world/text/sites.ts';
import { LEAST_RATED_QUESTIONS } from '../../world/actions/effects.ts';

/** `conlang.meta` as a title: `Conlang Meta`. */
const titleOf = (key: string) =>
  key
    .split(/[.-]+/)
    .filter(Boolean)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

/**
 * Returns the id of a site; writes, unless an earlier load did, what a dump does not say of it: how it is called,
 * looks, and what reputation allows there.
 * @param key the api_site_parameter
 * @param domain of the real site; made up if left out
 */
export function siteOf(db: DatabaseSync, key: string, domain: string = `${key}.example`): number {
  const known = db.prepare('SELECT id FROM sites WHERE api_site_parameter = ?').get(key);
  if (known) return Number(known['id']);
  db.exec('BEGIN');
  const { id } = db.prepare('SELECT coalesce(max(id), 0) + 1 AS id FROM sites').get() as { id: number };
  const isMeta = /(?:^|\.)meta(?:\.|$)/.test(key);
  db.prepare(
    `INSERT INTO sites (id, api_site_parameter, name, site_url, site_type, site_state, audience, icon_url, logo_url,
       favicon_url, high_resolution_icon_url, launch_date, link_color, tag_foreground_color, tag_background_color)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?8, ?8, 0, '#3B5BDB', '#3B5BDB', '#E7ECFB')`,
  ).run(
    id,
    key,
    titleOf(key),
    `https://${domain}`,
    isMeta ? 'meta_site' : 'main_site',
    isMeta ? 'linked_meta' : 'normal',
    `people interested in ${titleOf(key)}`,
    `{self}/icons/${key}.svg`,
  );
  const privilege = db.prepare(
    'INSERT INTO privileges (site_id, reputation, short_description, description) VALUES (?, ?, ?, ?)',
  );
  for (const { reputation, short, description } of PRIVILEGE_TEXTS) privilege.run(id, reputation, short, description);
  db.exec('COMMIT');
  return id;
}

/** Sets what follows from the site's rows. */
export function settleSite(db: DatabaseSync, siteId: number): void {
  const run = (sql: string) => db.prepare(sql).run({ site: siteId });
  run(
    `UPDATE sites SET launch_date = coalesce((SELECT min(at)
       FROM (SELECT min(created_at) AS at FROM users WHERE site_id = :site AND id > 0
       UNION ALL SELECT min(created_at) FROM posts WHERE site_id = :site)), 0) WHERE id = :site`,
  );
  run(
    `UPDATE tags SET last_activity_at = t.at
      FROM (SELECT tag_id, max(last_activity_at) AS at FROM post_tags WHERE site_id = :site GROUP BY tag_id) t
      WHERE tags.site_id = :site AND tags.id = t.tag_id`,
  );
  run(
    `UPDATE users SET accept_rate = q.rate
      FROM (SELECT owner_id, count(accepted_answer_id) * 100 / count(*) AS rate
        FROM posts WHERE site_id = :site AND post_type = 1 GROUP BY owner_id
        HAVING count(*) >= ${LEAST_RATED_QUESTIONS}) q
      WHERE users.site_id = :site AND users.id = q.owner_id`,
  );
}

/** Counts what a dump with few columns, or without a file, leaves uncounted. */
export function countAnew(db: DatabaseSync, siteId: number, lacking: ReadonlySet<string>): void {
  const run = (sql: string) => db.prepare(sql).run({ site: siteId });
  if (lacking.has('AnswerCount'))
    run(
      `UPDATE posts SET answer_count = a.number
         FROM (SELECT parent_id, count(*) AS number FROM posts WHERE site_id = :site AND post_type = 2
         GROUP BY parent_id) a WHERE posts.site_id = :site AND posts.id = a.parent_id`,
    );
  if (lacking.has('CommentCount'))
    run(
      `UPDATE posts SET comment_count = c.number
         FROM (SELECT post_id, count(*) AS number FROM comments WHERE site_id = :site
         GROUP BY post_id) c WHERE posts.site_id = :site AND posts.id = c.post_id`,
    );
  run(
    `UPDATE tags SET count = l.number
      FROM (SELECT tag_id, count(*) AS number FROM post_tags WHERE site_id = :site GROUP BY tag_id) l
      WHERE tags.site_id = :site AND tags.id = l.tag_id${lacking.has('Count') ? '' : ` AND tags.count = ${UNCOUNTED}`}`,
  );
}

/** As many people as the sign-in page offers. */
const OFFERED_PEOPLE = 12;

/** Lets the people with the most reputation in the network sign in. */
export function offerPeople(db: DatabaseSync): void {
  db.exec(
    `UPDATE accounts SET is_demo = 1 WHERE id IN (SELECT account_id FROM users WHERE account_id > 0 GROUP BY account_id
       ORDER BY sum(reputation) DESC, account_id LIMIT ${OFFERED_PEOPLE})`,
  );
}
