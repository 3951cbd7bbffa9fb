import type { DatabaseSync } from 'node:sqlite';
import { guidOf } from '../actions/post.ts';
import { textKey } from '../database/text.ts';
import { createStatements, type Bindings, type Statements, insertInto } from '../database/statements.ts';
import type { Random } from '../random.ts';
import { DEMO_COUNT } from './people.ts';
import type { GeneratedSite } from './catalogue.ts';

const DAY_SECONDS = 86_400;
/** One suggested edit for about this many posts. */
const POSTS_PER_SUGGESTION = 25;
const SYNONYM_ENDINGS = ['s', 'ing', '-help'];
const ARTICLE_TYPES = ['knowledge-article', 'how-to-guide', 'announcement', 'policy'];
const NOTES = ['fixed spelling', 'added a heading', 'made the title clearer', 'put code into a block'];

/** Facts of a site while rows are made up for it. */
interface Making {
  statements: Statements;
  random: Random;
  site: number;
  now: number;
  /** The site's tags, the one on most questions first. */
  tags: readonly { id: number; name: string }[];
  /** The site's users by their accounts, demo people first. */
  users: readonly { id: number; joinedAt: number }[];
}

function put({ statements, site }: Pick<Making, 'statements' | 'site'>, table: string, row: Bindings): void {
  statements.run(insertInto(table, ['site_id', ...Object.keys(row)].join(' '), true), { site_id: site, ...row });
}

/** Draws a user, and a moment since then and since the user joined. */
function act({ random, users, now }: Making, since: number): { user: number; at: number } {
  const { id, joinedAt } = random.pick(users);
  return { user: id, at: random.integer(Math.max(since, joinedAt + 1), now - 1) };
}

const nextId = ({ statements, site }: Making, table: string): number =>
  Number(statements.get(`SELECT coalesce(max(id), 0) + 1 AS id FROM ${table} WHERE site_id = :site`, { site })?.['id']);

/** Writes a post that is neither question nor answer, and returns its id. */
function writePost(making: Making, type: number, body: string, more: Bindings = {}): number {
  const { statements, random, site, now } = making;
  const id = nextId(making, 'posts');
  const { user: owner, at } = act(making, now - 200 * DAY_SECONDS);
  const counts = { score: random.integer(0, 9), view_count: random.integer(50, 900) };
  const dates = { created_at: at, last_activity_at: at, last_edit_at: at };
  put(making, 'posts', { id, post_type: type, owner_id: owner, ...counts, ...dates, last_editor_id: owner, ...more });
  const key = textKey(':site', ':id');
  statements.run(`INSERT INTO bodies (post_key, body) VALUES (${key}, :body)`, { site, id, body });
  return id;
}

/** Says what tags are for, what else they are called, and who watches them. */
function describeTags(making: Making): void {
  const { statements, site, tags, random, users, now } = making;
  for (const { id, name } of tags.slice(0, 12)) {
    const excerpt = writePost(making, 4, `For questions about ${name} as it is used on this site.`);
    const wiki = writePost(making, 5, `<p>What to say in a question about ${name}, and where to read on.</p>`);
    const set = 'UPDATE tags SET excerpt_post_id = :excerpt, wiki_post_id = :wiki WHERE site_id = :site AND id = :id';
    statements.run(set, { site, id, excerpt, wiki });
  }
  for (const { id, name } of tags.slice(0, 20)) {
    const at = now - random.integer(3600, 300 * DAY_SECONDS);
    const from = `${name}${random.pick(SYNONYM_ENDINGS)}`;
    const applied = { applied_count: random.integer(1, 40), last_applied_at: random.integer(at, now) };
    put(making, 'tag_synonyms', { id, from_tag: from, to_tag: name, ...applied, created_at: at });
    statements.run('UPDATE tags SET has_synonyms = 1 WHERE site_id = :site AND id = :id', { site, id });
  }
  for (const { id: user } of users.slice(0, DEMO_COUNT))
    for (const [index, { name }] of random.some(tags.slice(0, 10), 4).entries())
      put(making, 'tag_preferences', { user_id: user, tag: name, is_ignored: index === 3 ? 1 : 0 });
}

/** Writes the edits that posts are dated by, and edits that people proposed. */
function writeEdits(making: Making): void {
  const { statements, site, random, now } = making;
  const number = '(SELECT count(*) + 1 FROM revisions r WHERE r.site_id = p.site_id AND r.post_id = p.id)';
  const posts = `FROM posts p JOIN bodies b ON b.post_key = ${textKey('p.site_id', 'p.id')}
    WHERE p.site_id = :site AND p.post_type IN (1, 2)`;
  statements.run(
    `INSERT INTO revisions (site_id, post_id, user_id, created_at, comment, body, guid)
       SELECT p.site_id, p.id, p.last_editor_id, p.last_edit_at, 'made it clearer', b.body,
         ${guidOf('p.site_id', 'p.id', number)} ${posts} AND p.last_edit_at IS NOT NULL ORDER BY p.id`,
    { site },
  );
  const all = statements.all(
    `SELECT p.id, p.title, p.tags, p.created_at, b.body ${posts} AND p.deleted_at IS NULL ORDER BY p.id`,
    { site },
  );
  random.some(all, Math.ceil(all.length / POSTS_PER_SUGGESTION)).forEach((post, index) => {
    const proposers = random.chance(0.2) ? making.users.slice(0, 1) : making.users;
    const { user, at } = act({ ...making, users: proposers }, Number(post['created_at']));
    const decided = random.integer(at, Math.min(now, at + DAY_SECONDS));
    const fate = random.integer(0, 4);
    const { id, title = null, tags = null, body = null } = post;
    const edit = { id: index + 1, post_id: Number(id), user_id: user, title, tags, body, comment: random.pick(NOTES) };
    const decision = { approved_at: fate < 3 ? decided : null, rejected_at: fate === 3 ? decided : null };
    put(making, 'suggested_edits', { ...edit, created_at: at, ...decision });
  });
}

function writeArticles(making: Making): void {
  for (const { name } of making.tags.slice(0, 4)) {
    const body = `<p>What this site has learned about ${name}, in one place.</p>`;
    const id = writePost(making, 9, body, { title: `All about ${name}`, tags: `|${name}|`, comment_count: 1 });
    put(making, 'articles', { post_id: id, article_type: making.random.pick(ARTICLE_TYPES) });
    const { user, at } = act(making, making.now - DAY_SECONDS);
    const comment = { id: nextId(making, 'comments'), post_id: id, owner_id: user, created_at: at };
    put(making, 'comments', { ...comment, body: 'Just what I was looking for.' });
  }
}

function writeCollectives(making: Making): void {
  const { tags, users, random, statements, site } = making;
  const address = String(
    statements.get('SELECT api_site_parameter AS key FROM sites WHERE id = :site', { site })?.['key'],
  );
  for (const [index, { name }] of tags.slice(0, 2).entries()) {
    const id = index + 1;
    const words = { name: `${name} collective`, description: `People who know ${name} well.` };
    put(making, 'collectives', { id, slug: name, ...words, website: `{self}/sites/${address}` });
    for (const tag of tags.slice(index * 3, index * 3 + 3))
      put(making, 'collective_tags', { collective_id: id, tag_id: tag.id });
    for (const { id: user } of [...users.slice(0, 1), ...random.some(users.slice(1), 12)])
      put(making, 'collective_users', { collective_id: id, user_id: user });
  }
}

/**
 * Makes up what only some networks have, and hardly any dump: articles, collectives, synonyms and wikis of tags,
 * people's preferences, merged accounts, and edits. It only adds rows, and draws from a source of its own, so that all
 * else stays as it was made.
 */
export function writeMadeUp(db: DatabaseSync, sites: readonly GeneratedSite[], random: Random, now: number): void {
  const statements = createStatements(db);
  for (const { id: site, isMeta } of sites) {
    const ofAll = 'SELECT id, name FROM tags WHERE site_id = :site AND is_moderator_only = 0 ORDER BY count DESC, name';
    const tags = statements.all(ofAll, { site }).map(({ id, name }) => ({ id: Number(id), name: String(name) }));
    const users = statements
      .all('SELECT id, created_at FROM users WHERE site_id = :site ORDER BY account_id', { site })
      .map((user) => ({ id: Number(user['id']), joinedAt: Number(user['created_at']) }));
    const making: Making = { statements, random, site, now, tags, users };
    writeEdits(making);
    describeTags(making);
    if (isMeta) continue;
    writeArticles(making);
    writeCollectives(making);
  }
  // Accounts that were merged are no longer there.
  for (const account of [1, 2])
    db.prepare('INSERT INTO account_merges VALUES (?, ?, ?)').run(
      1_000_000 + account,
      account,
      now - random.integer(100, 400) * DAY_SECONDS,
    );
}
