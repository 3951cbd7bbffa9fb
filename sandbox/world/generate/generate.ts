import type { DatabaseSync } from 'node:sqlite';
import type { Actions } from '../actions/index.ts';
import { createRandom, type Random } from '../random.ts';
import { awardBadges, writeCatalogue, writeExtras, type GeneratedSite } from './catalogue.ts';
import { History } from './history.ts';
import { writeMadeUp } from './made-up.ts';
import { DEMO_COUNT, PEOPLE_COUNT, writePeople } from './people.ts';
import { planHistory } from './plan.ts';

const EVENTS_PER_PROGRESS = 2000;
const DAY_SECONDS = 86_400;

/** Work of {@link generate}. */
interface Generation {
  db: DatabaseSync;
  actions: Actions;
  seed: number;
  /** Epoch seconds. */
  now: number;
  onProgress: (done: number, total: number) => void;
}

/** Fills an empty world inside the caller's transaction. The same seed and `now` give the same world. */
export function generate({ db, actions, seed, now, onProgress }: Generation): void {
  const random = createRandom(seed);
  const sites = writeCatalogue(db, now);
  const history = new History(db, actions, writePeople(db, sites, random, now), random);
  const events = planHistory(sites, random, now);
  events.forEach((event, index) => {
    history.run(event);
    if ((index + 1) % EVENTS_PER_PROGRESS === 0 || index + 1 === events.length) onProgress(index + 1, events.length);
  });
  writeViewsAndEdits(db, random, now);
  nameModerators(db, sites);
  settleInboxes(db, random, now);
  awardBadges(db, actions, sites);
  writeExtras(db, sites, createRandom(Math.imul(seed, 0x27d4eb2f) + 1));
  writeMadeUp(db, sites, createRandom(Math.imul(seed, 0x165667b1) + 2), now);
}

function writeViewsAndEdits(db: DatabaseSync, random: Random, now: number): void {
  const columns = 'site_id, id, coalesce(parent_id, 0), post_type, owner_id, score, answer_count, created_at';
  const all = db.prepare(`SELECT ${columns} FROM posts ORDER BY site_id, id`);
  all.setReturnArrays(true);
  const posts = all.all() as unknown as [number, number, number, number, number, number, number, number][];
  const setViews = db.prepare('UPDATE posts SET view_count = ?, favorite_count = ? WHERE site_id = ? AND id = ?');
  const setEdit = db.prepare(
    `UPDATE posts SET last_edit_at = ?1, last_editor_id = ?2, last_activity_at = max(last_activity_at, ?1)
       WHERE site_id = ?3 AND id = ?4`,
  );
  const bump = db.prepare('UPDATE posts SET last_activity_at = max(last_activity_at, ?) WHERE site_id = ? AND id = ?');
  const protect = db.prepare('UPDATE posts SET protected_at = ? WHERE site_id = ? AND id = ?');
  for (const [site, id, parent, type, owner, score, answers, createdAt] of posts) {
    if (type === 1) {
      const interest = 3 + Math.max(0, score) * 4 + answers * 5;
      const age = 1 + Math.sqrt((now - createdAt) / DAY_SECONDS);
      const views = Math.round(interest * age * (0.4 + random.fraction()));
      setViews.run(views, Math.floor(Math.max(0, score) * random.fraction() * 0.5), site, id);
      if (score >= 8 && random.chance(0.2)) protect.run(Math.min(now, createdAt + 20 * DAY_SECONDS), site, id);
    }
    if (!random.chance(0.12)) continue;
    const at = Math.floor(createdAt + 60 + random.span(3 * DAY_SECONDS));
    if (at >= now) continue;
    setEdit.run(at, owner, site, id);
    bump.run(at, site, parent);
  }
  db.exec(
    `UPDATE tags SET last_activity_at =
       (SELECT max(p.last_activity_at) FROM post_tags t JOIN posts p ON p.site_id = t.site_id AND p.id = t.post_id
       WHERE t.site_id = tags.site_id AND t.tag_id = tags.id AND p.deleted_at IS NULL)`,
  );
}

/**
 * Makes moderators of those with the most reputation who are no demo people, most of them elected; and of one demo
 * person.
 */
function nameModerators(db: DatabaseSync, sites: readonly GeneratedSite[]): void {
  const name = db.prepare(
    `UPDATE users SET user_type = 'moderator', is_elected = place <= 3 FROM
       (SELECT id AS chosen, row_number() OVER (ORDER BY reputation DESC, id) AS place FROM users
        WHERE site_id = ?1 AND account_id BETWEEN ?2 AND ?3)
       WHERE site_id = ?1 AND id = chosen AND place <= 4`,
  );
  const mainSites = sites.filter((site) => !site.isMeta);
  for (const { id } of mainSites) name.run(id, DEMO_COUNT + 1, PEOPLE_COUNT);
  const demoModerator = 4;
  name.run(mainSites[2]?.id ?? 0, demoModerator, demoModerator);
}

/** The network keeps a person's latest thirty-odd items; all but a few of the newest have been read. */
function settleInboxes(db: DatabaseSync, random: Random, now: number): void {
  const accounts = db.prepare('SELECT DISTINCT account_id FROM inbox_items ORDER BY account_id').all();
  const older = `account_id = ?1 AND id NOT IN
    (SELECT id FROM inbox_items WHERE account_id = ?1 ORDER BY created_at DESC, id DESC LIMIT ?2)`;
  const forget = db.prepare(`DELETE FROM inbox_items WHERE ${older}`);
  const read = db.prepare(`UPDATE inbox_items SET is_unread = 0 WHERE ${older}`);
  const greet = db.prepare(
    `INSERT INTO inbox_items (account_id, site_id, item_type, title, body, created_at, is_unread)
       VALUES (?, ?, 'moderator_message', ?, ?, ?, 0)`,
  );
  for (const accountId of accounts.map((row) => Number(row['account_id']))) {
    forget.run(accountId, random.integer(28, 36));
    if (accountId <= DEMO_COUNT)
      greet.run(
        accountId,
        1,
        'Welcome to the review team',
        'You have been reviewing first posts for a month now. Thank you; it makes a difference to new people.',
        now - random.integer(20, 60) * DAY_SECONDS,
      );
    read.run(accountId, random.integer(0, 3));
  }
}
