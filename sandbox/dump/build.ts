import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { UNCOUNTED } from './tables/posts.ts';
import { insertSite, privilegeWriter } from '../world/generate/catalogue.ts';
import { LEAST_RATED_QUESTIONS } from '../world/actions/effects.ts';
import { INDEXES } from '../world/database/indexes.ts';
import { fillKept, fillReputationDays } from '../world/database/kept.ts';
import { openBounties, dropOrphans, findReplies, buildReputation } from './derive.ts';
import type { Dump, DumpListener } from './dump.ts';

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
  const [type, state] = /(?:^|\.)meta(?:\.|$)/.test(key) ? ['meta_site', 'linked_meta'] : ['main_site', 'normal'];
  const name = titleOf(key);
  const words = { key, name, url: `https://${domain}`, audience: `people interested in ${name}` };
  const looks = { linkColor: '#3B5BDB', tagForeground: '#3B5BDB', tagBackground: '#E7ECFB' };
  insertSite(db).run({ id, ...words, type, state, ...looks, icon: `{self}/icons/${key}.svg`, launchedAt: 0 });
  privilegeWriter(db)(id);
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

/** Offers the people with the most reputation at the sign-in. */
export function offerPeople(db: DatabaseSync): void {
  db.exec(
    `UPDATE accounts SET is_demo = 1 WHERE id IN (SELECT account_id FROM users WHERE account_id > 0 GROUP BY account_id
       ORDER BY sum(reputation) DESC, account_id LIMIT ${OFFERED_PEOPLE})`,
  );
}

/** A site whose files are read. */
export interface ReadSite {
  readonly siteId: number;
  readonly dump: Dump;
  /** Columns that no file has. */
  readonly lacking: ReadonlySet<string>;
}

/** Something that is built from the rows, in one transaction. */
export interface BuildStep {
  readonly what: string;
  /** How long it takes, as a share of reading the files. @see BUILD_SHARE */
  readonly share: number;
  /** @param onPart told how much of it is done, from 0 to 1 */
  run(onPart: (share: number) => void): void;
}

const SHARES = { kept: 0.2, indexes: 0.35, texts: 1.2, reputation: 0.2, other: 0.1 } as const;
/** Texts of posts, by themselves. */
export const TEXTS_SHARE = SHARES.texts;
/** All of it, as a share of reading the files. */
export const BUILD_SHARE = Object.values(SHARES).reduce((sum, share) => sum + share, 0);

/** Lists what is to be done before texts of posts are made. */
export const firstSteps = (db: DatabaseSync, sites: readonly ReadSite[], listener: DumpListener): BuildStep[] =>
  sites.map(({ siteId, dump }) => ({
    what: `${dump.site} answers`,
    share: SHARES.other / (sites.length * 5),
    run() {
      const { ids, count } = dropOrphans(db, siteId);
      if (count > 0) listener.orphaned?.(join(dump.folder, 'Posts.xml'), ids, count);
    },
  }));

/** Lists what else is built, in its order. */
export function buildSteps(db: DatabaseSync, sites: readonly ReadSite[]): BuildStep[] {
  const other = SHARES.other / (sites.length * 5);
  const perSite = (what: string, run: (site: ReadSite) => void, share: number = other): BuildStep[] =>
    sites.map((site) => ({ what: `${site.dump.site} ${what}`, share, run: () => run(site) }));
  // Rows that come in another order than an index has cost many times as much while it is there.
  const indexes = (isOfReputation: boolean): BuildStep[] =>
    [...INDEXES]
      .filter(([, definition]) => definition.includes(' ON reputation_events ') === isOfReputation)
      .map(([name, definition]) => ({
        what: `index ${name}`,
        share: SHARES.indexes / INDEXES.size,
        run: () => db.exec(`CREATE INDEX ${definition}`),
      }));
  return [
    ...perSite('counts', ({ siteId, lacking }) => countAnew(db, siteId, lacking)),
    ...perSite('replies', ({ siteId }) => findReplies(db, siteId)),
    { what: 'kept numbers', share: SHARES.kept, run: (onPart) => fillKept(db, onPart) },
    ...indexes(false),
    ...perSite('reputation history', ({ siteId }) => buildReputation(db, siteId), SHARES.reputation / sites.length),
    ...indexes(true),
    { what: 'reputation of days', share: 0, run: () => fillReputationDays(db) },
    ...perSite('bounties', ({ siteId }) => openBounties(db, siteId)),
    ...perSite('tags', ({ siteId }) => settleSite(db, siteId)),
  ];
}
