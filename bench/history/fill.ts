import { DatabaseSync } from 'node:sqlite';
import { MATCH_KIND } from '../../common/schemas/match-kind.ts';
import { COUNT_ALL } from '../../electron/store/database/schema.ts';
import { openHistory } from '../../electron/store/history.ts';

/** Network and account that own every row. */
export const OWNER = { network: 'demo', accountId: 1, displayName: 'Ada' };
/** Watch that finds a tenth of all items. */
export const WATCH = 'w1';

const OLDEST_MS = Date.UTC(2025, 0, 10, 12);
const MS_PER_ITEM = 30_000;
const PLACES_PER_SECOND = 2 ** 20;

/** Row number `n` of the fill as values of an inbox item: 5 sites, 8 kinds, 300 tags, every seventh unread. */
const NUMBERS = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)`;
const CREATED_AT = `${OLDEST_MS} + n * ${MS_PER_ITEM}`;
const TAGS = `json_array('tag-' || (n % 300), 'tag-' || (n * 7 % 300))`;
const READ_AT = `CASE WHEN n % 7 = 0 THEN NULL ELSE ${OLDEST_MS} END`;
const IS_MATCH = 'n % 10 = 0';

const ITEMS = `INSERT INTO inbox_items (id, profile_id, key, item_type, site_id, site_name, title, excerpt, link,
    created_at, listed_at, first_seen_at, read_at, question_id, tags, watch_ids)
  ${NUMBERS} SELECT (${CREATED_AT}) / 1000 * ${PLACES_PER_SECOND} + 1, ?,
    CASE WHEN ${IS_MATCH} THEN '${MATCH_KIND}|site-' || (n % 5) || '|' || n ELSE 'comment|' || n END,
    CASE WHEN ${IS_MATCH} THEN '${MATCH_KIND}' ELSE 'kind-' || (n % 8) END, 'site-' || (n % 5), 'Site ' || (n % 5),
    'How do I count rows number ' || n, 'An excerpt about counting', 'https://site.example/' || n,
    ${CREATED_AT}, ${CREATED_AT}, ${CREATED_AT}, ${READ_AT}, n, ${TAGS},
    CASE WHEN ${IS_MATCH} THEN '["w' || (n / 10 % 10) || '"]' ELSE '[]' END FROM numbers`;

const QUESTIONS = `INSERT INTO questions (profile_id, site_id, question_id, site_name, title, tags, created_at,
    first_seen_at, last_seen_at, watch_ids, matched_at, read_at)
  SELECT profile_id, site_id, question_id, site_name, title, tags, created_at, first_seen_at, first_seen_at, watch_ids,
    listed_at, read_at FROM inbox_items WHERE item_type = '${MATCH_KIND}'`;

const REPUTATION = `INSERT INTO reputation_events (profile_id, key, site_id, site_name, change, title, on_date,
    first_seen_at)
  ${NUMBERS} SELECT ?, 'r' || n, 'site-' || (n % 5), 'Site ' || (n % 5), 10, 'A title', ${CREATED_AT}, ${CREATED_AT}
  FROM numbers`;

/**
 * Fills a history file with items, a tenth of them matches, and as many reputation changes as a tenth of the items. The
 * triggers are made anew after the rows are in, and what they derive is computed at once.
 */
export function fillHistory(file: string, items: number): void {
  const history = openHistory(file);
  const { id } = history.profile(OWNER).profile;
  history.close();
  const db = new DatabaseSync(file);
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  // Nobody needs the file after a crash, so nothing is written twice.
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; BEGIN');
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.prepare(ITEMS).run(items, id);
  db.exec(QUESTIONS);
  db.prepare(REPUTATION).run(Math.ceil(items / 10), id);
  db.exec(`INSERT INTO inbox_tags SELECT DISTINCT i.profile_id, tag.value, i.id
      FROM inbox_items i, json_each(i.tags) tag
      ORDER BY 1, 2, 3;
    ${COUNT_ALL} INSERT INTO inbox_search (inbox_search) VALUES ('rebuild');
    ${triggers.map(({ sql }) => `${sql};`).join('\n')} COMMIT; PRAGMA journal_mode = WAL;`);
  db.close();
}
