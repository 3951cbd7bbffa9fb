import type { DatabaseSync } from 'node:sqlite';
import { guidOf } from '../actions/revising.ts';
import { textKey } from '../database/text.ts';
import type { Random } from '../random.ts';
import { DEMO_COUNT } from './people.ts';
import type { GeneratedSite } from './catalogue.ts';

const DAY_SECONDS = 86_400;
/** One suggested edit for about this many posts. */
const POSTS_PER_SUGGESTION = 25;
const SYNONYM_ENDINGS = ['s', 'ing', '-help'];
const ARTICLE_TYPES = ['knowledge-article', 'how-to-guide', 'announcement', 'policy'];
const NOTES = ['fixed spelling', 'added a heading', 'made the title clearer', 'put code into a block'];

interface MadeTag {
  id: number;
  name: string;
}

/** Everything that a part of a site is made of. */
interface Making {
  db: DatabaseSync;
  random: Random;
  site: GeneratedSite;
  now: number;
  /** The site's tags, the one on most questions first. */
  tags: readonly MadeTag[];
  users: readonly number[];
}

const ago = ({ random, now }: Making, days: number) => now - random.integer(3600, days * DAY_SECONDS);

const ids = (db: DatabaseSync, sql: string, site: number): number[] =>
  db
    .prepare(sql)
    .all(site)
    .map(({ id }) => Number(id));

/** Writes a post that is neither question nor answer, and returns its id. */
function writePost(making: Making, type: number, body: string, title: string | null, tags: string | null): number {
  const { db, random, site, users } = making;
  const at = ago(making, 200);
  const owner = random.pick(users);
  const row = db
    .prepare(
      `INSERT INTO posts (site_id, id, post_type, owner_id, title, tags, score, view_count, created_at,
         last_activity_at, last_edit_at, last_editor_id)
       SELECT ?1, coalesce(max(id), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?8, ?3 FROM posts WHERE site_id = ?1
       RETURNING id`,
    )
    .get(site.id, type, owner, title, tags, random.integer(0, 9), random.integer(50, 900), at);
  const id = Number(row?.['id']);
  db.prepare(`INSERT INTO bodies (post_key, body) VALUES (${textKey('?', '?')}, ?)`).run(site.id, id, body);
  return id;
}

function writeWikis(making: Making): void {
  const { db, site, tags } = making;
  const put = db.prepare('UPDATE tags SET excerpt_post_id = ?, wiki_post_id = ? WHERE site_id = ? AND id = ?');
  for (const { id, name } of tags.slice(0, 12)) {
    const excerpt = writePost(making, 4, `For questions about ${name} as it is used on this site.`, null, null);
    const wiki = writePost(
      making,
      5,
      `<p>What to say in a question about ${name}, and where to read on.</p>`,
      null,
      null,
    );
    put.run(excerpt, wiki, site.id, id);
  }
}

function writeSynonyms(making: Making): void {
  const { db, site, tags, random } = making;
  const insert = db.prepare(
    `INSERT OR IGNORE INTO tag_synonyms (site_id, id, from_tag, to_tag, applied_count, last_applied_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const mark = db.prepare('UPDATE tags SET has_synonyms = 1 WHERE site_id = ? AND id = ?');
  for (const { id, name } of tags.slice(0, 20)) {
    const at = ago(making, 300);
    const uses = random.integer(1, 40);
    const from = `${name}${random.pick(SYNONYM_ENDINGS)}`;
    insert.run(site.id, id, from, name, uses, random.integer(at, making.now), at);
    mark.run(site.id, id);
  }
}

function writePreferences({ db, site, tags, random }: Making): void {
  const members = ids(db, `SELECT id FROM users WHERE site_id = ? AND account_id <= ${DEMO_COUNT}`, site.id);
  const insert = db.prepare('INSERT INTO tag_preferences (site_id, user_id, tag, is_ignored) VALUES (?, ?, ?, ?)');
  for (const user of members)
    for (const [index, { name }] of random.some(tags.slice(0, 10), 4).entries())
      insert.run(site.id, user, name, index === 3 ? 1 : 0);
}

/** The edits that posts are dated by, and edits that people without the privilege proposed. */
function writeEdits(making: Making): void {
  const { db, site, users, random, now } = making;
  const [first = 0] = users;
  const number = '(SELECT count(*) + 1 FROM revisions r WHERE r.site_id = p.site_id AND r.post_id = p.id)';
  db.prepare(
    `INSERT INTO revisions (site_id, post_id, user_id, created_at, comment, body, guid)
       SELECT p.site_id, p.id, p.last_editor_id, p.last_edit_at, 'made it clearer', b.body,
         ${guidOf('p.site_id', 'p.id', number)}
       FROM posts p JOIN bodies b ON b.post_key = ${textKey('p.site_id', 'p.id')}
      WHERE p.site_id = ? AND p.post_type IN (1, 2) AND p.last_edit_at IS NOT NULL ORDER BY p.id`,
  ).run(site.id);
  const posts = db
    .prepare(
      `SELECT id, title, tags, created_at AS at FROM posts
        WHERE site_id = ? AND post_type IN (1, 2) AND deleted_at IS NULL ORDER BY id`,
    )
    .all(site.id) as unknown as { id: number; title: string | null; tags: string | null; at: number }[];
  const insert = db.prepare(
    `INSERT INTO suggested_edits (site_id, id, post_id, user_id, title, tags, body, comment, created_at, approved_at,
       rejected_at) SELECT ?1, ?2, ?3, ?4, ?5, ?6, body, ?7, ?8, ?9, ?10 FROM bodies
        WHERE post_key = ${textKey('?1', '?3')}`,
  );
  random.some(posts, Math.ceil(posts.length / POSTS_PER_SUGGESTION)).forEach((post, index) => {
    const at = random.integer(post.at, now);
    const decided = random.integer(at, Math.min(now, at + DAY_SECONDS));
    const fate = random.integer(0, 4);
    insert.run(
      site.id,
      index + 1,
      post.id,
      random.chance(0.2) ? first : random.pick(users),
      post.title,
      post.tags,
      random.pick(NOTES),
      at,
      fate < 3 ? decided : null,
      fate === 3 ? decided : null,
    );
  });
}

function writeArticles(making: Making): void {
  const { db, site, tags, users, random } = making;
  const insert = db.prepare('INSERT INTO articles (site_id, post_id, article_type) VALUES (?, ?, ?)');
  const comment = db.prepare(
    `INSERT INTO comments (site_id, id, post_id, owner_id, body, created_at)
       SELECT ?1, coalesce(max(id), 0) + 1, ?2, ?3, 'Just what I was looking for.', ?4 FROM comments WHERE site_id = ?1`,
  );
  const commented = db.prepare('UPDATE posts SET comment_count = 1 WHERE site_id = ? AND id = ?');
  for (const { name } of tags.slice(0, 4)) {
    const body = `<p>What this site has learned about ${name}, in one place.</p>`;
    const id = writePost(making, 9, body, `All about ${name}`, `|${name}|`);
    insert.run(site.id, id, random.pick(ARTICLE_TYPES));
    comment.run(site.id, id, random.pick(users), ago(making, 1));
    commented.run(site.id, id);
  }
}

function writeCollectives({ db, site, tags, users, random }: Making): void {
  const insert = db.prepare(
    'INSERT INTO collectives (site_id, id, slug, name, description, website) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const addTag = db.prepare('INSERT INTO collective_tags (site_id, collective_id, tag_id) VALUES (?, ?, ?)');
  const addUser = db.prepare('INSERT INTO collective_users (site_id, user_id, collective_id) VALUES (?, ?, ?)');
  for (const [index, { name }] of tags.slice(0, 2).entries()) {
    const id = index + 1;
    const website = `https://${name.replace(/[^a-z0-9]/g, '')}.example`;
    insert.run(site.id, id, name, `${name} collective`, `People who know ${name} well.`, website);
    for (const tag of tags.slice(index * 3, index * 3 + 3)) addTag.run(site.id, id, tag.id);
    const others = random.some(users.slice(1), 12);
    for (const user of [...users.slice(0, 1), ...others]) addUser.run(site.id, user, id);
  }
}

/**
 * Makes up what only some networks have, and no dump: articles, collectives, synonyms and wikis of tags, people's
 * preferences, merged accounts, and edits. It only adds rows, and draws from a source of its own, so that all else stays
 * as it was made.
 */
export function writeMadeUp(db: DatabaseSync, sites: readonly GeneratedSite[], random: Random, now: number): void {
  const tagsOf = db.prepare(
    'SELECT id, name FROM tags WHERE site_id = ? AND is_moderator_only = 0 ORDER BY count DESC, name',
  );
  for (const site of sites) {
    const tags = tagsOf.all(site.id) as unknown as MadeTag[];
    const users = ids(db, 'SELECT id FROM users WHERE site_id = ? ORDER BY account_id', site.id);
    const making: Making = { db, random, site, now, tags, users };
    writeEdits(making);
    writeSynonyms(making);
    writePreferences(making);
    writeWikis(making);
    if (site.isMeta) continue;
    writeArticles(making);
    writeCollectives(making);
  }
  const merge = db.prepare('INSERT INTO account_merges (old_account_id, new_account_id, merged_at) VALUES (?, ?, ?)');
  // Accounts that were merged are no longer there.
  for (const account of [1, 2]) merge.run(1_000_000 + account, account, now - random.integer(100, 400) * DAY_SECONDS);
}
