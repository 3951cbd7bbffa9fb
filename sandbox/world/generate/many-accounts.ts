import type { DatabaseSync } from 'node:sqlite';

/** More than fit on a page of the API. */
const SMALL_SITES = 120;
/** What the public service gives who has 200 on another site. */
const ASSOCIATION_BONUS = 100;
const DAY_SECONDS = 86_400;

/**
 * Adds many small sites, each with an account of the last demo person, who has accounts nearly everywhere, as some
 * people have. Adds them once; a world without demo people stays as it is.
 * @param now epoch seconds
 */
export function addManyAccounts(db: DatabaseSync, now: number): void {
  if (db.prepare("SELECT 1 FROM meta WHERE key = 'many_accounts'").get()) return;
  const person = db.prepare('SELECT id, display_name FROM accounts WHERE is_demo = 1 ORDER BY id DESC LIMIT 1').get();
  if (!person) return;
  const insertSite = db.prepare(
    `INSERT INTO sites (id, api_site_parameter, name, site_url, audience, icon_url, logo_url, favicon_url,
       high_resolution_icon_url, launch_date, link_color, tag_foreground_color, tag_background_color)
     VALUES (?1, ?2, ?3, ?4, 'people who like small sites', ?5, ?5, ?5, ?5, ?6, '#1F5FA8', '#24527F', '#E1EBF5')`,
  );
  const insertUser = db.prepare(
    `INSERT INTO users (site_id, id, account_id, display_name, reputation, created_at, last_access_at, profile_image)
       VALUES (?1, 1, ?2, ?3, ?4, ?5, ?5, ?6)`,
  );
  const insertEvent = db.prepare(
    `INSERT INTO reputation_events (site_id, user_id, history_type, change, on_date)
       VALUES (?, 1, 'association_bonus', ?, ?)`,
  );
  const { last } = db.prepare('SELECT max(id) AS last FROM sites').get() as { last: number };
  db.exec('BEGIN IMMEDIATE');
  for (let count = 1; count <= SMALL_SITES; count += 1) {
    const site = last + count;
    const key = `small${count}`;
    const joinedAt = now - (400 + count) * DAY_SECONDS;
    const launchedAt = joinedAt - 100 * DAY_SECONDS;
    insertSite.run(site, key, `Small Site ${count}`, `https://${key}.example`, `{self}/icons/${key}.svg`, launchedAt);
    const { id, display_name: name } = person;
    const picture = `{self}/avatars/${Number(id)}.svg`;
    insertUser.run(site, id ?? null, name ?? null, 1 + ASSOCIATION_BONUS, joinedAt, picture);
    insertEvent.run(site, ASSOCIATION_BONUS, joinedAt);
  }
  db.exec("INSERT INTO meta (key, value) VALUES ('many_accounts', '1'); COMMIT");
}
