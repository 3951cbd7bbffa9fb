import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { createActions } from '../../../sandbox/world/actions/index.ts';
import { openWorld } from '../../../sandbox/world/world.ts';
import { growingReads } from '../support/plans.ts';

const world = openWorld({ file: ':memory:', seed: 0, clock: { now: () => 0 }, content: 'none' });
const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
createActions(world.db, world.clock, false);
const ofActions = prepare.mock.calls.map(([sql]) => sql);
prepare.mockRestore();

/** The statements of what is kept by triggers; a row's values stand there by name. */
const ofTriggers = world.db
  .prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
  .all()
  .flatMap(({ sql }) => (/\bBEGIN\b([^]*)\bEND$/.exec(String(sql))?.[1] ?? '').split(';'))
  .map((sql) => sql.replaceAll(/\b(NEW|OLD)\.(\w+)/g, ':$1_$2').trim())
  .filter(Boolean);

/** Why reading these is bounded, by the read. */
const BOUNDED: Readonly<Record<string, string>> = {
  'sorted posts by posts_parent (site_id=? AND parent_id=?)': 'answers of one question',
  'sorted comments by comments_post (site_id=? AND post_id=?)': 'comments of one post',
  'sorted users by PRIMARY KEY (site_id=? AND id=?)': 'people who commented on one post',
  'sorted reputation_events by reputation_post (site_id=? AND post_id=?)': 'what one post brought',
};

/** The last row of an index, which is one step. */
const IS_HIGHEST = /^SELECT max\(id\) AS id FROM \w+ WHERE site_id = \?$/;

test.each([...ofActions, ...ofTriggers].filter((sql) => !IS_HIGHEST.test(sql)))('an action reads no site: %s', (sql) =>
  expect(growingReads(world.db, sql).filter((read) => !Object.hasOwn(BOUNDED, read))).toEqual([]),
);
