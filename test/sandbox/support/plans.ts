import type { DatabaseSync } from 'node:sqlite';
import { INDEXES } from '../../../sandbox/world/database/indexes.ts';
import type { Bindings, Statements } from '../../../sandbox/world/database/statements.ts';

/** Tables that hold more, the bigger a site is. */
const GROWING = new Set([
  ...['posts', 'bodies', 'post_tags', 'post_links', 'comments', 'votes', 'tags', 'tag_users', 'tag_pairs'],
  ...['revisions', 'suggested_edits', 'tag_synonyms'],
  ...['users', 'user_badges', 'reputation_events', 'reputation_days', 'inbox_items', 'accounts'],
]);

/** A line of SQLite's plan of a statement. */
interface Step {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** Statements that note what they are asked to run; lists themselves are not read, which would take long. */
export function recording({ all, get, run }: Statements): { statements: Statements; recorded: Set<string> } {
  const recorded = new Set<string>();
  const noted =
    <Result>(work: (sql: string, bindings?: Bindings) => Result) =>
    (sql: string, bindings: Bindings = {}) => {
      recorded.add(sql);
      return work(sql, bindings);
    };
  const isTotal = (sql: string) => sql.includes(' AS total');
  return {
    statements: {
      all: noted(all),
      rows: noted(() => []),
      get: noted((sql, bindings) => (isTotal(sql) ? undefined : get(sql, bindings))),
      run: noted(run),
    },
    recorded,
  };
}

const ALIAS = new RegExp(`\\b(${[...GROWING].join('|')})\\s+(?:AS\\s+)?(\\w+)`, 'gi');

/** The table behind each alias of a statement. */
const aliasesOf = (sql: string) =>
  new Map([
    ...[...GROWING].map((table) => [table, table] as const),
    ...[...sql.matchAll(ALIAS)].map(([, table = '', alias = '']) => [alias, table] as const),
  ]);

const READS = /^(SCAN|SEARCH) (\S+)(?: USING (?:COVERING |AUTOMATIC )*(?:INDEX )?([\w ]+?))?(?: (\(.*\)))?$/;

/** By this much a search is of the whole site, though an index is used. */
const WHOLE_SITE = /^\((?:site_id=\?)?(?: AND )?(?:post_type=\?)?(?: AND \w+[<>]\?)*\)$/;

/**
 * What is read of tables that grow with a site, by its step: the table, the index, and what that narrows it by, e.g.
 * `posts by posts_parent (site_id=? AND parent_id=?)`.
 */
function readsOf(sql: string, steps: readonly Step[]): Map<Step, string> {
  const aliases = aliasesOf(sql);
  const reads = new Map<Step, string>();
  for (const step of steps) {
    const [, , alias = '', index = 'rowid', narrowed = ''] = READS.exec(step.detail) ?? [];
    // An alias may stand for one table here and for another there.
    const table =
      INDEXES.get(index)?.split(' ')[2] ?? /^sqlite_autoindex_(\w+)_\d+$/.exec(index)?.[1] ?? aliases.get(alias);
    // A part of the statement may go by the name of the table that it is made of.
    const isPart = steps.some(({ detail }) => [`CO-ROUTINE ${alias}`, `MATERIALIZE ${alias}`].includes(detail));
    const isOutside = isPart && step.detail.startsWith('SCAN') && narrowed === '';
    if (table !== undefined && GROWING.has(table) && !isOutside)
      reads.set(step, `${table} by ${index} ${narrowed}`.trim());
  }
  return reads;
}

/**
 * What a statement reads that grows with the site: each is a whole site that is read without an order, or a read whose
 * rows are sorted or put together (`sorted …`).
 */
export function growingReads(db: DatabaseSync, sql: string): string[] {
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as unknown as Step[];
  const reads = readsOf(sql, steps);
  const found = new Set<string>();
  for (const [{ detail }, read] of reads) {
    const narrowed = /\(.*\)$/.exec(read)?.[0] ?? '()';
    // A list is read in the order of the index that it names, no further than its page.
    const isWalk = sql.includes(`INDEXED BY ${/ by (\w+)/.exec(read)?.[1]}`);
    if (detail.startsWith('SCAN')) found.add(`scan of ${read}`);
    else if (!isWalk && WHOLE_SITE.test(narrowed)) found.add(read);
  }
  for (const { parent, detail } of steps) {
    // Rows that are alike in all but the last terms are few.
    if (!detail.startsWith('USE TEMP B-TREE') || detail.includes('FOR LAST')) continue;
    const beside = steps.filter((step) => step.parent === parent);
    // A page that was cut already.
    if (beside.some((step) => step.detail === 'SCAN page')) continue;
    for (const step of beside) {
      const read = reads.get(step);
      if (read !== undefined) found.add(`sorted ${read}`);
    }
  }
  return [...found];
}
